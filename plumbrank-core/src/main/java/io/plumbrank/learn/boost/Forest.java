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
 * the mean of the targets, with a vector in each leaf. Groups are queries, or single rows. Where rows do not know some targets, each
 * output has a forest of its own.
 *
 * @param ensemble the mean of the trees
 * @param outOfBag what the trees that did not see a row say of it, row-major; the mean of all targets where every tree saw it
 */
public record Forest(TreeEnsemble ensemble, double[] outOfBag) {
    /** @throws IllegalArgumentException if the problem has a surrogate, or a parameter is not what it should be */
    public static Forest grow(TreeProblem problem) {
        if (problem.surrogate() != null) {
            throw new IllegalArgumentException("a forest fits least squares alone");
        }
        if (problem.hasGaps()) {
            return perOutput(problem);
        }
        try (Workers workers = new Workers(problem.how().threads())) {
            return new Growth(problem, TreeParameters.ofOwn(problem.parameters()), workers).grow();
        }
    }

    /** A forest for each output, in which rows that do not know it weigh 0. */
    private static Forest perOutput(TreeProblem problem) {
        int outputs = problem.outputs();
        int rows = problem.rows().rows();
        float[] weights = problem.scaledWeights();
        float[] means = new float[outputs];
        List<Member> members = new ArrayList<>();
        double[] outOfBag = new double[rows * outputs];
        for (int o = 0; o < outputs; o++) {
            double[] targets = new double[rows];
            double[] own = new double[rows];
            for (int row = 0; row < rows; row++) {
                boolean known = problem.isKnown(row, o);
                targets[row] = known ? problem.targets()[row * outputs + o] : 0;
                own[row] = known ? weights[row] : 0;
            }
            if (Arrays.stream(own).sum() == 0) {
                continue;
            }
            Forest forest = grow(new TreeProblem(
                    problem.rows(),
                    new TreeProblem.Aims(targets, 1, own, problem.aims().groups()),
                    null,
                    null,
                    null,
                    problem.how()));
            means[o] = forest.ensemble.baseScores()[0];
            for (Member member : forest.ensemble.members()) {
                members.add(new Member(o, member.weight(), member.tree()));
            }
            for (int row = 0; row < rows; row++) {
                outOfBag[row * outputs + o] = forest.outOfBag[row];
            }
        }
        return new Forest(TreeEnsemble.of(problem.rows().inputs(), means, members), outOfBag);
    }

    private static final class Growth {
        private final TreeProblem problem;
        private final TreeParameters parameters;
        private final Workers workers;
        private final BinnedRows rows;
        private final float[] means;
        private final TreeUnits units;
        /** How many numbers take the place of the outputs in the search for splits, 0 for none. */
        private final int sketched;

        private final RoundedGradients gradients;
        private final RoundedGradients.Source source;
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
            double[] exact = problem.means(weights);
            for (int o = 0; o < outputs; o++) {
                means[o] = (float) exact[o];
            }
            units = TreeUnits.ofSquares(problem.deviation(weights));
            int[] given = problem.aims().groups();
            groups = given.length > 0 ? given : new int[rows.rows()];
            if (given.length == 0) {
                Arrays.fill(groups, 1);
            }
            sketched = parameters.whole("sketch", 0);
            gradients = new RoundedGradients(
                    rows.rows(), largestSample(), isSketched() ? sketched : outputs, TreeProblem.areEqual(weights));
            double unit = 1 / units.score();
            double[] targets = problem.targets();
            source = new RoundedGradients.Source() {
                @Override
                public void gradientInto(int row, double[] gradient) {
                    for (int o = 0; o < outputs; o++) {
                        gradient[o] = weights[row] * unit * (means[o] - targets[row * outputs + o]);
                    }
                }

                @Override
                public double curvature(int row) {
                    return weights[row];
                }
            };
            if (!isSketched()) {
                gradients.round(source, problem.how().seed(), workers);
            }
            grower = new Grower(
                    rows,
                    gradients,
                    new GrowthRules(parameters, units, cuts.features()),
                    problem.rows().categories(),
                    workers);
            sums = new double[targets.length];
            unseenBy = new int[rows.rows()];
        }

        Forest grow() {
            int trees = parameters.rounds();
            List<Member> members = new ArrayList<>();
            for (int number = 0; number < trees; number++) {
                long key = key(number);
                int[] copies = copies(key);
                RegressionTree tree = tree(repeated(copies), key);
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

        private boolean isSketched() {
            return sketched > 0 && sketched < means.length;
        }

        private RegressionTree tree(int[] sample, long key) {
            if (!isSketched()) {
                return grower.grow(sample, key).tree(1, units);
            }
            Sketch sketch = new Sketch(means.length, sketched, key);
            int outputs = means.length;
            double unit = 1 / units.score();
            double[] targets = problem.targets();
            RoundedGradients.Source few = new RoundedGradients.Source() {
                @Override
                public void gradientInto(int row, double[] gradient) {
                    sketch.into(means, 0, targets, row * outputs, source.curvature(row) * unit, gradient);
                }

                @Override
                public double curvature(int row) {
                    return source.curvature(row);
                }
            };
            gradients.round(few, Mixing.mix(key, 7), workers);
            GrownTree grown = grower.grow(sample, key);
            return grown.tree(1, units, grower.leafSums(grown, source, means.length));
        }

        /** Groups of unlike sizes can come to more rows than there are. */
        private int largestSample() {
            long largest = 0;
            for (int number = 0; number < parameters.rounds(); number++) {
                int[] drawn = drawn(key(number));
                long size = 0;
                for (int group = 0; group < groups.length; group++) {
                    size += (long) drawn[group] * groups[group];
                }
                largest = Math.max(largest, size);
            }
            return Math.toIntExact(largest);
        }

        private long key(int number) {
            return Mixing.mix(problem.how().seed(), number);
        }

        /** How often each group is drawn. */
        private int[] drawn(long key) {
            int[] drawn = new int[groups.length];
            for (int i = 0; i < groups.length; i++) {
                drawn[(int) Long.remainderUnsigned(Mixing.mix(key, 6, i), groups.length)]++;
            }
            return drawn;
        }

        /** How often each row is drawn. */
        private int[] copies(long key) {
            int[] drawn = drawn(key);
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
