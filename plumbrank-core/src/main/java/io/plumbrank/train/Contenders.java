package io.plumbrank.train;

import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations;
import io.plumbrank.task.Variations.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of models that are tried for a task, from the simplest to the least simple, which is also from cheap to dear: linear,
 * linear with context, Fourier features and a kernel where rows are few, trees by squares and by pairs, trees with context, and a forest;
 * of classes by least squares and by log-loss.
 */
final class Contenders {
    /** Fourier features, and rows at which a kernel is taken, at most; no more than rows. */
    private static final int FEATURES = 500;

    private static final int LEAST_FEATURES = 20;

    /** Up to so many rows there are Fourier features and kernels: beyond, 500 of them are few, and trees have enough. */
    private static final long FEW_ROWS = 30_000;

    /** Beyond as many a kernel by log-loss, which goes down step by step, takes minutes. */
    private static final long FEW_FOR_KERNELS = 5_000;

    /** Rounds of boosting until it usually stops, and trees of a forest. */
    private static final double ROUNDS = 200;

    /** λ of a grid, and iterations of descent for each. */
    private static final double LAMBDAS = 15;

    private static final double ITERATIONS = 40;

    private static final double SECONDS_PER_PRODUCT = 4e-10;
    private static final double SECONDS_PER_SPLIT_VALUE = 4e-9;
    private static final int BYTES_PER_VALUE = 12;

    private static final List<Learner> LINEAR = List.of(FeatureLearner.linear());
    private static final List<Learner> TREES = List.of(new TreeLearner());

    private final Task<?> task;
    private final Scope scope;
    private final Settings settings;
    private final Variations versions;
    private final List<Contender> all = new ArrayList<>();

    Contenders(Task<?> task, Scope scope, Settings settings) {
        this.task = task;
        this.scope = scope;
        this.settings = settings;
        this.versions = task.variations(scope);
    }

    /**
     * How much there is to learn from.
     *
     * @param features of a row, as the user has them
     * @param fits how often trees are fitted: once, or for each fold and for all
     * @param guided whether outputs are so many that {@link Task#guide} chooses for them
     * @param gaps whether rows do not know some of their targets
     */
    record Size(long rows, int features, int fits, boolean guided, boolean gaps) {}

    /** The simplest, which is tried on data of any size. */
    Contender first() {
        return new Contender("linear", trainer(versions.closedForm(), LINEAR), 0, 0);
    }

    /** The others. */
    List<Contender> others(Size size) {
        int features = size.features;
        int wide = features * (1 + Scope.CONTEXT.size());
        String inContext = " with "
                + String.join(",", Scope.CONTEXT.stream().map(Context::text).toList());
        add("linear by log-loss", versions.logLoss(), LINEAR, descentSeconds(size, features), bytes(size, features));
        add("linear" + inContext, versions.inContext(), LINEAR, ridgeSeconds(size, wide), 0);
        if (size.rows <= FEW_ROWS) {
            addMapped(size, (int) Math.max(LEAST_FEATURES, Math.min(FEATURES, size.rows)));
        }
        double seconds = treeSeconds(size, features, size.fits);
        add("trees", versions.boosted(), TREES, seconds, bytes(size, features));
        Variations.Named byPairs = versions.boostedByPairs();
        if (byPairs != null) {
            add("trees by " + byPairs.surrogate(), byPairs.task(), TREES, 2 * seconds, bytes(size, features));
        }
        double wideSeconds = treeSeconds(size, wide, size.fits);
        add("trees" + inContext, versions.boostedInContext(), TREES, wideSeconds, bytes(size, wide));
        Variations.Forest forest = size.guided ? versions.guidedForest() : versions.forest();
        if (forest != null) {
            List<ForestLearner> forests = forests(forest, size);
            double levels = Math.log(2 + size.rows) / Math.log(2);
            double grown = treeSeconds(size, features, forests.size()) * levels / 4;
            add("forest", forest.task(), forests, grown, bytes(size, features));
        }
        return all;
    }

    /** Linear models in so many features of rows. */
    private void addMapped(Size size, int count) {
        boolean several = task.choosing().variesLearners();
        double mapped = ridgeSeconds(size, count) + ridgeSeconds(size, size.features);
        double descent = descentSeconds(size, count);
        double bytes = bytes(size, count);
        List<FeatureLearner> fourier = List.of(FeatureLearner.fourier(count));
        List<FeatureLearner> fouriers = several ? FeatureLearner.fouriers(count) : fourier;
        add("fourier", versions.closedForm(), fouriers, mapped * fouriers.size(), 0);
        add("fourier by log-loss", versions.logLoss(), fourier, descent, bytes);
        if (task.shape() == Instances.Shape.ROWS) {
            List<FeatureLearner> kernels = several
                    ? FeatureLearner.kernels(count)
                    : List.of(FeatureLearner.kernel(count, 1), FeatureLearner.kernel(count, 4));
            add("kernel", versions.closedForm(), kernels, mapped * kernels.size(), 0);
            if (size.rows <= FEW_FOR_KERNELS) {
                add("kernel by log-loss", versions.logLoss(), kernels, descent * kernels.size(), bytes);
            }
        }
    }

    /** Adds a kind of model where the task has such a version. */
    private void add(
            String name, @Nullable Task<?> version, List<? extends Learner> learners, double seconds, double bytes) {
        if (version != null) {
            all.add(new Contender(name, trainer(version, learners), seconds, bytes));
        }
    }

    private static double ridgeSeconds(Size size, int features) {
        double wide = features * (double) features;
        return size.rows * wide * SECONDS_PER_PRODUCT;
    }

    private double descentSeconds(Size size, int features) {
        double folds = Math.max(1, size.fits - 1);
        return (double) size.rows * features * task.outputs() * LAMBDAS * ITERATIONS * folds * SECONDS_PER_PRODUCT;
    }

    private static double treeSeconds(Size size, int features, int fits) {
        return (double) size.rows * features * ROUNDS * SECONDS_PER_SPLIT_VALUE * fits;
    }

    private static double bytes(Size size, int features) {
        return (double) BYTES_PER_VALUE * size.rows * features;
    }

    private static List<ForestLearner> forests(Variations.Forest forest, Size size) {
        if (!forest.several()) {
            return List.of(new ForestLearner(forest.parameters()));
        }
        Map<String, String> parameters = new HashMap<>(forest.parameters());
        if (size.gaps && !size.guided) {
            // with gaps every output has trees of its own, to which sums of outputs are nothing
            parameters.put("sketch", "0");
        }
        List<ForestLearner> forests = ForestLearner.toChooseFrom(parameters, true);
        return size.rows > FEW_ROWS && !size.guided ? forests.subList(0, 1) : forests;
    }

    private Trainer<?> trainer(Task<?> of, List<? extends Learner> learners) {
        return Trainer.of(of)
                .withSettings(settings)
                .withLearners(learners.stream()
                        .map(learner -> !scope.scaled() && learner instanceof FeatureLearner features
                                ? features.unscaled()
                                : learner)
                        .toList());
    }
}
