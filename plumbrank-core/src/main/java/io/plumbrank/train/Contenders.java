package io.plumbrank.train;

import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.task.Scope;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations;
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

    private final Task<?> task;
    private final Scope scope;
    private final Settings settings;
    private final Variations versions;

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
        return new Contender("linear", trainer(versions.closedForm(), List.of(FeatureLearner.linear())), 0, 0);
    }

    /** The others. */
    List<Contender> others(Size size) {
        List<Contender> all = new ArrayList<>();
        Task<?> byLogLoss = versions.logLoss();
        Task<?> bySquares = versions.closedForm();
        if (byLogLoss != null) {
            double descent = descentSeconds(size, size.features);
            all.add(new Contender(
                    "linear by log-loss",
                    trainer(byLogLoss, List.of(FeatureLearner.linear())),
                    descent,
                    bytes(size, size.features)));
        }
        Task<?> inContext = versions.inContext();
        double ridge = ridgeSeconds(size.rows, size.features);
        if (inContext != null) {
            double wide = ridgeSeconds(size.rows, size.features * (1 + Scope.CONTEXT.size()));
            all.add(new Contender(
                    "linear with " + words(), trainer(inContext, List.of(FeatureLearner.linear())), wide, 0));
        }
        if (size.rows <= FEW_ROWS) {
            int count = (int) Math.max(LEAST_FEATURES, Math.min(FEATURES, size.rows));
            double mapped = ridgeSeconds(size.rows, count) + ridge;
            boolean several = task.choosing().variesLearners();
            all.add(new Contender(
                    "fourier",
                    trainer(
                            bySquares,
                            several ? FeatureLearner.fouriers(count) : List.of(FeatureLearner.fourier(count))),
                    mapped * (several ? 3 : 1),
                    0));
            if (byLogLoss != null) {
                all.add(new Contender(
                        "fourier by log-loss",
                        trainer(byLogLoss, List.of(FeatureLearner.fourier(count))),
                        descentSeconds(size, count),
                        bytes(size, count)));
            }
            if (task.shape() == Instances.Shape.ROWS) {
                List<FeatureLearner> kernels = several
                        ? FeatureLearner.kernels(count)
                        : List.of(FeatureLearner.kernel(count, 1), FeatureLearner.kernel(count, 4));
                all.add(new Contender("kernel", trainer(bySquares, kernels), mapped * kernels.size(), 0));
                if (byLogLoss != null && size.rows <= FEW_FOR_KERNELS) {
                    all.add(new Contender(
                            "kernel by log-loss",
                            trainer(byLogLoss, kernels),
                            descentSeconds(size, count) * kernels.size(),
                            bytes(size, count)));
                }
            }
        }
        Task<?> boosted = versions.boosted();
        if (boosted != null) {
            double seconds = treeSeconds(size, size.features, size.fits);
            all.add(new Contender("trees", trees(boosted), seconds, bytes(size, size.features)));
            Variations.Named byPairs = versions.boostedByPairs();
            if (byPairs != null) {
                all.add(new Contender(
                        "trees by " + byPairs.surrogate(),
                        trees(byPairs.task()),
                        2 * seconds,
                        bytes(size, size.features)));
            }
        }
        Task<?> boostedInContext = versions.boostedInContext();
        if (boostedInContext != null) {
            int wide = size.features * (1 + Scope.CONTEXT.size());
            all.add(new Contender(
                    "trees with " + words(),
                    trees(boostedInContext),
                    treeSeconds(size, wide, size.fits),
                    bytes(size, wide)));
        }
        Trainer<?> forest = forest(size);
        if (forest != null) {
            double levels = Math.log(2 + size.rows) / Math.log(2);
            all.add(new Contender(
                    "forest",
                    forest,
                    treeSeconds(size, size.features, forest.learners().size()) * levels / 4,
                    bytes(size, size.features)));
        }
        return all;
    }

    private double ridgeSeconds(long rows, int features) {
        double wide = features * (double) features;
        return rows * wide * SECONDS_PER_PRODUCT;
    }

    private double descentSeconds(Size size, int features) {
        double folds = Math.max(1, size.fits - 1);
        return (double) size.rows * features * task.outputs() * LAMBDAS * ITERATIONS * folds * SECONDS_PER_PRODUCT;
    }

    private double treeSeconds(Size size, int features, int fits) {
        return (double) size.rows * features * ROUNDS * SECONDS_PER_SPLIT_VALUE * fits;
    }

    private static double bytes(Size size, int features) {
        return (double) BYTES_PER_VALUE * size.rows * features;
    }

    static String words() {
        return String.join(",", Scope.CONTEXT.stream().map(Context::text).toList());
    }

    private Trainer<?> trees(Task<?> of) {
        try {
            return trainer(of, List.of(new TreeLearner()));
        } catch (TreesUnavailableException e) {
            return trainer(of, List.of(new TreeLearner(Map.of(TreeLearner.ENGINE, TreeEngine.OWN))));
        }
    }

    private @Nullable Trainer<?> forest(Size size) {
        Variations.Forest forest = size.guided ? versions.guidedForest() : versions.forest();
        if (forest == null) {
            return null;
        }
        if (!forest.several()) {
            return trainer(forest.task(), List.of(new ForestLearner(forest.parameters())));
        }
        Map<String, String> parameters = new HashMap<>(forest.parameters());
        if (size.gaps && !size.guided) {
            // with gaps every output has trees of its own, to which sums of outputs are nothing
            parameters.put("sketch", "0");
        }
        List<ForestLearner> all = ForestLearner.toChooseFrom(parameters, true);
        return trainer(forest.task(), size.rows > FEW_ROWS && !size.guided ? all.subList(0, 1) : all);
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
