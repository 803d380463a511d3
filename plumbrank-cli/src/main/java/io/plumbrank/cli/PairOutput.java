package io.plumbrank.cli;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.RankerPredictions;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The forms of a pair ranker's predictions. They are rankings: the score is r for the first of r items and 1 for the last. Tab
 * separated and JSON lines carry the decoder's gap of the query.
 */
final class PairOutput {
    private final RankerOutput form;

    PairOutput(RankerOutput form) {
        this.form = form;
    }

    /** Hands on the text of a file, query by query. */
    void write(PairRankerModel model, QuerySource source, int threads, Consumer<String> text) {
        text.accept(form == RankerOutput.TSV ? form.header().strip() + "\tgap\n" : form.header());
        RankerPredictions.forEach(model, source, threads, model.limits(), this::lines, text);
    }

    private String lines(Query query, DecodeResult decoded) {
        Ranking ranking = decoded.ranking();
        String gap = String.format(Locale.ROOT, "%.6g", decoded.gap());
        StringBuilder lines = new StringBuilder();
        for (int position = 0; position < ranking.size(); position++) {
            form.append(query, position + 1, ranking.itemAt(position), ranking.size() - position, lines);
            switch (form) {
                case TREC -> {}
                case TSV -> lines.insert(lines.length() - 1, "\t" + gap);
                case JSONL -> lines.insert(lines.length() - 2, ",\"gap\":" + gap);
            }
        }
        return lines.toString();
    }
}
