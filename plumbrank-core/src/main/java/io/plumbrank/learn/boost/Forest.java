package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A forest (Breiman 2001): the mean of trees that are grown each on as many groups of rows as there are, drawn with replacement, to
 * the mean of the targets, with a vector in each leaf. Groups are queries, or single rows.
 *
 * @param ensemble the mean of the trees
 * @param outOfBag what the trees that did not see a row say of it, row-major; the mean of all targets where every tree saw it
 */
@SuppressWarnings("ArrayRecordComponent") // large, and compared by nobody
public record Forest(TreeEnsemble ensemble, double[] outOfBag) {
    /**
     * Grows {@code num_round} trees by the rules of boosting.
     *
     * @throws IllegalArgumentException if the problem has a surrogate, or a parameter is not what it should be
     */
    public static Forest grow(TreeProblem problem) {
        if (problem.surrogate() != null) {
            throw new IllegalArgumentException("a forest fits least squares alone");
        }
        try (Workers workers = new Workers(problem.how().threads())) {
            return new Growth(problem, TreeParameters.ofOwn(problem.parameters()), workers).grow();
        }
    }

    private static final class Growth {
        private final TreeProblem problem;
        private final TreeParameters parameters;
        private final Workers workers;
        private final BinnedRows rows;
        private final float[] means;
        private final TreeUnits units;
        private final Grower grower;
        private final int[] groups;
        private final double[] sums;
        private final int[] unseenBy;

        Growth(TreeProblem problem, TreeParameters parameters, Workers workers) {
            this.problem = problem;
            this.parameters = parameters;
            this.workers = workers;
            int outputs = problem.outputs();
            float[] weights = problem.scaledWeights();
            Cuts cuts = Cuts.of(problem.rows(), parameters.whole("max_bin", TreeParameters.MOST_BINS), workers);
            rows = BinnedRows.of(problem.rows(), cuts, workers);
            means = new float[outputs];
            double variance = 0;
            for (int o = 0; o < outputs; o++) {
                means[o] = (float) problem.mean(weights, o);
                variance += Math.pow(problem.deviation(weights, o), 2) / outputs;
            }
            units = TreeUnits.ofSquares(Math.sqrt(variance));
            RoundedGradients gradients = new RoundedGradients(rows.rows(), outputs, TreeProblem.areEqual(weights));
            double unit = 1 / units.score();
            double[] targets = problem.targets();
            gradients.round(
                    new RoundedGradients.Source() {
                        @Override
                        public double gradient(int row, int output) {
                            return weights[row] * (means[output] - targets[row * outputs + output]) * unit;
                        }

                        @Override
                        public double curvature(int row) {
                            return weights[row];
                        }
                    },
                    workers);
            grower = new Grower(rows, gradients, new GrowthRules(parameters, units, cuts.features()), workers);
            int[] given = problem.aims().groups();
            groups = given.length > 0 ? given : new int[rows.rows()];
            if (given.length == 0) {
                Arrays.fill(groups, 1);
            }
            sums = new double[targets.length];
            unseenBy = new int[rows.rows()];
        }

        Forest grow() {
            int trees = parameters.rounds();
            List<Member> members = new ArrayList<>();
            for (int number = 0; number < trees; number++) {
                long key = Mixing.mix(problem.how().seed(), number);
                int[] copies = copies(key);
                RegressionTree tree = grower.grow(repeated(copies), key).tree(1, units);
                members.add(new Member(0, 1f / trees, tree));
                addOutOfBag(new BinnedTree(tree, rows.cuts()), tree, copies);
                problem.how().progress().round(number + 1, Double.NaN);
            }
            TreeEnsemble ensemble = TreeEnsemble.of(problem.rows().inputs(), means, members);
            int outputs = means.length;
            for (int i = 0; i < sums.length; i++) {
                sums[i] = means[i % outputs] + sums[i] / Math.max(1, unseenBy[i / outputs]);
            }
            return new Forest(ensemble, sums);
        }

        /** How often each row is drawn. */
        private int[] copies(long key) {
            int[] drawn = new int[groups.length];
            for (int i = 0; i < groups.length; i++) {
                drawn[(int) Long.remainderUnsigned(Mixing.mix(key, 6, i), groups.length)]++;
            }
            int[] copies = new int[rows.rows()];
            int row = 0;
            for (int group = 0; group < groups.length; group++) {
                Arrays.fill(copies, row, row + groups[group], drawn[group]);
                row += groups[group];
            }
            return copies;
        }

        private static int[] repeated(int[] copies) {
            int[] sample = new int[Arrays.stream(copies).sum()];
            int next = 0;
            for (int row = 0; row < copies.length; row++) {
                for (int copy = 0; copy < copies[row]; copy++) {
                    sample[next++] = row;
                }
            }
            return sample;
        }

        private void addOutOfBag(BinnedTree binned, RegressionTree tree, int[] copies) {
            int outputs = means.length;
            workers.ranges(copies.length, 1 << 12, (from, to) -> {
                for (int row = from; row < to; row++) {
                    if (copies[row] == 0) {
                        int leaf = binned.leaf(rows, row);
                        unseenBy[row]++;
                        for (int o = 0; o < outputs; o++) {
                            sums[row * outputs + o] += tree.value(leaf, o);
                        }
                    }
                }
            });
        }
    }
}
