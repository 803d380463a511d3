package io.plumbrank.learn.boost;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeUnits;
import io.plumbrank.util.internal.RunningSums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What boosting keeps at a block from pass to pass: binned rows, scores, and which rows are in which node of the tree that grows. All
 * of it follows from the block's rows and from what was told, so that it can be made again elsewhere.
 */
final class BlockState<I extends Instance> {
    private static final Workers ALONE = new Workers(1);
    /** The longest array that every JVM can make. */
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    private final Start start;
    private final Rows fitted;
    private final Rows held;
    private final List<I> heldInstances;
    private final int[] heldEnds;
    private final long firstInstance;
    private final long firstRow;

    private int[] sample = {};
    private long[] rootSums = {};
    private @Nullable SquaredGradients squared;
    private @Nullable RoundedGradients rounded;
    private @Nullable Histograms histograms;
    private @Nullable NodeRows nodeRows;
    /** Where the rows of each node of the deepest level begin and end, one after the other. */
    private int[] level = {};

    private long at;

    /**
     * What does not change while trees are boosted.
     *
     * @param part which instances are fitted; the others are held out
     * @param ofAll how many targets a row has
     * @param from the first of those that are boosted
     * @param outputs how many of them
     * @param weight of all rows that are fitted
     */
    record Start(BlockPart part, Cuts cuts, int ofAll, int from, int outputs, double weight) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** Rows of a block with their scores. */
    private record Rows(@Nullable BinnedRows bins, int[] groups, double[] targets, float[] weights, float[] scores) {
        int count() {
            return weights.length;
        }

        void add(Member member, Cuts cuts, int outputs) {
            if (bins != null) {
                new BinnedTree(member.tree(), cuts)
                        .addTo(scores, outputs, member.output(), bins, BinnedTree.all(count()), ALONE);
            }
        }
    }

    BlockState(Start start, Block<I> block) {
        this.start = start;
        List<I> all = new ArrayList<>();
        heldInstances = new ArrayList<>();
        start.part.visit(block, all::add, heldInstances::add);
        boolean fits = start.part.fits();
        firstInstance = fits ? start.part.firstInstances()[block.number()] : 0;
        firstRow = fits ? start.part.firstRow(block.number()) : 0;
        fitted = rows(block.instances(), all);
        held = rows(block.instances(), heldInstances);
        heldEnds = held.groups.clone();
        RunningSums.inPlace(heldEnds);
    }

    /** How many updates it has taken. */
    synchronized long at() {
        return at;
    }

    /** @param after how many it has taken then */
    synchronized void take(List<Update> updates, long after) {
        updates.forEach(update -> update.on(this));
        at = after;
    }

    private Rows rows(Instances<I> source, List<I> instances) {
        int width = start.cuts.features();
        int outputs = start.outputs;
        int[] groups = instances.stream().mapToInt(Instance::rows).toArray();
        long count = Arrays.stream(groups).asLongStream().sum();
        if (count > LONGEST / Math.max(width, outputs)) {
            throw source.fault(
                    count + " rows of " + width + " values in one block",
                    "at most " + LONGEST + " values: more blocks make blocks smaller");
        }
        int rows = (int) count;
        float[] x = new float[rows * width];
        double[] targets = new double[rows * outputs];
        float[] weights = new float[rows];
        double scale = start.part.fits() ? start.part.rows() : 1;
        int row = 0;
        for (I instance : instances) {
            float[] own = instance.x(width);
            requireFinite(source, instance, own);
            System.arraycopy(own, 0, x, row * width, own.length);
            double[] aims = instance.targets();
            for (int i = 0; i < instance.rows(); i++, row++) {
                System.arraycopy(aims, i * start.ofAll + start.from, targets, row * outputs, outputs);
                weights[row] = (float) (BlockFacts.weight(instance, i) * scale / start.weight);
            }
        }
        BinnedRows bins = rows == 0 ? null : BinnedRows.of(new TreeRows(x, width, rows), start.cuts, ALONE);
        return new Rows(bins, groups, targets, weights, new float[rows * outputs]);
    }

    private void requireFinite(Instances<I> source, I instance, float[] x) {
        for (float value : x) {
            if (Float.isInfinite(value)) {
                throw source.fault(
                        instance, "an infinite value of a feature", "finite values: trees part them by thresholds");
            }
        }
    }

    /** Something that is told to all blocks, in the same order. */
    sealed interface Update extends Serializable permits Base, Rounding, Splits, Grown {
        void on(BlockState<?> state);
    }

    /** Where scores begin, and how gradients are kept: for so many numbers, and whether all rows weigh the same. */
    record Base(float[] scores, TreeUnits units, int numbers, boolean equal) implements Update {
        private static final long serialVersionUID = 1;

        @Override
        public void on(BlockState<?> state) {
            state.begin(this);
        }
    }

    private void begin(Base base) {
        for (Rows rows : List.of(fitted, held)) {
            float[] first = BoostingRun.repeated(base.scores, rows.count());
            System.arraycopy(first, 0, rows.scores, 0, first.length);
        }
        if (fitted.bins == null) {
            return;
        }
        squared = new SquaredGradients(
                fitted.scores, fitted.targets, fitted.weights, start.outputs, 1 / base.units.score(), false);
        RoundedGradients gradients = new RoundedGradients(fitted.count(), start.part.rows(), base.numbers, base.equal);
        rounded = gradients;
        histograms = new Histograms(fitted.bins, gradients.stride());
        nodeRows = new NodeRows(fitted.bins, gradients, histograms, ALONE);
    }

    /**
     * The gradients of a tree.
     *
     * @param first the first output of the tree
     * @param width how many outputs it has
     * @param sketched how many numbers stand for them, 0 for all of them
     * @param key of the tree
     */
    record Gradients(int first, int width, int sketched, long key) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private RoundedGradients.Source source(Gradients of) {
        SquaredGradients all = Objects.requireNonNull(squared);
        return of.sketched > 0 ? all.of(new Sketch(of.width, of.sketched, of.key)) : all.of(of.first);
    }

    /** The largest gradient and curvature; null without rows. */
    RoundedGradients.@Nullable Largest largest(Gradients of) {
        return rounded == null ? null : rounded.largest(source(of), ALONE);
    }

    /** Begins a tree: its gradients, the largest of all rows, and the share of the groups that it is grown on. */
    record Rounding(Gradients of, RoundedGradients.Largest largest, double share, long roundKey, long sure)
            implements Update {
        private static final long serialVersionUID = 1;

        @Override
        public void on(BlockState<?> state) {
            state.round(this);
        }
    }

    private void round(Rounding told) {
        RoundedGradients gradients = rounded;
        if (gradients == null) {
            return;
        }
        gradients.take(told.largest);
        gradients.round(source(told.of), Mixing.mix(told.of.key, 7), firstRow, ALONE);
        sample = told.share >= 1
                ? BinnedTree.all(fitted.count())
                : BoostingRun.sample(
                        fitted.groups, fitted.count(), firstInstance, told.sure, told.share, told.roundKey);
        rootSums = Objects.requireNonNull(nodeRows).begin(sample);
        level = new int[] {0, sample.length};
    }

    /** @param splits of each node of the deepest level; null for one that stays a leaf */
    record Splits(List<Node.@Nullable Split> splits) implements Update {
        private static final long serialVersionUID = 1;

        @Override
        public void on(BlockState<?> state) {
            state.split(this);
        }
    }

    private void split(Splits told) {
        NodeRows rows = nodeRows;
        if (rows == null) {
            return;
        }
        int[] next =
                new int[4 * (int) told.splits.stream().filter(Objects::nonNull).count()];
        int place = 0;
        for (int node = 0; node < told.splits.size(); node++) {
            Node.Split split = told.splits.get(node);
            if (split != null) {
                int from = level[2 * node];
                int to = level[2 * node + 1];
                int middle = rows.part(from, to, split);
                next[place++] = from;
                next[place++] = middle;
                next[place++] = middle;
                next[place++] = to;
            }
        }
        level = next;
    }

    /** A tree that is done. */
    record Grown(Member member) implements Update {
        private static final long serialVersionUID = 1;

        @Override
        public void on(BlockState<?> state) {
            state.fitted.add(member, state.start.cuts, state.start.outputs);
            state.held.add(member, state.start.cuts, state.start.outputs);
        }
    }

    /** How many rows each node of the deepest level has, and the sums of some of them; null without rows. */
    @Nullable
    LevelSums levelSums(int[] wanted, boolean[] groups) {
        NodeRows rows = nodeRows;
        if (rows == null || histograms == null) {
            return null;
        }
        long[] counts = new long[level.length / 2];
        Arrays.setAll(counts, node -> level[2 * node + 1] - level[2 * node]);
        long[][] sums = new long[wanted.length][];
        for (int i = 0; i < wanted.length; i++) {
            int node = wanted[i];
            sums[i] = histograms.fresh();
            for (int slice = 0; slice < rows.slices(); slice++) {
                rows.sum(slice, groups, level[2 * node], level[2 * node + 1], sums[i]);
            }
        }
        return new LevelSums(counts, sums);
    }

    /** What the rows of the tree that grows sum to; null without rows. */
    @Nullable
    LevelSums rootSums(boolean[] groups) {
        LevelSums root = levelSums(new int[] {0}, groups);
        return root == null ? null : new LevelSums(root.counts(), new long[][] {root.histograms()[0], rootSums});
    }

    /** The gradients of all outputs over the rows of each leaf of a tree that grew on a sketch. */
    DoubleSums leafSums(RegressionTree tree) {
        int outputs = start.outputs;
        double[] sums = new double[tree.nodes() * outputs];
        if (fitted.bins != null) {
            RoundedGradients.Source source = Objects.requireNonNull(squared).of(0);
            BinnedTree binned = new BinnedTree(tree, start.cuts);
            double[] gradient = new double[outputs];
            for (int row : sample) {
                source.gradientInto(row, gradient);
                int at = binned.leaf(fitted.bins, row) * outputs;
                for (int o = 0; o < outputs; o++) {
                    sums[at + o] += gradient[o];
                }
            }
        }
        return new DoubleSums(sums);
    }

    /** The weighted sum of the targets of each output, the weight, and the least and the largest weight. */
    Moments moments() {
        double[] sums = new double[start.outputs];
        double weight = 0;
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (int row = 0; row < fitted.count(); row++) {
            float own = fitted.weights[row];
            for (int o = 0; o < sums.length; o++) {
                sums[o] += own * fitted.targets[row * sums.length + o];
            }
            weight += own;
            least = Math.min(least, own);
            most = Math.max(most, own);
        }
        return new Moments(new DoubleSums(sums), weight, least, most);
    }

    /** The weighted sum of each output's squared distances from a mean. */
    DoubleSums squares(double[] means) {
        double[] sums = new double[means.length];
        for (int row = 0; row < fitted.count(); row++) {
            for (int o = 0; o < sums.length; o++) {
                double off = fitted.targets[row * sums.length + o] - means[o];
                sums[o] += fitted.weights[row] * off * off;
            }
        }
        return new DoubleSums(sums);
    }

    List<I> held() {
        return heldInstances;
    }

    /** Their scores. */
    Outputs outputs() {
        double[] scores = new double[held.scores.length];
        Arrays.setAll(scores, i -> held.scores[i]);
        return new Outputs(new double[][] {scores}, heldEnds, new int[] {start.outputs});
    }
}
