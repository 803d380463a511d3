package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.pairs.PairFunction;
import io.plumbrank.learn.pairs.PairScores;
import java.io.IOException;

/** The fields of fitted functions in a model file: {@code scorer} for rows, {@code pairScorer} for pairs of rows. */
final class ScorerJson {
    private ScorerJson() {}

    static void write(InstanceScorer scorer, JsonGenerator json) throws IOException {
        if (scorer instanceof RowScorer rows) {
            ScorerCodec.write(ScorerCodec.ROWS, rows.scorer(), json);
        } else if (scorer instanceof PairScores pairs) {
            if (pairs.single() != null) {
                ScorerCodec.write(ScorerCodec.ROWS, pairs.single(), json);
            }
            ScorerCodec.write(ScorerCodec.PAIRS, pairs.pairs(), json);
        } else {
            throw new IllegalArgumentException("no file format for " + scorer.getClass());
        }
    }

    static InstanceScorer read(Fields json) {
        if (!json.has(ScorerCodec.PAIRS)) {
            return RowScorer.of(rows(json));
        }
        PairFunction pairs = ScorerCodec.read(ScorerCodec.PAIRS, PairFunction.class, json);
        return new PairScores(pairs.antisymmetric() ? null : rows(json), pairs);
    }

    private static Scorer rows(Fields json) {
        return ScorerCodec.read(ScorerCodec.ROWS, Scorer.class, json);
    }
}
