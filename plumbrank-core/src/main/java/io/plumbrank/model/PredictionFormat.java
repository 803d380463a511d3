package io.plumbrank.model;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.TerminalText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The forms in which predictions are written. */
public enum PredictionFormat {
    /** A run: query Q0 item rank score tag. */
    TREC,
    /** Tabs and a header. */
    TSV,
    /** One JSON document per line. */
    JSONL;

    /** The word of the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The lines of one query.
     *
     * @param gap of the decoder, in words; empty where items were sorted
     * @throws InputException if a name would make two fields
     */
    public String lines(QuerySource source, Query query, Ranking ranking, double[] scores, String gap) {
        requireWhole(source, query, query.id());
        StringBuilder text = new StringBuilder();
        for (int position = 0; position < ranking.size(); position++) {
            int item = ranking.itemAt(position);
            String name = query.itemId(item);
            requireWhole(source, query, name);
            int rank = position + 1;
            switch (this) {
                case TREC ->
                    text.append(query.id())
                            .append(" Q0 ")
                            .append(name)
                            .append(' ')
                            .append(rank)
                            .append(' ')
                            .append(scores[item])
                            .append(" plumbrank\n");
                case TSV ->
                    text.append(query.id())
                            .append('\t')
                            .append(name)
                            .append('\t')
                            .append(rank)
                            .append('\t')
                            .append(scores[item])
                            .append(gap.isEmpty() ? "" : "\t" + gap)
                            .append('\n');
                case JSONL ->
                    text.append("{\"query\":")
                            .append(quoted(query.id()))
                            .append(",\"item\":")
                            .append(quoted(name))
                            .append(",\"rank\":")
                            .append(rank)
                            .append(",\"score\":")
                            .append(scores[item])
                            .append(gap.isEmpty() ? "" : ",\"gap\":" + gap)
                            .append("}\n");
            }
        }
        return text.toString();
    }

    /**
     * The line of a row with the row's name behind it.
     *
     * @param line with its end
     * @param id null where rows have no names
     * @throws InputException if the name would make two fields
     */
    public String withId(String line, @Nullable String id) {
        if (id == null) {
            return line;
        }
        if (this == JSONL) {
            return line.substring(0, line.length() - 2) + ",\"id\":" + quoted(id) + "}\n";
        }
        requireFit("the data", List.of(id));
        return line.substring(0, line.length() - 1) + "\t" + id + "\n";
    }

    private void requireWhole(QuerySource source, Query query, String name) {
        boolean parts = switch (this) {
            case TREC -> name.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
            case TSV -> !fitsTsv(name);
            case JSONL -> false;
        };
        if (parts || (name.isEmpty() && this != JSONL)) {
            throw new InputException(
                    source.file().toString(),
                    query.firstLine(),
                    "the name " + InputException.quote(name),
                    "a name that " + text() + " can hold; jsonl holds any");
        }
    }

    /** Whether a name makes one field, without characters that steer a terminal. */
    private static boolean fitsTsv(String name) {
        return name.chars().noneMatch(Character::isISOControl);
    }

    /**
     * Makes sure that names that a model or a loss has, such as those of classes, can be written.
     *
     * @param holder what has them, in words
     * @throws InputException if one cannot
     */
    public void requireFit(String holder, List<String> names) {
        for (String name : names) {
            if (this != JSONL && !fitsTsv(name)) {
                throw new InputException(
                        holder,
                        0,
                        "the name " + InputException.quote(name),
                        "a name that " + text() + " can hold; jsonl holds any");
            }
        }
    }

    /** A text as JSON has it, in quotes. What steers a terminal is escaped, also where JSON does not ask for it. */
    public static String quoted(String text) {
        return '"'
                + TerminalText.escaped(
                        new String(JsonStringEncoder.getInstance().quoteAsString(text)))
                + '"';
    }
}
