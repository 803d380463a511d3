package io.plumbrank.learn.ridge;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.FeatureSample;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Least squares in which each output is fitted to the rows that know its target: with masks m,
 * Σ_o (1/Σ_i w_i m_io) Σ_i w_i m_io (y_io − f_o(x_i))² + λ·‖V_o‖². Outputs do not meet in it, so each is a ridge regression of its
 * own, about the means and in the scales of its own rows. Those that the same rows know share one {@link RidgePath}.
 *
 * <p>Rows that lose their targets at random leave few equal masks, so nearly every output has a decomposition of its own: of its Gram
 * matrix, O(k³), or of the products of its rows, O(n³), whichever is smaller; with masks the latter often is, since a row knows
 * half of the pairs if it knows seven labels of ten. Conjugate gradients with the Gram matrix of all rows as preconditioner are no
 * cheaper: where rows are fewer than features that matrix says little of the one that a few of the rows make, and each λ, and
 * each row that is left out, would take a run of its own.
 *
 * <p>In memory: n·k numbers for n rows.
 */
public final class GappedRidgeFit<I extends Instance> {
    private final FeatureSpec spec;
    private final long seed;
    private final int threads;
    private final Instances<I> instances;
    private final Plan<I> plan;
    private final double[] lambdas;
    private final int outputs;

    public GappedRidgeFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        this.spec = spec;
        this.seed = plan.settings().seed();
        this.threads = plan.settings().threads();
        this.instances = instances;
        this.plan = plan;
        this.lambdas = plan.lambdas(RidgePath.defaultLambdas());
        this.outputs = instances.outputs();
    }

    /** Rows as the regression sees them; z stands behind a leading place. */
    private record Mapped<I>(FeatureMap map, int inputs, List<I> instances, double[][] z) {}

    /** Outputs that the same rows know, with one path for all of them. */
    private record Group(int[] outputs, RidgePath path) {}

    public Fitted fit() {
        plan.progress().begin("sum", Progress.ROWS, instances.knownRows());
        Mapped<I> rows = mapped();
        plan.laps().lap("sum");
        plan.progress().begin("solve", "outputs", Progress.UNKNOWN);
        List<Group> whole = solve(rows, row -> true);
        List<Candidate> candidates = plan.candidates(lambdas);
        HeldOut heldOut = heldOut(rows, whole, candidates);
        plan.laps().lap("solve");
        return new Fitted(
                candidates,
                heldOut,
                c -> {
                    Candidate chosen = candidates.get(c);
                    Variant variant = chosen.variant();
                    return RowScorer.of(
                            scorer(rows, whole, new double[] {chosen.lambda()}, variant.from(), variant.size()));
                },
                c -> List.of());
    }

    private Mapped<I> mapped() {
        List<I> all = instances.load();
        int inputs = all.stream().mapToInt(Instance::width).max().orElse(0);
        FeatureSample sample = new FeatureSample(seed, instances.padding());
        double most = Math.floor(Math.sqrt(Runtime.getRuntime().maxMemory() / (8.0 * (threads + 2))));
        for (I instance : all) {
            if (spec.isLinear() && instance.width() > most) {
                throw RidgeFit.tooWide(instances, instance, most);
            }
            sample.add(instances, instance);
        }
        FeatureMap map = sample.map(spec.features(), seed);
        double[][] z = new double[all.size()][1 + map.size(inputs)];
        for (int row = 0; row < z.length; row++) {
            map.mapInto(all.get(row).x(inputs), 0, inputs, 1, new double[][] {z[row]});
        }
        return new Mapped<>(map, inputs, all, z);
    }

    private static boolean knows(Instance instance, int output) {
        boolean[] known = instance.known();
        return known == null || known[output];
    }

    /** One path for all outputs that the same rows know; none for those that no row knows. */
    private List<Group> solve(Mapped<I> rows, IntPredicate taken) {
        Map<BitSet, List<Integer>> byRows = new LinkedHashMap<>();
        for (int o = 0; o < outputs; o++) {
            BitSet knowing = new BitSet();
            for (int row = 0; row < rows.z.length; row++) {
                I instance = rows.instances.get(row);
                knowing.set(row, taken.test(row) && instance.weight() > 0 && knows(instance, o));
            }
            byRows.computeIfAbsent(knowing, none -> new ArrayList<>()).add(o);
        }
        if (byRows.keySet().stream().allMatch(BitSet::isEmpty)) {
            throw plan.tooFew(instances, "no row of positive weight that knows a target");
        }
        List<Group> groups = new ArrayList<>();
        try (InOrder<Group> workers = new InOrder<>(threads, "plumbrank-solve", group -> {
            groups.add(group);
            plan.progress().at(groups.size());
        })) {
            byRows.forEach((knowing, same) -> {
                if (!knowing.isEmpty()) {
                    int[] numbers = same.stream().mapToInt(Integer::intValue).toArray();
                    workers.submit(() -> new Group(numbers, path(rows, knowing, numbers)));
                }
            });
            workers.finish();
        }
        return groups;
    }

    private RidgePath path(Mapped<I> rows, BitSet knowing, int[] numbers) {
        MomentAccumulator sums = new MomentAccumulator(rows.map.size(rows.inputs), numbers.length);
        List<RidgePath.Row> taken = new ArrayList<>();
        double[] y = new double[numbers.length];
        knowing.stream().forEach(row -> {
            I instance = rows.instances.get(row);
            for (int o = 0; o < y.length; o++) {
                y[o] = instance.targets()[numbers[o]];
            }
            sums.add(rows.z[row], y, 0, instance.weight());
            taken.add(new RidgePath.Row(rows.z[row], instance.weight()));
        });
        RidgeProblem problem = RidgeProblem.of(sums.finish(rows.map, rows.inputs));
        return RidgePath.of(spec.standardise() ? problem : problem.unscaled(), taken);
    }

    /** The outputs from {@code from} on at several λ: output l·size + o is output from + o at λ_l, 0 where no row knows it. */
    private Scorer scorer(Mapped<I> rows, List<Group> groups, double[] at, int from, int size) {
        double[] intercepts = new double[at.length * size];
        double[][] weights = new double[intercepts.length][rows.map.size(rows.inputs)];
        for (Group group : groups) {
            double[][] own = group.path.weights(at);
            for (int l = 0; l < at.length; l++) {
                for (int g = 0; g < group.outputs.length; g++) {
                    int o = group.outputs[g] - from;
                    if (o >= 0 && o < size) {
                        double[] row = own[l * group.outputs.length + g];
                        weights[l * size + o] = row;
                        intercepts[l * size + o] = group.path.intercept(g, row);
                    }
                }
            }
        }
        return rows.map.scorer(rows.inputs, intercepts, weights);
    }

    private RowScorer stacked(Mapped<I> rows, List<Group> groups, List<Candidate> candidates) {
        List<Slice> slices = IntStream.range(0, candidates.size())
                .mapToObj(c -> {
                    Variant variant = candidates.get(c).variant();
                    return new Slice(c % lambdas.length * outputs + variant.from(), variant.size());
                })
                .toList();
        return new RowScorer(scorer(rows, groups, lambdas, 0, outputs), slices);
    }

    private HeldOut heldOut(Mapped<I> rows, List<Group> whole, List<Candidate> candidates) {
        return plan.holdout()
                .heldOut(
                        () -> stacked(rows, whole, candidates),
                        fold -> stacked(rows, solve(rows, row -> plan.holdout().part(row) != fold), candidates),
                        () -> new WithoutItself(stacked(rows, whole, candidates), whole));
    }

    /** {@link LeaveOneOut}, output by output: a row that does not know an output had no part in its fit. */
    private final class WithoutItself implements HeldOut {
        private static final long serialVersionUID = 1;

        private final RowScorer scorer;
        private final List<Group> groups;

        WithoutItself(RowScorer scorer, List<Group> groups) {
            this.scorer = scorer;
            this.groups = groups;
        }

        @Override
        public int outputs() {
            return scorer.outputs();
        }

        @Override
        public Outputs score(List<? extends Instance> some, int fold) {
            float[] x = HeldOut.rowsOf(some, scorer.inputs());
            double[] u = new double[some.size() * scorer.outputs()];
            scorer.scorer().scoreInto(x, some.size(), u);
            for (Group group : groups) {
                double[] weights = some.stream()
                        .mapToDouble(instance -> knows(instance, group.outputs[0]) ? instance.weight() : 0)
                        .toArray();
                double[] leverages = group.path.leverages(x, weights, weights.length, lambdas);
                for (int row = 0; row < weights.length; row++) {
                    if (weights[row] > 0) {
                        leaveOutInto(some.get(row), row, group, leverages, u);
                    }
                }
            }
            int[] ones = IntStream.range(0, some.size()).map(i -> 1).toArray();
            return scorer.split(u, ones);
        }

        private void leaveOutInto(Instance instance, int row, Group group, double[] leverages, double[] u) {
            for (int l = 0; l < lambdas.length; l++) {
                double others = 1 - leverages[row * lambdas.length + l];
                for (int g = 0; g < group.outputs.length; g++) {
                    int at = (row * lambdas.length + l) * GappedRidgeFit.this.outputs + group.outputs[g];
                    u[at] = LeaveOneOut.without(
                            instance.targets()[group.outputs[g]], u[at], others, group.path.targetMean(g));
                }
            }
        }
    }
}
