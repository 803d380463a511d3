package io.plumbrank.learn.descent;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.FeatureSample;
import io.plumbrank.learn.maps.FeatureSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Fits a convex loss that is no square, for all λ, by L-BFGS over rows in memory. Where rows have weights, each is a group of its
 * own, which a sum over rows does not see.
 */
public final class DescentFit<I extends Instance> {
    /** One per decade: each costs a descent. The loss of a query is a sum over its items, that of a row is of the size of 1. */
    private static final double[] OF_ITEMS = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3, 1e4, 1e5};

    /** Rows of many outputs take long, and a cost does not see the digits after these. */
    static final double ROW_TOLERANCE = 1e-5;

    /** How many λ in a row may do no better before those that are smaller still are left out. */
    private static final int PATIENCE = 2;

    private static final double[] OF_ROWS = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};

    private final FeatureSpec spec;
    private final long seed;
    private final DescentLearner learner;
    private final Instances<I> instances;
    private final Plan<I> plan;
    private final Variant variant;
    private final InstanceLoss loss;
    private final boolean rowByRow;

    /** Those that are fitted. */
    private double[] lambdas;

    /** Of the first fold, or of the validation file, where they say how far down λ goes. */
    private final List<I> stopping = new ArrayList<>();

    /** The instance of each group, and how much instances weigh. */
    private final List<Integer> instanceOf = new ArrayList<>();

    private final List<Double> weights = new ArrayList<>();

    /** How many paths are still to be fitted. */
    private int pending;

    /** @param plan whose first variant is fitted */
    public DescentFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        this.spec = spec;
        this.seed = plan.settings().seed();
        this.rowByRow = instances.shape() == Instances.Shape.ROWS;
        this.learner = new DescentLearner(
                plan.settings().threads(),
                DescentLearner.MOST_ITERATIONS,
                rowByRow ? ROW_TOLERANCE : DescentLearner.TOLERANCE,
                spec.standardise());
        this.instances = instances;
        this.plan = plan;
        this.variant = plan.variants().get(0);
        this.loss = variant.loss();
        this.lambdas = plan.lambdas(rowByRow ? OF_ROWS : OF_ITEMS);
    }

    public Fitted fit() {
        plan.progress().begin("load", Progress.ROWS, instances.knownRows());
        GroupedRows.Builder builder = new GroupedRows.Builder(variant.size(), instances.padding());
        FeatureSample sample = new FeatureSample(seed, instances.padding());
        load(builder, sample);
        GroupedRows rows = builder.build();
        FeatureMap map = sample.map(spec.features(), seed);
        plan.laps().lap("load");

        List<DescentPath> all = new ArrayList<>();
        int folds = plan.holdout().hasFolds() ? plan.holdout().parts() : 0;
        pending = folds + 1;
        for (int fold = 0; fold < folds; fold++) {
            int without = fold;
            all.add(fit(
                    "fit without fold " + (fold + 1),
                    rows,
                    map,
                    instance -> plan.holdout().part(instance) != without));
        }
        all.add(fit("fit", rows, map, instance -> true));
        // some may have been ended earlier than others by time
        List<DescentPath> paths =
                all.stream().map(path -> path.largest(lambdas.length)).toList();
        List<DescentPath> withoutFold = paths.subList(0, folds);
        DescentPath whole = paths.get(folds);
        HeldOut heldOut = plan.holdout().heldOut(() -> stacked(whole), fold -> stacked(withoutFold.get(fold)));
        plan.laps().lap("fit");
        return new Fitted(plan.candidates(lambdas), heldOut, c -> RowScorer.of(whole.scorer(c)), c -> notes(paths, c));
    }

    private InstanceScorer stacked(DescentPath path) {
        return new RowScorer(
                path.stackedScorer(),
                IntStream.range(0, lambdas.length)
                        .mapToObj(l -> new RowScorer.Slice(l * variant.size(), variant.size()))
                        .toList());
    }

    private void load(GroupedRows.Builder builder, FeatureSample sample) {
        Holdout<I> holdout = plan.holdout();
        double[] weightOfFold = new double[holdout.parts()];
        long[] seen = {0};
        boolean stops = rowByRow && plan.settings().lambdas().isEmpty();
        if (stops && holdout.hasFile()) {
            stopping.addAll(holdout.judged(instances).load());
        }
        instances.visit(instance -> {
            int count = weights.size();
            requireNoWeights(instances, instance, loss);
            sample.add(instances, instance);
            int width = instance.width();
            float[] x = instance.x(width);
            double[] targets = instance.targets();
            weights.add(instance.weight());
            for (int row = 0; row < instance.rows(); row++) {
                double own = instance.weight() * instance.rowWeight(row);
                if (row == 0 || instance.hasRowWeights()) {
                    builder.startGroup(own);
                    instanceOf.add(count);
                }
                weightOfFold[holdout.part(count)] += own;
                int from = row * instances.outputs() + variant.from();
                builder.add(
                        Arrays.copyOfRange(x, row * width, (row + 1) * width),
                        Arrays.copyOfRange(targets, from, from + variant.size()));
            }
            if (stops && holdout.hasFolds() && holdout.part(count) == 0) {
                stopping.add(instance);
            }
            seen[0] += instance.rows();
            plan.progress().at(seen[0]);
        });
        if (Arrays.stream(weightOfFold).anyMatch(weight -> !(weight > 0))) {
            throw plan.tooFew(instances, weights.size());
        }
    }

    /** Refuses weights of items with a loss that does not take them. */
    static <I extends Instance> void requireNoWeights(Instances<I> instances, I instance, InstanceLoss loss) {
        if (instance.hasRowWeights() && !loss.takesRowWeights()) {
            throw instances.fault(
                    instance,
                    "weights of items",
                    "none with " + loss.text() + ": surrogates of single items, and pairwise-squared, take them");
        }
    }

    static String unfinished(InstanceLoss loss) {
        return loss.text() + " was not minimised to the end: it has a kink or no minimum there; a larger lambda helps.";
    }

    private DescentPath fit(String part, GroupedRows rows, FeatureMap map, IntPredicate in) {
        GroupedRows chosen = rows.subset(group -> in.test(instanceOf.get(group)));
        double weight = IntStream.range(0, weights.size())
                .filter(in)
                .mapToDouble(weights::get)
                .sum();
        double groupWeight =
                IntStream.range(0, chosen.groups()).mapToDouble(chosen::weight).sum();
        double[] scaled = Arrays.stream(lambdas)
                .map(lambda -> lambda * weight / groupWeight)
                .toArray();
        plan.progress().begin(part, "iterations", (long) learner.maxIterations() * scaled.length);
        DescentPath path = learner.fit(chosen, map, loss.loss(), scaled, plan.progress()::at, stop());
        pending--;
        lambdas = Arrays.copyOfRange(lambdas, lambdas.length - path.solutions().size(), lambdas.length);
        return path;
    }

    /**
     * The first path ends where the instances that it was not fitted to say that λ is small enough: neither their measure nor
     * the risk of the surrogate has gained for some λ in a row. The paths after it go as far. Where its share of the time is over, any path ends.
     */
    private Predicate<Scorer> stop() {
        if (!plan.settings().lambdas().isEmpty()) {
            return scorer -> true;
        }
        Progress share = plan.progress().patient().slice(1.0 / pending);
        if (stopping.isEmpty()) {
            return scorer -> !share.isOver();
        }
        List<I> held = List.copyOf(stopping);
        stopping.clear();
        Best best = new Best();
        return scorer -> !share.isOver()
                && best.goesOn(plan.criterion()
                        .of(variant, held, HeldOut.by(RowScorer.of(scorer)).score(held, 0)));
    }

    /** The best so far, and how long ago that was. */
    private static final class Best {
        private double measure = Double.NEGATIVE_INFINITY;
        private double risk = Double.POSITIVE_INFINITY;
        private int since;

        boolean goesOn(Score score) {
            since = score.measure() > measure || score.risk() < risk ? 0 : since + 1;
            measure = Math.max(measure, score.measure());
            risk = Math.min(risk, score.risk());
            return since < PATIENCE;
        }
    }

    private List<String> notes(List<DescentPath> paths, int candidate) {
        boolean finished =
                paths.stream().allMatch(path -> path.solutions().get(candidate).converged());
        return finished ? List.of() : List.of(unfinished(loss));
    }
}
