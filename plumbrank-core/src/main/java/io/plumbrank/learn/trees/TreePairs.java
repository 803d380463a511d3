package io.plumbrank.learn.trees;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.PairIndex;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.pairs.PairFunction;
import java.io.IOException;

/**
 * Boosted trees t on rows of two items, made antisymmetric or symmetric: u_ij = (t(x_i, x_j) − t(x_j, x_i)) / 2, or with a plus. A
 * row is the features of item i, those of item j, and their differences x_i − x_j, which no tree could make of the others by
 * splits along one feature at a time.
 *
 * <p>Immutable. A query of r items costs O(r² · trees · depth).
 *
 * @param trees t, one output
 * @param antisymmetric whether changing places changes the sign
 */
public record TreePairs(TreeEnsemble trees, boolean antisymmetric) implements PairFunction {
    private static final int PANEL = 256;

    /** @throws IllegalArgumentException if the trees are not for rows of two items, or have several outputs */
    public TreePairs {
        if (trees.inputs() % width(1) != 0 || trees.outputs() != 1) {
            throw new IllegalArgumentException("trees of " + trees.inputs() + " inputs and " + trees.outputs()
                    + " outputs; pairs have " + width(1) + " inputs a feature and one output");
        }
    }

    /** The width of a row of two items. */
    public static int width(int itemInputs) {
        return 3 * itemInputs;
    }

    /**
     * Writes the row of (i, j) and behind it that of (j, i).
     *
     * @param items rows of single items, one after another
     * @param at where the first of the two rows begins
     */
    public static void rowsInto(float[] items, int inputs, int i, int j, float[] rows, int at) {
        rowInto(items, i * inputs, j * inputs, inputs, rows, at);
        rowInto(items, j * inputs, i * inputs, inputs, rows, at + width(inputs));
    }

    private static void rowInto(float[] items, int one, int other, int inputs, float[] rows, int at) {
        System.arraycopy(items, one, rows, at, inputs);
        System.arraycopy(items, other, rows, at + inputs, inputs);
        for (int f = 0; f < inputs; f++) {
            rows[at + 2 * inputs + f] = items[one + f] - items[other + f];
        }
    }

    /** u_ij from what t gives for both orders. */
    public static double combine(double ij, double ji, boolean antisymmetric) {
        return antisymmetric ? (ij - ji) / 2 : (ij + ji) / 2;
    }

    @Override
    public int itemInputs() {
        return trees.inputs() / width(1);
    }

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public double[][] scorePairs(float[] items, int count) {
        int inputs = itemInputs();
        double[] u = new double[PairIndex.STRICT.size(count)];
        float[] rows = new float[2 * PANEL * trees.inputs()];
        double[] scores = new double[2 * PANEL];
        int filled = 0;
        int done = 0; // panels fill up in the order of PairIndex.STRICT, so that counting is the index
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                rowsInto(items, inputs, i, j, rows, 2 * filled++ * trees.inputs());
                if (filled == PANEL || done + filled == u.length) {
                    trees.scoreInto(rows, 2 * filled, scores);
                    for (int pair = 0; pair < filled; pair++) {
                        u[done++] = combine(scores[2 * pair], scores[2 * pair + 1], antisymmetric);
                    }
                    filled = 0;
                }
            }
        }
        return new double[][] {u};
    }

    /** {@code trees} in files. */
    public static final class Codec implements ScorerCodec<TreePairs> {
        @Override
        public String name() {
            return "trees";
        }

        @Override
        public String field() {
            return PAIRS;
        }

        @Override
        public Class<TreePairs> type() {
            return TreePairs.class;
        }

        @Override
        public void write(TreePairs pairs, JsonGenerator json) throws IOException {
            json.writeBooleanField("antisymmetric", pairs.antisymmetric());
            TreesCodec.writeTrees(pairs.trees(), json);
        }

        @Override
        public TreePairs read(Fields json) {
            return new TreePairs(TreesCodec.readTrees(json), json.bool("antisymmetric"));
        }
    }
}
