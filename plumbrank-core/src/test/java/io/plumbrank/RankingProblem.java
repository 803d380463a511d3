package io.plumbrank;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Textbook;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A distribution over a few labels of one query, and what every ranking is worth under it: the expectation of the measure by
 * the textbook, for all r! rankings.
 */
public final class RankingProblem {
    private static final double[][] SCALES = {
        {0, 1}, {0, 1, 2, 3, 4}, {0, 0, 0, 1, 2}, {-1, 0, 0.5, 1, 1.7, 3.5}, {2, 3},
    };
    private static final List<List<Ranking>> RANKINGS =
            IntStream.rangeClosed(0, 6).mapToObj(RankingProblem::enumerate).toList();

    private final MeasureSpec spec;
    private final List<double[]> labels;
    private final double[][] table;
    private final double[] p;
    private final double[] worth;
    private final double best;

    public RankingProblem(MeasureSpec spec, List<double[]> labels, double[] p) {
        this(spec, labels, table(spec, labels), p);
    }

    private RankingProblem(MeasureSpec spec, List<double[]> labels, double[][] table, double[] p) {
        this.spec = spec;
        this.labels = labels;
        this.table = table;
        this.p = p;
        this.worth = new double[table.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < worth.length; t++) {
            for (int y = 0; y < p.length; y++) {
                worth[t] += p[y] * table[t][y];
            }
            largest = Math.max(largest, worth[t]);
        }
        this.best = largest;
    }

    /** The same labels with other probabilities. */
    public RankingProblem with(double[] probabilities) {
        return new RankingProblem(spec, labels, table, probabilities);
    }

    /** Labels on one of several scales of grades, among them binary ones, ones with negative grades, and constant ones. */
    public static RankingProblem random(MeasureSpec spec, int items, Random random) {
        int count = 1 + random.nextInt(5);
        double[] scale = SCALES[random.nextInt(SCALES.length)];
        List<double[]> labels = new ArrayList<>();
        for (int y = 0; y < count; y++) {
            labels.add(randomLabel(items, scale, random));
        }
        return new RankingProblem(spec, labels, randomWeights(count, random));
    }

    public static double[] randomLabel(int items, double[] scale, Random random) {
        double constant = scale[random.nextInt(scale.length)];
        boolean isConstant = random.nextInt(8) == 0;
        double[] label = new double[items];
        for (int i = 0; i < items; i++) {
            label[i] = isConstant ? constant : scale[random.nextInt(scale.length)];
        }
        return label;
    }

    /** Skewed weights that add up to 1, at times equal ones. */
    public static double[] randomWeights(int count, Random random) {
        boolean equal = random.nextInt(4) == 0;
        double[] weights = new double[count];
        double sum = 0;
        for (int y = 0; y < count; y++) {
            weights[y] = equal ? 1 : Math.pow(-Math.log(1 - random.nextDouble()), 2);
            sum += weights[y];
        }
        for (int y = 0; y < count; y++) {
            weights[y] /= sum;
        }
        return weights;
    }

    public static List<Ranking> rankings(int items) {
        return RANKINGS.get(items);
    }

    private static List<Ranking> enumerate(int items) {
        List<Ranking> all = new ArrayList<>();
        Ranking.forEach(items, all::add);
        return all;
    }

    private static double[][] table(MeasureSpec spec, List<double[]> labels) {
        return rankings(labels.get(0).length).stream()
                .map(ranking -> labels.stream()
                        .mapToDouble(label -> worth(spec, label, ranking))
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double worth(MeasureSpec spec, double[] label, Ranking ranking) {
        double[] inOrder = new double[label.length];
        for (int position = 0; position < inOrder.length; position++) {
            inOrder[position] = label[ranking.itemAt(position)];
        }
        double value = Textbook.value(inOrder, inOrder.length, spec);
        return Double.isNaN(value) ? 0 : spec.largerIsBetter() ? value : -value;
    }

    public int items() {
        return labels.get(0).length;
    }

    public List<double[]> labels() {
        return labels;
    }

    public double[] p() {
        return p;
    }

    /** What the best ranking is worth beyond the t-th of {@link #rankings}. */
    public double regret(int t) {
        return best - worth[t];
    }

    public double regret(Ranking ranking) {
        return regret(rankings(items()).indexOf(ranking));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(spec.text());
        for (int y = 0; y < p.length; y++) {
            out.append(" + ").append(p[y]).append(' ').append(Arrays.toString(labels.get(y)));
        }
        return out.toString();
    }
}
