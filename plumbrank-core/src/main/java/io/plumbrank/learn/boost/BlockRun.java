package io.plumbrank.learn.boost;

import io.plumbrank.learn.boost.BlockState.Gradients;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.trees.Boosting;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeStopping;
import io.plumbrank.learn.trees.TreeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of boosting on rows that stay in their blocks. A round asks the blocks once for the largest gradients, once per level for
 * histograms of the smaller children, and once for the measure; the trees are those of {@link BoostingRun}, as histograms are whole
 * numbers, and other sums are made by block.
 */
final class BlockRun<I extends Instance, S extends Summable<S>> implements AutoCloseable {
    private final TreeParameters parameters;
    private final long seed;
    private final int outputs;
    private final Stop<I, S> stop;
    private final BlockPart part;
    private final BlockTalk<I> fitted;
    /** Where boosting is stopped: the same, or other blocks. */
    private final BlockTalk<I> held;

    private final Cuts cuts;
    private final int width;
    private final int sketched;
    private final float[] baseScores;
    private final TreeUnits units;
    private final GrowthRules rules;
    private final RoundedGradients rounded;
    private final List<Member> members = new ArrayList<>();

    /**
     * What stops it.
     *
     * @param parts how well scores do; null where nothing stops it
     * @param file the blocks of the file that does; null where a fold does
     * @param fault where the measure is undefined on all of it
     */
    record Stop<I extends Instance, S extends Summable<S>>(
            Plan.@Nullable Parts<I, S> parts, @Nullable BlockTalk<I> file, RuntimeException fault) {}

    BlockRun(TreeParameters parameters, long seed, BlockPart part, Talks<I> talks, Stop<I, S> stop) {
        this.parameters = parameters;
        this.seed = seed;
        this.part = part;
        this.stop = stop;
        this.fitted = talks.fitted;
        this.held = stop.file == null ? talks.fitted : stop.file;
        this.cuts = talks.start.cuts();
        this.outputs = talks.start.outputs();
        if (stop.parts != null && Double.isNaN(score().measure())) {
            throw stop.fault;
        }
        Moments moments = fitted.ask(BlockState::moments).orElseThrow();
        double[] means = moments.sums().values().clone();
        Arrays.setAll(means, o -> means[o] / moments.weight());
        double[] squares =
                fitted.ask(state -> state.squares(means)).orElseThrow().values();
        double[] deviations = new double[outputs];
        Arrays.setAll(deviations, o -> Math.sqrt(squares[o] / moments.weight()));
        units = TreeUnits.ofSquares(TreeProblem.together(deviations));
        baseScores = new float[outputs];
        for (int o = 0; o < outputs; o++) {
            baseScores[o] = (float) parameters.baseScore(means[o]);
        }
        rules = new GrowthRules(parameters, units, cuts.features());
        width = BoostingRun.width(parameters, outputs);
        int few = BoostingRun.sketched(parameters, rules, width);
        sketched = few < width ? few : 0;
        int numbers = sketched > 0 ? sketched : width;
        boolean equal = moments.least() == moments.most();
        rounded = new RoundedGradients(0, part.rows(), numbers, equal);
        tell(new BlockState.Base(baseScores, units, numbers, equal));
    }

    /** @param start what was told to {@code fitted} */
    record Talks<I extends Instance>(BlockTalk<I> fitted, BlockState.Start start) {}

    private void tell(BlockState.Update update) {
        fitted.tell(update);
        if (held != fitted) {
            held.tell(update);
        }
    }

    TreeFit run(TreeProblem.Progress progress) {
        TreeStopping stopping = new TreeStopping(parameters.patience());
        int rounds = 0;
        boolean over = false;
        while (rounds < parameters.rounds() && !stopping.hasStalled() && !over) {
            boost(Mixing.mix(seed, rounds));
            rounds++;
            Score score = score();
            if (stop.parts != null) {
                stopping.add(score);
            }
            progress.round(rounds, score.measure());
            over = progress.isOver();
        }
        int kept = stop.parts == null ? rounds : stopping.bestRound();
        TreeEnsemble ensemble =
                TreeEnsemble.of(cuts.features(), baseScores, members.subList(0, kept * (outputs / width)));
        return new TreeFit(ensemble, kept, rounds, 0, stopping.measures());
    }

    private void boost(long key) {
        double share = parameters.number("subsample", 1);
        long sure = BoostingRun.sure(part.instances(), key);
        double eta = parameters.number("eta", 1);
        for (int first = 0; first < outputs; first += width) {
            long own = Mixing.mix(key, first);
            Gradients of = new Gradients(first, width, sketched, own);
            RoundedGradients.Largest largest =
                    fitted.askExactly(state -> state.largest(of)).orElseThrow();
            rounded.take(largest);
            fitted.tell(new BlockState.Rounding(of, largest, share, key, sure));
            GrownTree grown = grow(new Branching(cuts, rounded, rules, own));
            RegressionTree tree = grown.tree(eta, units);
            Member member = new Member(first, 1, sketched > 0 ? grown.tree(eta, units, leafSums(tree)) : tree);
            members.add(member);
            tell(new BlockState.Grown(member));
        }
    }

    private double[][] leafSums(RegressionTree grown) {
        double[] sums = fitted.ask(state -> state.leafSums(grown)).orElseThrow().values();
        double[][] byNode = new double[grown.nodes()][];
        Arrays.setAll(byNode, node -> Arrays.copyOfRange(sums, node * outputs, (node + 1) * outputs));
        return byNode;
    }

    private GrownTree grow(Branching branching) {
        boolean[] groups = branching.groups();
        LevelSums sums = fitted.askExactly(state -> state.rootSums(groups)).orElseThrow();
        Node root = branching.root(two(sums.counts()[0]), sums.histograms()[1]);
        search(branching, root, sums.histograms()[0]);
        List<Node> level = List.of(root);
        while (level.stream().anyMatch(node -> node.split != null)) {
            level = deeper(branching, level, groups);
        }
        return new GrownTree(root, cuts, rounded, rules);
    }

    /** Whether there are two of them is all that is asked. */
    private static int two(long rows) {
        return (int) Math.min(rows, 2);
    }

    /** Splits the nodes of a level; gives their children. */
    private List<Node> deeper(Branching branching, List<Node> level, boolean[] groups) {
        List<Node> parents = level.stream().filter(node -> node.split != null).toList();
        if (parents.get(0).depth + 1 >= rules.deepest()) {
            // no child is split, so that nobody asks how many rows it has
            parents.forEach(node -> branching.split(node, Objects.requireNonNull(node.split), 0, 0));
            return List.of();
        }
        fitted.tell(new BlockState.Splits(level.stream().map(node -> node.split).toList()));
        int[] small = new int[parents.size()];
        Arrays.setAll(small, i -> 2 * i + (isLeftSmaller(parents.get(i)) ? 0 : 1));
        LevelSums sums =
                fitted.askExactly(state -> state.levelSums(small, groups)).orElseThrow();
        List<Node> children = new ArrayList<>();
        for (int i = 0; i < parents.size(); i++) {
            Node node = parents.get(i);
            long[] counts = sums.counts();
            branching.split(node, Objects.requireNonNull(node.split), two(counts[2 * i]), two(counts[2 * i + 1]));
            long[] ofSmall = sums.histograms()[i];
            long[] ofLarge = Objects.requireNonNull(node.histogram);
            node.histogram = null;
            for (int bin = 0; bin < ofLarge.length; bin++) {
                ofLarge[bin] -= ofSmall[bin];
            }
            boolean left = small[i] % 2 == 0;
            search(branching, Objects.requireNonNull(node.left), left ? ofSmall : ofLarge);
            search(branching, Objects.requireNonNull(node.right), left ? ofLarge : ofSmall);
            children.add(node.left);
            children.add(node.right);
        }
        return children;
    }

    private boolean isLeftSmaller(Node node) {
        long[] left = Objects.requireNonNull(node.split).left();
        return 2 * rounded.curvature(left, 0) <= rounded.curvature(node.sums, 0);
    }

    private static void search(Branching branching, Node node, long[] histogram) {
        if (!branching.maySplit(node)) {
            return;
        }
        SplitSearch search = branching.search(node);
        for (int feature : branching.features(node)) {
            search.lookAt(feature, histogram);
        }
        node.split = search.found();
        node.histogram = node.split == null ? null : histogram;
    }

    private Score score() {
        Plan.Parts<I, S> parts = stop.parts;
        if (parts == null) {
            return Score.NONE;
        }
        return held.<S>ask(state -> state.held().isEmpty() ? null : parts.of(state.held(), state.outputs()))
                .map(parts::score)
                .orElse(Score.NONE);
    }

    @Override
    public void close() {
        fitted.close();
        if (held != fitted) {
            held.close();
        }
    }

    /** What to do about instances that weigh nothing. */
    static void requireWeight(boolean weighs, Instances<?> source, int fold) {
        if (!weighs) {
            throw Boosting.withoutWeight(source, fold);
        }
    }
}
