package io.plumbrank.learn.trees;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import java.io.IOException;

/**
 * The logarithms of what a forest says of the shares of classes: u_y = log max(f_y, floor). Within a leaf the shares of the classes are
 * what minimises log-loss, and softmax(u) gives back the forest's mean of them.
 *
 * @param shares a forest whose outputs are shares of classes
 * @param floor below which a share counts as this, positive
 */
public record LogForest(TreeEnsemble shares, double floor) implements Scorer {
    /** @throws IllegalArgumentException unless the floor is between 0 and 1 */
    public LogForest {
        if (!(floor > 0 && floor < 1)) {
            throw new IllegalArgumentException("the least share must be between 0 and 1, got " + floor);
        }
    }

    @Override
    public int inputs() {
        return shares.inputs();
    }

    @Override
    public int outputs() {
        return shares.outputs();
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        shares.scoreInto(x, u);
        log(u, u.length);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        shares.scoreInto(x, rows, u);
        log(u, rows * outputs());
    }

    /** Shares to outputs, in place. */
    public void log(double[] u, int count) {
        for (int i = 0; i < count; i++) {
            u[i] = StrictMath.log(Math.max(u[i], floor));
        }
    }

    /** {@code log-forest} in files. */
    public static final class Codec implements ScorerCodec<LogForest> {
        @Override
        public String name() {
            return "log-forest";
        }

        @Override
        public Class<LogForest> type() {
            return LogForest.class;
        }

        @Override
        public void write(LogForest forest, JsonGenerator json) throws IOException {
            json.writeNumberField("floor", forest.floor());
            TreesCodec.writeTrees(forest.shares(), json);
        }

        @Override
        public LogForest read(Fields json) {
            return new LogForest(TreesCodec.readTrees(json), json.number("floor"));
        }
    }
}
