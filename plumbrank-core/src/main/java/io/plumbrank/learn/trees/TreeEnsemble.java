package io.plumbrank.learn.trees;

import io.plumbrank.learn.arithmetic.Shapes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * u_o = base_o + Σ weight · tree(x) over the trees of output o, in floats and in the order of the trees: bit for bit what
 * XGBoost's margin is, and what RankLib's ensembles give. {@link #ofDoubles} adds doubles, as LightGBM does.
 *
 * <p>Immutable. A row costs O(trees · depth) and allocates nothing; a batch takes several rows through a tree at a time and
 * is the fast way.
 *
 * <pre>{@code
 * ensemble.scoreInto(x, rows, u);
 * }</pre>
 */
public final class TreeEnsemble implements Trees {
    private static final long serialVersionUID = 1;

    private final int inputs;
    private final float[] baseScores;
    private final List<Member> members;
    /** What a sum of doubles is divided by; 0 where sums are floats. */
    private final int divisor;

    private final PackedTrees packed;

    private TreeEnsemble(int inputs, float[] baseScores, List<Member> members, int divisor) {
        this.inputs = inputs;
        this.baseScores = baseScores;
        this.members = members;
        this.divisor = divisor;
        this.packed = new PackedTrees(baseScores, members, divisor);
    }

    /** A tree whose leaves, times the weight, are added to the outputs from {@code output}, 0-based, on. */
    public record Member(int output, float weight, RegressionTree tree) implements Serializable {
        public Member {
            if (!Float.isFinite(weight)) {
                throw new IllegalArgumentException("the weight of a tree must be finite, got " + weight);
            }
        }
    }

    /**
     * From its parts.
     *
     * @param inputs how many features rows have
     * @param baseScores where the sum of each output begins; copied
     * @param members in the order of addition
     * @throws IllegalArgumentException if a number is not finite, or a tree has an output or a feature beyond these
     */
    public static TreeEnsemble of(int inputs, float[] baseScores, List<Member> members) {
        return of(inputs, baseScores, members, 0);
    }

    /**
     * u = (Σ tree(x)) / divisor in doubles, for trees {@link RegressionTree#withDoubles}.
     *
     * @param divisor 1 for a sum, the number of trees for a mean
     */
    public static TreeEnsemble ofDoubles(int inputs, List<RegressionTree> trees, int divisor) {
        if (divisor < 1) {
            throw new IllegalArgumentException("the divisor must be at least 1, got " + divisor);
        }
        List<Member> members =
                trees.stream().map(tree -> new Member(0, 1f / divisor, tree)).toList();
        return of(inputs, new float[1], members, divisor);
    }

    private static TreeEnsemble of(int inputs, float[] baseScores, List<Member> members, int divisor) {
        if (inputs < 0) {
            throw new IllegalArgumentException("inputs must be at least 0, got " + inputs);
        }
        for (float base : baseScores) {
            if (!Float.isFinite(base)) {
                throw new IllegalArgumentException("base scores must be finite, got " + base);
            }
        }
        for (Member member : members) {
            int last = member.output() + member.tree().outputs() - 1;
            if (member.output() < 0 || last >= baseScores.length) {
                throw new IllegalArgumentException("a tree of output " + (member.output() < 0 ? member.output() : last)
                        + ", but " + baseScores.length + " outputs");
            }
            if (member.tree().largestFeature() >= inputs) {
                throw new IllegalArgumentException("a split on feature "
                        + (member.tree().largestFeature() + 1L) + ", but " + inputs + " features");
            }
        }
        return new TreeEnsemble(inputs, baseScores.clone(), List.copyOf(members), divisor);
    }

    /**
     * The same for rows with more features, which it does not look at; RankLib's files, for one, do not say how many there
     * were.
     *
     * @throws IllegalArgumentException if there are fewer than its trees look at
     */
    public TreeEnsemble withInputs(int wider) {
        return of(wider, baseScores, members, divisor);
    }

    /** Other trees, added in the same way. */
    TreeEnsemble with(int otherInputs, List<Member> others) {
        return of(otherInputs, baseScores, others, divisor);
    }

    /** Whether leaves and sums are doubles. */
    public boolean isOfDoubles() {
        return divisor > 0;
    }

    @Override
    public TreeEnsemble ensemble() {
        return this;
    }

    @Override
    public Optional<TreeEnsemble> plain(int mostNodes) {
        return members.stream().noneMatch(member -> member.tree.hasSets())
                ? Optional.of(this)
                : PlainTrees.of(this, inputs, List.of(), mostNodes);
    }

    @Override
    public Importance importance() {
        return Importance.of(this);
    }

    @Override
    public TreeEnsemble countedFrom(int first) {
        return renumbered(Math.addExact(inputs, first), feature -> first + feature);
    }

    /** A copy for rows in which every step-th feature is one of its own. */
    TreeEnsemble atStep(int step) {
        return step == 1 ? this : renumbered(Math.multiplyExact(inputs, step), feature -> feature * step);
    }

    private TreeEnsemble renumbered(int wider, IntUnaryOperator number) {
        List<Member> moved = members.stream()
                .map(member -> new Member(member.output, member.weight, member.tree.renumbered(number)))
                .toList();
        return of(wider, baseScores, moved, divisor);
    }

    /**
     * The same to the bit with a tree per output in place of each whose leaves have vectors, for what knows numbers alone. Each has the
     * gains of the whole.
     */
    public TreeEnsemble withScalarLeaves() {
        if (members.stream().allMatch(member -> member.tree.outputs() == 1)) {
            return this;
        }
        List<Member> split = new ArrayList<>();
        for (Member member : members) {
            for (int o = 0; o < member.tree.outputs(); o++) {
                split.add(new Member(member.output + o, member.weight, member.tree.ofOutput(o)));
            }
        }
        return of(inputs, baseScores, split, divisor);
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return baseScores.length;
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        packed.scoreRowInto(x, u);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        packed.scoreRowsInto(x, inputs, rows, u);
    }

    /** Where the sum of each output begins, a fresh array. */
    public float[] baseScores() {
        return baseScores.clone();
    }

    /** The trees in the order of addition. */
    public List<Member> members() {
        return members;
    }

    /** Whether gains and covers are known of all trees; {@link TreeContributions} needs them. */
    public boolean hasStatistics() {
        return members.stream().allMatch(member -> member.tree().hasStatistics());
    }

    /** By exact Shapley values of both rows; see {@link TreeContributions}. */
    @Override
    public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
        from(b, output).into(a, contributions);
    }

    @Override
    public boolean isExplained() {
        return hasStatistics();
    }

    /** Explains b once. */
    @Override
    public Differences from(float[] b, int output) {
        TreeContributions explained = TreeContributions.of(this);
        double[] ofB = new double[explained.size()];
        explained.contributionsInto(b, ofB);
        double[] ofA = new double[ofB.length];
        int first = output * (inputs + 1);
        return (a, contributions) -> {
            Shapes.requirePair(this, a, b, output, contributions);
            explained.contributionsInto(a, ofA);
            for (int j = 0; j < inputs; j++) {
                contributions[j] = ofA[first + j] - ofB[first + j];
            }
        };
    }

    @Override
    public boolean uses(int feature) {
        return members.stream()
                .anyMatch(member -> IntStream.range(0, member.tree.nodes())
                        .flatMap(node -> Arrays.stream(member.tree.splitFeatures(node)))
                        .anyMatch(used -> used == feature));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeEnsemble that
                && inputs == that.inputs
                && divisor == that.divisor
                && Arrays.equals(baseScores, that.baseScores)
                && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(baseScores) + members.hashCode();
    }
}
