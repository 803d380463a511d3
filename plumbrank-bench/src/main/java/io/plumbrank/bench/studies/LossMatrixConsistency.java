package io.plumbrank.bench.studies;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.ridge.RegressionSums;
import io.plumbrank.learn.ridge.RidgePath;
import io.plumbrank.learn.ridge.RidgeProblem;
import io.plumbrank.learn.ridge.SumsPass;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Excess target risk against the number of training rows on a generated problem whose p(y|x) is known, so that the excess is
 * computed and not estimated from labels. λ is chosen by the mean target loss on a validation sample of a quarter of n.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.LossMatrixConsistency [LARGEST_N] [FOURIER_FEATURES]</pre>
 */
public final class LossMatrixConsistency {
    private static final int TEST_POINTS = 20_000;
    private static final double[][] COSTS = {
        {0, 4, 9, 2, 3},
        {2, 0, 3, 1, 3},
        {8, 5, 0, 3, 3},
        {1, 6, 4, 0, 3}
    };
    private static final MatrixLoss LOSS = MatrixLoss.of(LossMatrix.of(COSTS));

    private LossMatrixConsistency() {}

    public static void main(String[] args) {
        int largest = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int features = args.length > 1 ? Integer.parseInt(args[1]) : 400;
        float[][] test = points(TEST_POINTS, new SplittableRandom(99));
        System.out.printf(
                Locale.ROOT,
                "4 classes, 5 predictions, 2 features, %d Fourier features; the best risk is %.4f%n",
                features,
                bestRisk(test));
        System.out.println("|         n | excess, linear | excess, Fourier |");
        System.out.println("| --------: | -------------: | --------------: |");
        for (int n = 100; n <= largest; n *= 10) {
            System.out.printf(
                    Locale.ROOT,
                    "| %9d | %14.4f | %15.4f |%n",
                    n,
                    excess(n, new LinearFeatures.Spec(), test),
                    excess(n, new FourierFeatures.Spec(features, 1), test));
        }
    }

    private static double excess(int n, Features features, float[][] test) {
        SplittableRandom random = new SplittableRandom(n);
        RidgePath path;
        double[] alpha = new double[LOSS.encodedSize()];
        int threads = Runtime.getRuntime().availableProcessors();
        try (SumsPass<RegressionSums> pass = SumsPass.ofRows(
                alpha.length,
                0,
                threads,
                Padding.MISSING,
                first -> features.map(first.x(), first.rows(), first.inputs(), 1))) {
            for (int i = 0; i < n; i++) {
                float[] x = point(random);
                LOSS.encodeInto(draw(chances(x), random), alpha);
                pass.add(x, alpha, 1);
            }
            path = RidgePath.of(RidgeProblem.of(pass.finish().total().orElseThrow()));
        }
        float[][] valid = points(Math.max(50, n / 4), random);
        int[] labels = new int[valid.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = draw(chances(valid[i]), random);
        }
        double bestLoss = Double.POSITIVE_INFINITY;
        Scorer best = path.stackedScorer(1);
        for (double lambda : RidgePath.defaultLambdas()) {
            Scorer scorer = path.stackedScorer(lambda);
            double loss = 0;
            for (int i = 0; i < valid.length; i++) {
                loss += LOSS.loss(labels[i], predict(scorer, valid[i]));
            }
            if (loss <= bestLoss) {
                bestLoss = loss;
                best = scorer;
            }
        }
        double excess = 0;
        for (float[] x : test) {
            double[] p = chances(x);
            excess += risk(p, predict(best, x)) - bestRisk(p);
        }
        return excess / test.length;
    }

    private static int predict(Scorer scorer, float[] x) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(x, u);
        return LOSS.decode(u);
    }

    private static float[][] points(int count, SplittableRandom random) {
        float[][] points = new float[count][];
        for (int i = 0; i < count; i++) {
            points[i] = point(random);
        }
        return points;
    }

    private static float[] point(SplittableRandom random) {
        return new float[] {(float) random.nextDouble(-2, 2), (float) random.nextDouble(-2, 2)};
    }

    /** Smooth and far from linear. */
    private static double[] chances(float[] x) {
        double[] p = {
            Math.exp(1.5 * Math.sin(2 * x[0])),
            Math.exp(1.5 * Math.cos(2 * x[1])),
            Math.exp(x[0] * x[1]),
            Math.exp(1 - x[0] * x[0] / 2)
        };
        double sum = p[0] + p[1] + p[2] + p[3];
        for (int y = 0; y < p.length; y++) {
            p[y] /= sum;
        }
        return p;
    }

    private static int draw(double[] p, SplittableRandom random) {
        double u = random.nextDouble();
        int y = 0;
        while (y < p.length - 1 && u >= p[y]) {
            u -= p[y++];
        }
        return y;
    }

    private static double risk(double[] p, int prediction) {
        double risk = 0;
        for (int y = 0; y < p.length; y++) {
            risk += p[y] * COSTS[y][prediction];
        }
        return risk;
    }

    private static double bestRisk(double[] p) {
        double best = Double.POSITIVE_INFINITY;
        for (int t = 0; t < COSTS[0].length; t++) {
            best = Math.min(best, risk(p, t));
        }
        return best;
    }

    private static double bestRisk(float[][] test) {
        double sum = 0;
        for (float[] x : test) {
            sum += bestRisk(chances(x));
        }
        return sum / test.length;
    }
}
