package io.plumbrank.theory.conditions;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.distributions.CensoredRanking;
import io.plumbrank.theory.distributions.LabelSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws weights of labels that obey a noise condition by construction, or nearly: whoever asks tests them. */
@FunctionalInterface
public interface ConditionedSource<Y> {
    /** Weights of all labels of the space, with a positive sum. */
    double[] draw(NoiseCondition condition, Random random);

    /** Nothing to draw: all weights are equal. */
    static <Y> ConditionedSource<Y> uniform(LabelSpace<Y> space) {
        double[] weights = new double[space.labels().size()];
        Arrays.fill(weights, 1);
        return (condition, random) -> weights.clone();
    }

    /**
     * Single preferences. On an order that is drawn first, d_ij ≥ 0 for i before j, and for low noise d_ik is at least
     * d_ij + d_jk for all j between; below it lies noise that is the same both ways.
     */
    static ConditionedSource<PreferenceGraph> ofPreferences(LabelSpace<PreferenceGraph> space) {
        int items = space.labels().get(0).items();
        return (condition, random) -> {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < items; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            double[][] d = new double[items][items];
            for (int distance = 1; distance < items; distance++) {
                for (int a = 0; a + distance < items; a++) {
                    int b = a + distance;
                    for (int c = a + 1; c < b && condition == NoiseCondition.LOW_NOISE; c++) {
                        d[a][b] = Math.max(d[a][b], d[a][c] + d[c][b]);
                    }
                    d[a][b] += random.nextBoolean() ? exponential(random) : 0;
                }
            }
            double[] weights = new double[space.labels().size()];
            for (int y = 0; y < weights.length; y++) {
                int label = y;
                space.labels().get(y).forEach((above, below, weight) -> {
                    weights[label] = d[order.indexOf(above)][order.indexOf(below)] / weight;
                });
            }
            double noise = exponential(random);
            for (int y = 0; y < weights.length; y++) {
                for (int z = 0; z < y; z++) {
                    if (isReverse(space, y, z) && random.nextBoolean()) {
                        double both = noise * exponential(random);
                        weights[y] += both;
                        weights[z] += both;
                    }
                }
            }
            weights[0] += Arrays.stream(weights).sum() > 0 ? 0 : 1;
            return weights;
        };
    }

    private static boolean isReverse(LabelSpace<PreferenceGraph> space, int y, int z) {
        int[] ends = new int[4];
        space.labels().get(y).forEach((above, below, weight) -> {
            ends[0] = above;
            ends[1] = below;
        });
        space.labels().get(z).forEach((above, below, weight) -> {
            ends[2] = above;
            ends[3] = below;
        });
        return ends[0] == ends[3] && ends[1] == ends[2];
    }

    /**
     * Grades. Labels of two grades have d_ij = c_i − c_j, so every mixture of them is of low noise; independent relevances
     * reinforce, since of two items the likelier leads in any company. At times a share of any label is mixed in.
     */
    static ConditionedSource<double[]> ofGrades(LabelSpace<double[]> space) {
        return (condition, random) -> {
            double[] weights =
                    condition == NoiseCondition.REINFORCE ? independent(space, random) : twoGrades(space, random);
            if (random.nextBoolean()) {
                double share = StrictMath.pow(10, -3 * random.nextDouble())
                        * Arrays.stream(weights).sum();
                for (int k = 1 + random.nextInt(4); k > 0; k--) {
                    weights[random.nextInt(weights.length)] += share * exponential(random);
                }
            }
            return weights;
        };
    }

    private static double[] twoGrades(LabelSpace<double[]> space, Random random) {
        double[] weights = new double[space.labels().size()];
        boolean few = random.nextBoolean();
        for (int y = 0; y < weights.length; y++) {
            boolean two = Arrays.stream(space.labels().get(y)).distinct().count() <= 2;
            weights[y] = two && (!few || random.nextInt(4) == 0) ? exponential(random) : 0;
        }
        weights[0] += 1e-3; // so that there is something
        return weights;
    }

    private static double[] independent(LabelSpace<double[]> space, Random random) {
        int items = space.labels().get(0).length;
        double top =
                space.labels().stream().flatMapToDouble(Arrays::stream).max().orElseThrow();
        double[] chance = random.doubles(items).toArray();
        double[] weights = new double[space.labels().size()];
        for (int y = 0; y < weights.length; y++) {
            double[] label = space.labels().get(y);
            weights[y] = 1;
            for (int i = 0; i < items; i++) {
                weights[y] *= label[i] == top ? chance[i] : label[i] == 0 ? 1 - chance[i] : 0;
            }
        }
        return weights;
    }

    /** Rankings of labels: the more likely the fewer pairs of an order, drawn first, they contradict, but for noise. */
    static ConditionedSource<double[]> ofRankings(LabelSpace<double[]> space) {
        return (condition, random) -> aroundAnOrder(space.labels(), random);
    }

    /** Rankings as above, and beside them, without regard to them, what is known. */
    static ConditionedSource<CensoredRanking> ofCensored(LabelSpace<CensoredRanking> space) {
        List<double[]> rankings = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        List<String> masks = new ArrayList<>();
        int[][] parts = new int[space.labels().size()][];
        for (int y = 0; y < parts.length; y++) {
            CensoredRanking label = space.labels().get(y);
            String text = Arrays.toString(label.full());
            String mask = IntStream.range(0, label.full().length)
                    .mapToObj(i -> label.isKnown(i) ? "1" : "0")
                    .collect(Collectors.joining());
            if (!texts.contains(text)) {
                texts.add(text);
                rankings.add(label.full());
            }
            if (!masks.contains(mask)) {
                masks.add(mask);
            }
            parts[y] = new int[] {texts.indexOf(text), masks.indexOf(mask)};
        }
        return (condition, random) -> {
            double[] ofRanking = aroundAnOrder(rankings, random);
            double[] ofMask = new double[masks.size()];
            int few = 1 + random.nextInt(4);
            Arrays.setAll(ofMask, m -> random.nextInt(few) == 0 ? exponential(random) : 0);
            ofMask[random.nextInt(ofMask.length)] += 0.1;
            double[] weights = new double[parts.length];
            Arrays.setAll(weights, y -> ofRanking[parts[y][0]] * ofMask[parts[y][1]]);
            return weights;
        };
    }

    private static double[] aroundAnOrder(List<double[]> rankings, Random random) {
        int items = rankings.get(0).length;
        double[] places = random.doubles(items).toArray();
        double pull = 2 * random.nextDouble();
        int few = 1 + random.nextInt(4);
        double[] weights = new double[rankings.size()];
        for (int y = 0; y < weights.length; y++) {
            double[] positions = rankings.get(y);
            int contradicted = 0;
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    contradicted += positions[i] < positions[j] && places[i] > places[j] ? 1 : 0;
                }
            }
            weights[y] = random.nextInt(few) == 0 ? exponential(random) * StrictMath.exp(-pull * contradicted) : 0;
        }
        weights[random.nextInt(weights.length)] += 1e-3; // so that there is something
        return weights;
    }

    private static double exponential(Random random) {
        return -StrictMath.log(1 - random.nextDouble());
    }
}
