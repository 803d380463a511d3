package io.plumbrank.model;

import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.ForestLearner;
import io.plumbrank.learn.Learner;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.TreeLearner;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import java.util.ArrayList;
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

    private static final String PAIRS = "pairwise-logistic";

    /** What context adds where the user does not say. */
    static final List<Context> CONTEXT = List.of(Context.Z, Context.RANK);

    /** Items have noisy grades, and queries have many of them: a third of the features at each split, and leaves of five. */
    private static final Map<String, String> ITEM_FOREST = Map.of("colsample_bynode", "0.34", "min_child_weight", "5");

    /** Splits for one random sum of many outputs, which costs as much as one output. */
    private static final Map<String, String> ONE_SUM = Map.of("sketch", "1");

    /** Rounds of boosting until it usually stops, and trees of a forest. */
    private static final double ROUNDS = 200;

    /** λ of a grid, and iterations of descent for each. */
    private static final double LAMBDAS = 15;

    private static final double ITERATIONS = 40;

    private static final double SECONDS_PER_PRODUCT = 4e-10;
    private static final double SECONDS_PER_SPLIT_VALUE = 4e-9;
    private static final int BYTES_PER_VALUE = 12;

    private final Task<?> task;
    private final AutoTrainer.Scope scope;
    private final Settings settings;

    Contenders(Task<?> task, AutoTrainer.Scope scope, Settings settings) {
        this.task = task;
        this.scope = scope;
        this.settings = settings;
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
        return new Contender("linear", trainer(bySquares(), List.of(FeatureLearner.linear())), 0, 0);
    }

    /** The others. */
    List<Contender> others(Size size) {
        List<Contender> all = new ArrayList<>();
        Task<?> byLogLoss = byLogLoss();
        Task<?> bySquares = bySquares();
        if (byLogLoss != null) {
            double descent = descentSeconds(size, size.features);
            all.add(new Contender(
                    "linear by log-loss",
                    trainer(byLogLoss, List.of(FeatureLearner.linear())),
                    descent,
                    bytes(size, size.features)));
        }
        Task<?> inContext = inContext();
        double ridge = ridgeSeconds(size.rows, size.features);
        if (inContext != null) {
            double wide = ridgeSeconds(size.rows, size.features * (1 + CONTEXT.size()));
            all.add(new Contender(
                    "linear with " + words(), trainer(inContext, List.of(FeatureLearner.linear())), wide, 0));
        }
        if (size.rows <= FEW_ROWS) {
            int count = (int) Math.max(LEAST_FEATURES, Math.min(FEATURES, size.rows));
            double mapped = ridgeSeconds(size.rows, count) + ridge;
            boolean several = task.isNested();
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
        if (!task.isNested()) {
            Task<?> ofTrees = ofTrees(task);
            double seconds = treeSeconds(size, size.features, size.fits);
            all.add(new Contender("trees", trees(ofTrees), seconds, bytes(size, size.features)));
            Task<?> byPairs = byPairs();
            if (byPairs != null) {
                all.add(new Contender("trees by " + PAIRS, trees(byPairs), 2 * seconds, bytes(size, size.features)));
            }
            if (inContext != null) {
                int wide = size.features * (1 + CONTEXT.size());
                all.add(new Contender(
                        "trees with " + words(),
                        trees(ofTrees(inContext)),
                        treeSeconds(size, wide, size.fits),
                        bytes(size, wide)));
            }
        }
        Trainer forest = forest(size);
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

    /** Of the surrogates of classes least squares alone, which streams; other tasks as they are. */
    private Task<?> bySquares() {
        return task instanceof ClassTask<?> classes && classes.surrogates().size() > 1
                ? classes.withSurrogates(List.of(ClassSurrogate.SQUARED))
                : task;
    }

    /** Log-loss alone, where both are open. */
    private @Nullable Task<?> byLogLoss() {
        return task instanceof ClassTask<?> classes && classes.surrogates().size() > 1
                ? classes.withSurrogates(List.of(ClassSurrogate.LOGISTIC))
                : null;
    }

    private double treeSeconds(Size size, int features, int fits) {
        return (double) size.rows * features * ROUNDS * SECONDS_PER_SPLIT_VALUE * fits;
    }

    private static double bytes(Size size, int features) {
        return (double) BYTES_PER_VALUE * size.rows * features;
    }

    static String words() {
        return String.join(",", CONTEXT.stream().map(Context::text).toList());
    }

    /** The same task with items seen in context, where that is open. */
    private @Nullable Task<?> inContext() {
        QueryFeatures view = new QueryFeatures(false, CONTEXT);
        return !scope.views()
                ? null
                : task instanceof ItemTask items
                        ? items.withView(view)
                        : task instanceof PairTask pairs ? pairs.withView(view) : null;
    }

    /** Of several surrogates of items trees take one. */
    private static Task<?> ofTrees(Task<?> of) {
        return of instanceof ItemTask items && items.surrogates().size() > 1
                ? items.withSurrogates(Surrogates.parse("squared"))
                : of;
    }

    /**
     * Items by a calibrated surrogate of pairs, where several are open: where grades are sure it comes closer to the order than squares,
     * which spend their leaves on by how much items differ.
     */
    private @Nullable Task<?> byPairs() {
        return task instanceof ItemTask items && items.surrogates().size() > 1
                ? items.withSurrogates(Surrogates.parse(PAIRS))
                : null;
    }

    private Trainer trees(Task<?> of) {
        try {
            return trainer(of, List.of(new TreeLearner()));
        } catch (TreesUnavailableException e) {
            return trainer(of, List.of(new TreeLearner(Map.of(TreeLearner.ENGINE, TreeEngine.OWN))));
        }
    }

    private @Nullable Trainer forest(Size size) {
        Task<?> of = ofTrees(task);
        if (size.guided) {
            // a leaf holds all outputs of a row, and pairs are too many for hundreds of unpruned trees
            return of instanceof LabelRankingTask labels && labels.forms().contains(Form.SCORES)
                    ? trainer(labels.withForm(Form.SCORES), ForestLearner.toChooseFrom(ONE_SUM, true))
                    : null;
        }
        if (of instanceof PairTask || (of instanceof ItemTask items && !isPlainSquares(items))) {
            return null;
        }
        if (of instanceof ItemTask) {
            return trainer(of, List.of(new ForestLearner(ITEM_FOREST)));
        }
        // with gaps every output has trees of its own, to which sums of outputs are nothing
        List<ForestLearner> all = ForestLearner.toChooseFrom(size.gaps ? Map.of("sketch", "0") : Map.of(), true);
        return trainer(of, size.rows > FEW_ROWS ? all.subList(0, 1) : all);
    }

    private static boolean isPlainSquares(ItemTask items) {
        return items.surrogates().get(0).name().text().equals("squared");
    }

    private Trainer trainer(Task<?> of, List<? extends Learner> learners) {
        return new Trainer(
                of,
                learners.stream()
                        .map(learner -> !scope.scaled() && learner instanceof FeatureLearner features
                                ? features.unscaled()
                                : learner)
                        .<Learner>map(learner -> learner)
                        .toList(),
                settings);
    }
}
