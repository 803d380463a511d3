package io.plumbrank.cli;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.model.QueryScorer;
import io.plumbrank.model.RankerPredictions;
import io.plumbrank.util.InputException;
import java.util.Locale;
import java.util.function.Consumer;

/** The forms of a ranker's predictions. */
enum RankerOutput {
    /** A run: query Q0 item rank score tag. */
    TREC {
        @Override
        boolean parts(int character) {
            return Character.isWhitespace(character);
        }

        @Override
        void append(Query query, int rank, int item, double score, StringBuilder text) {
            text.append(query.id())
                    .append(" Q0 ")
                    .append(query.itemId(item))
                    .append(' ')
                    .append(rank);
            text.append(' ').append(score).append(" plumbrank\n");
        }
    },
    /** Tabs and a header. */
    TSV {
        @Override
        String header() {
            return "query\titem\trank\tscore\n";
        }

        @Override
        boolean parts(int character) {
            return character == '\t' || character == '\n' || character == '\r';
        }

        @Override
        void append(Query query, int rank, int item, double score, StringBuilder text) {
            text.append(query.id())
                    .append('\t')
                    .append(query.itemId(item))
                    .append('\t')
                    .append(rank);
            text.append('\t').append(score).append('\n');
        }
    },
    /** A JSON document a line and item. */
    JSONL {
        @Override
        void append(Query query, int rank, int item, double score, StringBuilder text) {
            text.append("{\"query\":").append(Json.quoted(query.id()));
            text.append(",\"item\":").append(Json.quoted(query.itemId(item)));
            text.append(",\"rank\":")
                    .append(rank)
                    .append(",\"score\":")
                    .append(score)
                    .append("}\n");
        }
    };

    /** Hands on the text of a file, query by query. */
    void write(QueryScorer model, QuerySource source, int threads, Consumer<String> text) {
        text.accept(header());
        RankerPredictions.forEach(
                model,
                source,
                threads,
                (query, scores) -> {
                    Ranking ranking = Ranking.byScores(scores);
                    StringBuilder lines = new StringBuilder();
                    for (int position = 0; position < ranking.size(); position++) {
                        int item = ranking.itemAt(position);
                        requireWhole(source, query, query.id());
                        requireWhole(source, query, query.itemId(item));
                        append(query, position + 1, item, scores[item], lines);
                    }
                    return lines.toString();
                },
                text);
    }

    private void requireWhole(QuerySource source, Query query, String name) {
        if (name.isEmpty() || name.chars().anyMatch(this::parts)) {
            throw new InputException(
                    source.file().toString(),
                    query.firstLine(),
                    "the name " + InputException.quote(name),
                    "a name that " + name().toLowerCase(Locale.ROOT) + " can hold, or --output jsonl");
        }
    }

    /** Whether a character in a name would make two fields of it. */
    boolean parts(int character) {
        return false;
    }

    String header() {
        return "";
    }

    abstract void append(Query query, int rank, int item, double score, StringBuilder text);
}
