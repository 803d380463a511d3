package io.plumbrank.theory.consistency;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Queries of a few items, each of which has a quality q and a riskiness t, uniform on [0, 1] and its two features. Independently
 * of the others an item is excellent (grade 3) with probability q·t·0.6, fair (grade 1) with probability q·(1 − t), else useless.
 * The expected gain 2^y − 1 is q·(1 + 3.2·t), so risky items come first; but a safe one is preferred to a risky one more often
 * than not. Since relevance depends on the item alone, scorers of single items can be best for DCG and precision.
 *
 * <p>The same seed gives the same problem. Not thread-safe.
 */
public final class RiskyItems implements KnownProblem {
    private static final double[] GRADES = {0, 1, 3};

    private final SplittableRandom random;
    private final int items;
    private int made;

    /** @param items how many a query has; there are 3^items labels */
    public RiskyItems(long seed, int items) {
        this.random = new SplittableRandom(seed);
        this.items = items;
    }

    @Override
    public KnownQuery next() {
        float[][] features = new float[items][];
        double[][] probabilities = new double[items][];
        for (int i = 0; i < items; i++) {
            double quality = random.nextDouble();
            double risk = random.nextDouble();
            features[i] = new float[] {(float) quality, (float) risk};
            double excellent = 0.6 * quality * risk;
            double fair = quality * (1 - risk);
            probabilities[i] = new double[] {1 - excellent - fair, fair, excellent};
        }
        int labels = (int) Math.pow(GRADES.length, items);
        List<double[]> support = new ArrayList<>();
        double[] chances = new double[labels];
        for (int label = 0; label < labels; label++) {
            double[] grades = new double[items];
            chances[label] = 1;
            int rest = label;
            for (int i = 0; i < items; i++) {
                grades[i] = GRADES[rest % GRADES.length];
                chances[label] *= probabilities[i][rest % GRADES.length];
                rest /= GRADES.length;
            }
            support.add(grades);
        }
        return new KnownQuery("q" + ++made, features, LabelDistribution.proportional(support, chances));
    }
}
