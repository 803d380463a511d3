package io.plumbrank.learn.trees;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.LinearScorer;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much a model goes by each feature, as shares that add up to 1: of a linear model |weight| times the feature's range, of
 * trees the gain of its splits, or their number where the file does not tell gains, of a blend the mean of its parts, and of others
 * the same for each feature that varies. Says which features to name when data lack them, and nothing finer.
 */
public final class FeatureInfluence {
    private FeatureInfluence() {}

    /** @param range how far the values of each input lie apart in training */
    public static double[] shares(InstanceScorer scorer, QueryFeatures view, IntToDoubleFunction range) {
        double[] shares = new double[view.input(scorer.inputs())];
        addTo(shares, scorer instanceof RowScorer each ? each.scorer() : null, view, 1, range);
        return normalised(shares);
    }

    /** @param step as in {@link Blend.Part} */
    private static void addTo(
            double[] shares, @Nullable Scorer own, QueryFeatures view, int step, IntToDoubleFunction range) {
        Scorer rows = own instanceof LogForest forest ? forest.shares() : own;
        if (rows instanceof LinearScorer linear) {
            for (int feature = 0; feature < linear.inputs(); feature++) {
                for (int output = 0; output < linear.outputs(); output++) {
                    int input = view.input(feature * step);
                    shares[input] += Math.abs(linear.weight(output, feature)) * range.applyAsDouble(input);
                }
            }
        } else if (rows instanceof Trees trees) {
            Importance importance = trees.importance();
            for (int feature = 0; feature < trees.inputs(); feature++) {
                shares[view.input(feature * step)] += trees.ensemble().hasStatistics()
                        ? importance.gains()[feature]
                        : importance.splits()[feature];
            }
        } else if (rows instanceof Blend blend) {
            for (Blend.Part part : blend.parts()) {
                double[] ofPart = new double[shares.length];
                addTo(ofPart, part.scorer(), view, part.step(), range);
                ofPart = normalised(ofPart);
                for (int input = 0; input < shares.length; input++) {
                    shares[input] += ofPart[input];
                }
            }
        } else {
            Arrays.setAll(shares, input -> range.applyAsDouble(input) > 0 ? 1 : 0);
        }
    }

    private static double[] normalised(double[] shares) {
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> sum > 0 ? share / sum : 0).toArray();
    }
}
