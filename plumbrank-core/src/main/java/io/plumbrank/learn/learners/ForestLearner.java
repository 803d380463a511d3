package io.plumbrank.learn.learners;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.boost.Forest;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.trees.LogForest;
import io.plumbrank.learn.trees.TreeData;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.util.internal.RunningSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Grows forests ({@link Forest}) by least squares, one tree for all outputs; for log-loss on classes, whose targets are 1 for the
 * class, leaves hold shares of classes, and the outputs are the logarithms of their means ({@link LogForest}). Trees are grown on
 * instances drawn with replacement, so that those which did not see an instance, a row or a query, judge the forest on it, without a
 * further fit. In memory.
 *
 * @param parameters by XGBoost's names, of which {@code num_round} is the number of trees
 */
public record ForestLearner(Map<String, String> parameters) implements Learner {
    private static final Map<String, String> DEFAULTS = Map.of(
            "num_round", "200", "max_depth", "0", "min_child_weight", "1", "lambda", "0", "colsample_bynode", "0.5");

    private static final List<String> OF_BOOSTING =
            List.of("eta", "early_stopping_rounds", "subsample", "base_score", "multi", TreeLearner.ENGINE);

    public ForestLearner {
        parameters = Map.copyOf(parameters);
    }

    /** 200 trees, unpruned, with half of the features at each split. */
    public ForestLearner() {
        this(Map.of());
    }

    /**
     * To choose from. What is given stands.
     *
     * @param several whether there are several outputs: then two shares of the features at each split, and splits for all outputs or
     *     for one random sum of them; else two shares, and leaves of any size or of five rows
     */
    public static List<ForestLearner> toChooseFrom(Map<String, String> given, boolean several) {
        List<ForestLearner> learners = new ArrayList<>();
        for (String share : several ? List.of("0.4", "0.8") : List.of("0.34", "1")) {
            for (String other : several ? List.of("0", "1") : List.of("1", "5")) {
                learners.add(new ForestLearner(TreeParameters.withDefaults(
                        given, Map.of("colsample_bynode", share, several ? "sketch" : "min_child_weight", other))));
            }
        }
        return learners.stream().distinct().toList();
    }

    @Override
    public String text() {
        return TreeLearner.text("forest", parameters);
    }

    @Override
    public boolean leavesOutRows() {
        return true;
    }

    @Override
    public boolean judgesOutOfBag() {
        return true;
    }

    @Override
    public void require(Shape shape, int outputs) {
        if (outputs == 0) {
            throw new IllegalArgumentException("trees have nothing to learn where all predictions cost the same");
        }
        if (shape.isPaired()) {
            throw new IllegalArgumentException("a forest has no pairs of items; use boosted trees for these");
        }
        for (String name : parameters.keySet()) {
            if (OF_BOOSTING.contains(TreeParameters.firstName(name))) {
                throw new IllegalArgumentException("'" + name + "' is a parameter of boosting; a forest has none such");
            }
        }
        TreeEngines.find(TreeEngine.OWN).require(ofTrees());
    }

    private Map<String, String> ofTrees() {
        return TreeParameters.withDefaults(parameters, DEFAULTS);
    }

    @Override
    public <I extends Instance> Fitted fit(Instances<I> instances, Plan<I> plan) {
        plan.progress().begin("load", Progress.ROWS, instances.knownRows());
        TreeData<I> train = TreeData.load(instances, plan);
        if (train.instances().size() < 2 && plan.holdout().leavesOutEach()) {
            throw instances.fault("a single one of the " + instances.nouns(), "at least two, to judge a forest by");
        }
        plan.laps().lap("load");
        double lambda = TreeParameters.ofOwn(ofTrees()).number("lambda", 0);
        List<Candidate> candidates = new ArrayList<>();
        List<HeldOut> heldOut = new ArrayList<>();
        List<InstanceScorer> scorers = new ArrayList<>();
        List<Forest> forests = new ArrayList<>();
        for (Variant variant : plan.variants()) {
            requireSquares(variant, instances);
            int same = sameFit(plan.variants().subList(0, forests.size()), variant);
            Forest whole = same < forests.size() ? forests.get(same) : grow(train, variant, plan);
            forests.add(whole);
            Scorer function = function(whole, variant, train);
            RowScorer scorer = RowScorer.of(function);
            candidates.add(new Candidate(variant, lambda));
            scorers.add(scorer);
            heldOut.add(plan.holdout().leavesOutEach() ? new OutOfBag(whole, function, train) : HeldOut.by(scorer));
        }
        plan.laps().lap("grow");
        return new Fitted(candidates, HeldOut.sideBySide(heldOut), scorers::get, candidate -> List.of());
    }

    /** The first variant that fits the same targets by the same squares: some differ in what is made of the outputs alone. */
    private static int sameFit(List<Variant> grown, Variant own) {
        return IntStream.range(0, grown.size())
                .filter(other -> isPlain(grown.get(other))
                        && isPlain(own)
                        && grown.get(other).from() == own.from()
                        && grown.get(other).size() == own.size())
                .findFirst()
                .orElse(grown.size());
    }

    private static boolean isPlain(Variant variant) {
        InstanceLoss.Squares squares = variant.loss().squares();
        return squares != null && squares.isPlain();
    }

    /** Of a surrogate of rows that is no square, which is log-loss, the targets are shares of classes, and outputs their logarithms. */
    private static Scorer function(Forest forest, Variant variant, TreeData<?> train) {
        return variant.loss().squares() != null
                ? forest.ensemble()
                : new LogForest(forest.ensemble(), 0.5 / (1 + train.instances().size()));
    }

    private static void requireSquares(Variant variant, Instances<?> instances) {
        if (!isPlain(variant) && instances.shape() != Shape.ROWS) {
            throw instances.fault(
                    "the surrogate " + variant.loss().text(),
                    "squared for a forest; use boosted trees, or the squared surrogate");
        }
    }

    private <I extends Instance> Forest grow(TreeData<I> train, Variant variant, Plan<I> plan) {
        plan.progress().begin("grow", "trees", TreeParameters.ofOwn(ofTrees()).rounds());
        TreeProblem problem = train.items(variant, plan)
                .problem(train.all())
                .bySquares()
                .withParameters(ofTrees())
                .withSeed(plan.settings().seed())
                .withThreads(plan.settings().threads())
                .withProgress((round, measure) -> plan.progress().at(round));
        return Forest.grow(problem);
    }

    /** Each instance is a fold of its own, judged by the trees that did not see it. */
    private static final class OutOfBag implements HeldOut {
        private static final long serialVersionUID = 1;

        private final double[] u;
        private final int outputs;
        private final int[] ends;

        OutOfBag(Forest forest, Scorer function, TreeData<?> train) {
            u = forest.outOfBag();
            if (function instanceof LogForest logarithms) {
                logarithms.log(u, u.length);
            }
            outputs = forest.ensemble().outputs();
            ends = train.instances().stream().mapToInt(Instance::rows).toArray();
            RunningSums.inPlace(ends);
        }

        @Override
        public Outputs score(List<? extends Instance> instances, int fold) {
            int from = fold == 0 ? 0 : ends[fold - 1];
            double[] own = Arrays.copyOfRange(u, from * outputs, ends[fold] * outputs);
            return new Outputs(new double[][] {own}, new int[] {ends[fold] - from}, new int[] {outputs});
        }

        @Override
        public int outputs() {
            return outputs;
        }

        @Override
        public int fold(long instance) {
            return (int) instance;
        }
    }
}
