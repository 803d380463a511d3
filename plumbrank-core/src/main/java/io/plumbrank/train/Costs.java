package io.plumbrank.train;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.LogForest;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.model.ModelChoice.Preference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What it costs to keep and to use a function, which depends on the function alone. */
final class Costs {
    /** Of a number in a model file. */
    private static final double BYTES = 10;

    private Costs() {}

    static double of(Preference preference, InstanceScorer scorer) {
        return switch (preference) {
            case BEST, SIMPLE -> 0;
            case SMALL -> bytes(scorer);
            case FAST -> steps(scorer);
        };
    }

    /** Of its fields in a model file. */
    private static double bytes(InstanceScorer scorer) {
        if (scorer instanceof PairScores pairs) {
            Scorer single = pairs.single();
            return bytes(ScorerCodec.PAIRS, pairs.pairs()) + (single == null ? 0 : bytes(ScorerCodec.ROWS, single));
        }
        return bytes(ScorerCodec.ROWS, ((RowScorer) scorer).scorer());
    }

    private static double bytes(String field, Object function) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.writeStartObject();
            ScorerCodec.write(field, function, json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    /** For a row: splits on its way through trees; else a step for each number of the function. */
    private static double steps(InstanceScorer scorer) {
        if (scorer instanceof PairScores pairs) {
            Scorer single = pairs.single();
            double own = single == null ? 0 : steps(single);
            return own
                    + (pairs.pairs() instanceof TreePairs trees
                            ? steps(trees.trees())
                            : bytes(ScorerCodec.PAIRS, pairs.pairs()) / BYTES);
        }
        return steps(((RowScorer) scorer).scorer());
    }

    private static double steps(Scorer scorer) {
        if (scorer instanceof Trees trees) {
            return trees.ensemble().members().stream()
                    .mapToInt(member -> 1 + member.tree().depth())
                    .sum();
        }
        return scorer instanceof LogForest forest ? steps(forest.shares()) : bytes(ScorerCodec.ROWS, scorer) / BYTES;
    }
}
