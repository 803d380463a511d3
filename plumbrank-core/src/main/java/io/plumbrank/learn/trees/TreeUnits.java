package io.plumbrank.learn.trees;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * The units in which XGBoost is told of scores and losses. It passes over splits that gain less than 10⁻⁶, whatever the loss is
 * measured in, so utilities of a ten-thousandth would give trees without splits. Powers of two, so that all comes back
 * exactly.
 *
 * @param score one score of XGBoost in the scores of the surrogate
 * @param loss one loss of the surrogate in the losses of XGBoost
 */
public record TreeUnits(double score, double loss) implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int LARGEST_EXPONENT = 60;

    /** For least squares on targets with this standard deviation. */
    public static TreeUnits ofSquares(double deviation) {
        double score = powerNear(deviation);
        return new TreeUnits(score, 1 / (score * score));
    }

    /**
     * For a surrogate whose derivatives at the first scores have these sizes: steps are about 1 then, and so is the curvature,
     * to which {@code lambda} and {@code min_child_weight} refer.
     */
    public static TreeUnits ofDerivatives(double gradient, double curvature) {
        double score = curvature > 0 ? powerNear(gradient / curvature) : 1;
        return new TreeUnits(score, 1 / (score * score * powerNear(curvature)));
    }

    /** The power of two next below; 1 for what has none. */
    private static double powerNear(double size) {
        if (!(size > 0) || Double.isInfinite(size)) {
            return 1;
        }
        return Math.scalb(1.0, Math.max(-LARGEST_EXPONENT, Math.min(LARGEST_EXPONENT, Math.getExponent(size))));
    }

    /** Parameters that are said in the scores or losses of the surrogate, as XGBoost must be told them. */
    public Map<String, String> ofXgboost(Map<String, String> parameters) {
        Map<String, String> told = new HashMap<>(parameters);
        told.computeIfPresent("base_score", (name, text) -> times(text, 1 / score));
        told.computeIfPresent("max_delta_step", (name, text) -> times(text, 1 / score));
        told.computeIfPresent("gamma", (name, text) -> times(text, loss));
        told.computeIfPresent("alpha", (name, text) -> times(text, loss * score));
        return told;
    }

    private static String times(String number, double factor) {
        return Double.toString(Double.parseDouble(number) * factor);
    }

    /** A tree of XGBoost's with leaves and gains in those of the surrogate. */
    public RegressionTree ofSurrogate(RegressionTree tree) {
        float[] numbers = tree.numbers();
        for (int node = 0; node < numbers.length; node++) {
            if (tree.isLeaf(node)) {
                numbers[node] *= (float) score;
            }
        }
        float[] gains = tree.gains();
        for (int node = 0; node < gains.length; node++) {
            gains[node] /= (float) loss;
        }
        return RegressionTree.of(tree.features(), numbers, tree.missingLeft(), gains, tree.covers());
    }
}
