package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.SurrogateGradients;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEngine;
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
import org.jspecify.annotations.Nullable;

final class BoostingRun implements AutoCloseable {
    /** A tree then costs little more than one of a single output, and gave less error on label rankings and generated rows. */
    private static final int SKETCHED = 1;

    private static final int MOST_UNSKETCHED = 2;

    private final TreeProblem task;
    private final TreeParameters parameters;
    private final Workers workers;
    private final TreeStopping stopping;
    private final BinnedRows train;
    private final @Nullable BinnedRows valid;
    private final float[] weights;
    private final @Nullable SurrogateGradients surrogate;
    private final TreeUnits units;
    /** Whether rows do not know the targets of some outputs. */
    private final boolean gaps;
    /** How many outputs a tree has: all of them, or one, as it must where a row is of some outputs and not of others. */
    private final int width;
    /** How many numbers take the place of the outputs in the search for splits, 0 for none. */
    private final int sketched;

    private final RoundedGradients rounded;
    private final Grower grower;
    private final float[] baseScores;
    private final float[] scores;
    private final SquaredGradients squared;
    private final float[] validScores;
    private final List<Member> members = new ArrayList<>();
    private final @Nullable TreeCheckpoint checkpoint;

    private int rounds;
    private int resumedAfter;

    BoostingRun(TreeProblem task, TreeParameters parameters) {
        this.task = task;
        this.parameters = parameters;
        int outputs = task.outputs();
        workers = new Workers(task.how().threads());
        stopping = new TreeStopping(parameters.patience());
        weights = task.scaledWeights();
        Cuts cuts = Cuts.of(task.rows(), parameters.whole("max_bin", TreeParameters.MOST_BINS), workers);
        train = BinnedRows.of(task.rows(), cuts, workers);
        TreeProblem.Validation validation = task.validation();
        valid = validation == null ? null : BinnedRows.of(validation.rows(), cuts, workers);
        gaps = task.hasGaps();
        TreeProblem.Surrogate given = task.surrogate();
        // a leaf for all outputs would need one curvature for them, and those of a surrogate differ
        width = given == null && !gaps ? width(parameters, outputs) : 1;
        surrogate = given == null
                ? null
                : new SurrogateGradients(given, task.aims(), weights, task.how().threads(), parameters.baseScore(0));
        baseScores = new float[outputs];
        double[] means = given == null ? task.means(weights) : new double[outputs];
        for (int o = 0; o < outputs; o++) {
            baseScores[o] = (float) parameters.baseScore(means[o]);
        }
        units = surrogate == null ? TreeUnits.ofSquares(task.deviation(weights)) : surrogate.units();
        GrowthRules rules = new GrowthRules(parameters, units, cuts.features());
        sketched = sketched(parameters, rules, width);
        boolean equal = surrogate == null && !gaps && TreeProblem.areEqual(weights);
        rounded = new RoundedGradients(train.rows(), train.rows(), isSketched() ? sketched : width, equal);
        grower = new Grower(train, rounded, rules, task.rows().categories(), workers);
        scores = repeated(baseScores, train.rows());
        squared = new SquaredGradients(scores, task.targets(), weights, outputs, 1 / units.score(), gaps);
        validScores = repeated(baseScores, valid == null ? 0 : valid.rows());
        checkpoint = task.checkpoints() == null ? null : TreeCheckpoint.of(task, parameters, TreeEngine.OWN);
        resume();
    }

    /** How many outputs a tree has for squares of targets that are known. */
    static int width(TreeParameters parameters, int outputs) {
        return parameters.text("multi", "tree").equals("tree") ? outputs : 1;
    }

    /** How many numbers take the place of so many outputs in the search for splits, 0 for none. */
    static int sketched(TreeParameters parameters, GrowthRules rules, int width) {
        int sketched = parameters.whole("sketch", rules.isMonotone() || width <= MOST_UNSKETCHED ? 0 : SKETCHED);
        if (sketched > 0 && rules.isMonotone()) {
            throw new IllegalArgumentException("sketch has no monotone_constraints; take sketch=0");
        }
        return sketched;
    }

    private boolean isSketched() {
        return sketched > 0 && sketched < width;
    }

    static float[] repeated(float[] values, int times) {
        float[] all = new float[Math.multiplyExact(values.length, times)];
        for (int i = 0; i < all.length; i += values.length) {
            System.arraycopy(values, 0, all, i, values.length);
        }
        return all;
    }

    private void resume() {
        SavedTrees saved = new SavedTrees(train.cuts(), task.outputs(), width);
        TreeCheckpoint.State state =
                checkpoint == null ? null : checkpoint.read(saved::take).orElse(null);
        if (state == null) {
            return;
        }
        int[] all = BinnedTree.all(train.rows());
        for (Member member : saved.members()) {
            BinnedTree binned = new BinnedTree(member.tree(), train.cuts());
            binned.addTo(scores, task.outputs(), member.output(), train, all, workers);
            keep(member, binned);
        }
        stopping.addAll(state.measures(), state.risks());
        rounds = state.rounds();
        resumedAfter = rounds;
    }

    TreeFit run() {
        boolean over = false;
        while (rounds < parameters.rounds() && !stopping.hasStalled() && !over) {
            boost();
            rounds++;
            Score score = score();
            if (valid != null) {
                stopping.add(score);
            }
            if (checkpoint != null && rounds % checkpoint.every() == 0) {
                checkpoint.write(new TreeCheckpoint.State(
                        rounds,
                        stopping.measures(),
                        stopping.risks(),
                        members.stream().map(SavedTrees::bytes).toList()));
            }
            task.how().progress().round(rounds, score.measure());
            over = task.how().progress().isOver();
        }
        int kept = valid == null ? rounds : stopping.bestRound();
        int perRound = task.outputs() / width;
        TreeEnsemble ensemble = TreeEnsemble.of(task.rows().inputs(), baseScores, members.subList(0, kept * perRound));
        return new TreeFit(ensemble, kept, rounds, resumedAfter, stopping.measures());
    }

    private void boost() {
        long key = Mixing.mix(task.how().seed(), rounds);
        int[] sample = sample(key);
        if (surrogate != null) {
            surrogate.compute(place -> scores[place]);
        }
        for (int first = 0; first < task.outputs(); first += width) {
            RoundedGradients.Source source = source(first);
            long own = Mixing.mix(key, first);
            rounded.round(
                    isSketched() ? squared.of(new Sketch(width, sketched, own)) : source, Mixing.mix(own, 7), workers);
            GrownTree grown = grower.grow(sample, own);
            double eta = parameters.number("eta", 1);
            RegressionTree tree = isSketched()
                    ? grown.tree(eta, units, grower.leafSums(grown, source, width))
                    : grown.tree(eta, units);
            BinnedTree binned = new BinnedTree(tree, train.cuts());
            addToTraining(grown, binned, first);
            if (sample.length < train.rows()) {
                binned.addTo(scores, task.outputs(), first, train, others(sample), workers);
            }
            keep(new Member(first, 1, tree), binned);
        }
    }

    private RoundedGradients.Source source(int first) {
        SurrogateGradients given = surrogate;
        if (given == null) {
            return squared.of(first);
        }
        int outputs = task.outputs();
        return new RoundedGradients.Source() {
            @Override
            public void gradientInto(int row, double[] gradient) {
                gradient[0] = given.gradient()[row * outputs + first];
            }

            @Override
            public double curvature(int row) {
                return given.curvature()[row * outputs + first];
            }
        };
    }

    /** The rows that a round grows its trees on: groups are taken or left whole, at least one is taken. */
    private int[] sample(long key) {
        double share = parameters.number("subsample", 1);
        if (share >= 1) {
            return BinnedTree.all(train.rows());
        }
        int[] groups = task.aims().groups();
        int count = groups.length == 0 ? train.rows() : groups.length;
        return sample(groups, train.rows(), 0, sure(count, key), share, key);
    }

    /** The group that is taken in any case, of so many. */
    static long sure(long count, long key) {
        return Long.remainderUnsigned(Mixing.mix(key, 4), count);
    }

    /**
     * Those of some of all groups.
     *
     * @param groups how many rows each has; empty for rows that are groups of their own
     * @param first the number of the first group among all
     * @param sure the number of the group that is taken in any case
     */
    static int[] sample(int[] groups, int rows, long first, long sure, double share, long key) {
        int[] sample = new int[rows];
        int taken = 0;
        int row = 0;
        int count = groups.length == 0 ? rows : groups.length;
        for (int group = 0; group < count; group++) {
            int size = groups.length == 0 ? 1 : groups[group];
            boolean take = first + group == sure || Mixing.uniform(Mixing.mix(key, 5, first + group)) < share;
            for (int i = 0; i < size; i++, row++) {
                if (take) {
                    sample[taken++] = row;
                }
            }
        }
        return Arrays.copyOf(sample, taken);
    }

    private int[] others(int[] sample) {
        boolean[] in = new boolean[train.rows()];
        for (int row : sample) {
            in[row] = true;
        }
        int[] others = new int[in.length - sample.length];
        int next = 0;
        for (int row = 0; row < in.length; row++) {
            if (!in[row]) {
                others[next++] = row;
            }
        }
        return others;
    }

    /** The rows of each leaf stand together. */
    private void addToTraining(GrownTree grown, BinnedTree binned, int first) {
        int[] rows = grower.rows();
        List<Node> nodes = grown.nodes();
        workers.run(nodes.size(), number -> {
            Node node = nodes.get(number);
            for (int i = node.from; i < node.to && !node.isSplit(); i++) {
                binned.add(scores, rows[i] * task.outputs() + first, number);
            }
        });
    }

    private void keep(Member member, BinnedTree binned) {
        members.add(member);
        if (valid != null) {
            binned.addTo(validScores, task.outputs(), member.output(), valid, BinnedTree.all(valid.rows()), workers);
        }
    }

    private Score score() {
        TreeProblem.Validation validation = task.validation();
        if (validation == null) {
            return Score.NONE;
        }
        double[] all = new double[validScores.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = validScores[i];
        }
        return validation.scoring().apply(all);
    }

    @Override
    public void close() {
        workers.close();
        if (surrogate != null) {
            surrogate.close();
        }
    }
}
