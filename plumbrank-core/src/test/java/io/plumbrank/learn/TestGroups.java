package io.plumbrank.learn;

import io.plumbrank.learn.descent.GroupedRows;
import io.plumbrank.learn.instances.GroupLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Groups to learn from, as the tests want them. */
public record TestGroups(List<Group> groups) {
    public record Group(double weight, float[][] x, double[] targets) {
        public Group withWeight(double other) {
            return new Group(other, x, targets);
        }

        /** The same with other features, made row by row. */
        Group with(UnaryOperator<float[]> features) {
            float[][] made = new float[x.length][];
            for (int row = 0; row < made.length; row++) {
                made[row] = features.apply(x[row]);
            }
            return new Group(weight, made, targets);
        }
    }

    /** Rows of {@link TestRows} in groups of 1 to {@code largest}, targets rounded so that some are tied. */
    public static TestGroups random(long seed, int rows, int inputs, int largest) {
        SplittableRandom random = new SplittableRandom(seed);
        TestRows all = TestRows.random(seed, rows, inputs, 1);
        List<Group> groups = new ArrayList<>();
        for (int from = 0; from < rows; ) {
            int to = Math.min(rows, from + 1 + random.nextInt(largest));
            TestRows part = all.range(from, to);
            double[] targets = new double[to - from];
            for (int i = 0; i < targets.length; i++) {
                targets[i] = Math.rint(2 * part.y()[i][0]);
            }
            groups.add(new Group(part.weights()[0], part.x(), targets));
            from = to;
        }
        return new TestGroups(groups);
    }

    public TestGroups with(UnaryOperator<float[]> features) {
        return new TestGroups(groups.stream().map(group -> group.with(features)).toList());
    }

    public GroupedRows rows() {
        GroupedRows.Builder builder = new GroupedRows.Builder(1);
        for (Group group : groups) {
            builder.startGroup(group.weight);
            for (int row = 0; row < group.x.length; row++) {
                builder.add(group.x[row], group.targets[row]);
            }
        }
        return builder.build();
    }

    /** (1/Σw) Σ w·loss at the scores of a scorer. */
    public double risk(Scorer scorer, Supplier<GroupLoss> loss) {
        GroupLoss one = loss.get();
        double sum = 0;
        double weight = 0;
        double[] u = new double[1];
        for (Group group : groups) {
            double[] scores = new double[group.x.length];
            for (int row = 0; row < scores.length; row++) {
                scorer.scoreInto(group.x[row], u);
                scores[row] = u[0];
            }
            sum += group.weight * one.gradientInto(scores, group.targets, scores.length, new double[scores.length]);
            weight += group.weight;
        }
        return sum / weight;
    }

    /** Standard deviations of x over all rows in two passes, a missing value as {@code reference}, rows weighted by group. */
    public double[] deviations(float[] reference) {
        double[] deviations = new double[reference.length];
        for (int j = 0; j < reference.length; j++) {
            double mean = moment(j, reference, 0, 1);
            deviations[j] = Math.sqrt(moment(j, reference, mean, 2));
        }
        return deviations;
    }

    private double moment(int feature, float[] reference, double centre, int power) {
        double sum = 0;
        double weight = 0;
        for (Group group : groups) {
            for (float[] row : group.x) {
                float value = Float.isNaN(row[feature]) ? reference[feature] : row[feature];
                sum += group.weight * Math.pow(value - centre, power);
                weight += group.weight;
            }
        }
        return sum / weight;
    }
}
