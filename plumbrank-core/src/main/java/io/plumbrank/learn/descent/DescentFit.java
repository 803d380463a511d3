package io.plumbrank.learn.descent;

import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureSample;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.ridge.RidgeLearner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Fits a convex loss that is no square, for all λ, by L-BFGS over rows in memory. Where rows have weights, each is a group of its
 * own, which a sum over rows does not see.
 */
public final class DescentFit<I extends Instance> {
    /** One per decade: each costs a descent. */
    private static final double[] LAMBDAS = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3, 1e4, 1e5};

    private final RidgeLearner ridge;
    private final DescentLearner learner;
    private final Instances<I> instances;
    private final Plan<I> plan;
    private final InstanceLoss loss;
    private final double[] lambdas;

    /** The instance of each group, and how much instances weigh. */
    private final List<Integer> instanceOf = new ArrayList<>();

    private final List<Double> weights = new ArrayList<>();

    public DescentFit(FeatureLearner features, Instances<I> instances, Plan<I> plan) {
        this.ridge = features.ridge(plan);
        DescentLearner scaled = DescentLearner.of(ridge);
        this.learner = features.standardise() ? scaled : scaled.withoutScaling();
        this.instances = instances;
        this.plan = plan;
        this.loss = plan.variants().get(0).loss();
        this.lambdas = plan.lambdas(LAMBDAS);
    }

    public Fitted fit() {
        plan.progress().begin("load", Progress.ROWS, instances.knownRows());
        GroupedRows.Builder builder = new GroupedRows.Builder();
        FeatureSample sample = new FeatureSample(ridge.seed());
        load(builder, sample);
        GroupedRows rows = builder.build();
        FeatureMap map = sample.map(ridge);
        plan.laps().lap("load");

        DescentPath whole = fit("fit", rows, map, instance -> true);
        List<DescentPath> paths = new ArrayList<>(List.of(whole));
        HeldOut heldOut = HeldOut.by(stacked(whole));
        if (plan.holdout() instanceof Holdout.InFolds<I> in) {
            for (int fold = 0; fold < in.folds().count(); fold++) {
                int without = fold;
                paths.add(fit(
                        "fit without fold " + (fold + 1),
                        rows,
                        map,
                        instance -> in.folds().of(instance) != without));
            }
            heldOut = HeldOut.by(paths.stream().skip(1).map(this::stacked).toList(), in.folds());
        }
        plan.laps().lap("fit");
        return new Fitted(
                Arrays.stream(lambdas)
                        .mapToObj(lambda -> new Candidate(0, lambda))
                        .toList(),
                heldOut,
                c -> RowScorer.of(whole.scorer(c)),
                c -> notes(paths, c));
    }

    private InstanceScorer stacked(DescentPath path) {
        return new RowScorer(
                path.stackedScorer(),
                IntStream.range(0, lambdas.length)
                        .mapToObj(l -> new RowScorer.Slice(l, 1))
                        .toList());
    }

    private void load(GroupedRows.Builder builder, FeatureSample sample) {
        Folds folds = plan.holdout() instanceof Holdout.InFolds<I> in ? in.folds() : null;
        double[] weightOfFold = new double[folds == null ? 1 : folds.count()];
        long[] seen = {0};
        instances.visit(instance -> {
            int number = weights.size();
            if (instance.hasRowWeights() && !loss.takesRowWeights()) {
                throw instances.fault(
                        instance,
                        "weights of items",
                        "none with " + loss.text() + ": surrogates of single items, and pairwise-squared, take them");
            }
            int width = instance.width();
            float[] x = instance.x(width);
            double[] targets = instance.targets();
            weights.add(instance.weight());
            for (int row = 0; row < instance.rows(); row++) {
                double own = instance.weight() * instance.rowWeight(row);
                if (row == 0 || instance.hasRowWeights()) {
                    builder.startGroup(own);
                    instanceOf.add(number);
                }
                weightOfFold[folds == null ? 0 : folds.of(number)] += own;
                builder.add(Arrays.copyOfRange(x, row * width, (row + 1) * width), targets[row]);
            }
            sample.add(instance);
            seen[0] += instance.rows();
            plan.progress().at(seen[0]);
        });
        if (Arrays.stream(weightOfFold).anyMatch(weight -> !(weight > 0))) {
            throw plan.tooFew(
                    instances, weights.size() + " " + instances.nouns() + ", too few of them with a positive weight");
        }
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
        return learner.fit(chosen, map, loss.loss(), scaled, plan.progress()::at);
    }

    private List<String> notes(List<DescentPath> paths, int candidate) {
        boolean finished =
                paths.stream().allMatch(path -> path.solutions().get(candidate).converged());
        return finished
                ? List.of()
                : List.of(loss.text()
                        + " was not minimised to the end: it has a kink or no minimum there; a larger lambda helps.");
    }
}
