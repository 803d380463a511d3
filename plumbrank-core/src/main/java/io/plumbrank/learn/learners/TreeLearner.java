package io.plumbrank.learn.learners;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.boost.BlockTrees;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.pairs.PairSample;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.Boosting;
import io.plumbrank.learn.trees.BoostingSpec;
import io.plumbrank.learn.trees.TreeData;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Boosts trees until held-out instances stop them by the plan's criterion: those of the
 * validation file; or each fold stops trees that are fitted without it, and the trees that are fitted to all are as many as those
 * were on average. In memory.
 *
 * <p>Pairs are rows of two items in both orders, with their targets ({@link TreePairs}). For products, trees on the items come
 * first, stopped on the criterion of sorting by them; the trees on pairs are stopped with what those say of the items.
 *
 * @param parameters by XGBoost's names; and {@value #ENGINE}, which names the {@link TreeEngine}
 * @param checkpoints where what is done so far is kept while a validation file stops trees, null for nowhere
 */
public record TreeLearner(
        Map<String, String> parameters, @Nullable Checkpoints checkpoints) implements Learner {

    /** The parameter that names the engine. */
    public static final String ENGINE = "engine";

    public TreeLearner {
        parameters = Map.copyOf(parameters);
    }

    /** The engine's own parameters, without checkpoints. */
    public TreeLearner() {
        this(Map.of(), null);
    }

    /** Without checkpoints. */
    public TreeLearner(Map<String, String> parameters) {
        this(parameters, null);
    }

    /**
     * Trees for rankings of labels, to choose from: depths 2 and 4 with a learning rate of 0.03 and leaves of any size. Steps are
     * small because a tree that serves all outputs fits each of them less closely than a tree of its own would. What is given stands.
     */
    public static List<TreeLearner> forSmallData(Map<String, String> given) {
        Map<String, String> base = new TreeMap<>(given);
        if (!given.containsKey("learning_rate")) {
            base.putIfAbsent("eta", "0.03");
        }
        base.putIfAbsent("min_child_weight", "1");
        Stream<String> depths = base.containsKey("max_depth") ? Stream.of(base.get("max_depth")) : Stream.of("2", "4");
        return depths.map(depth -> {
                    Map<String, String> parameters = new TreeMap<>(base);
                    parameters.put("max_depth", depth);
                    return new TreeLearner(parameters, null);
                })
                .toList();
    }

    @Override
    public String text() {
        return text("trees", parameters);
    }

    static String text(String name, Map<String, String> parameters) {
        String all = new TreeMap<>(parameters).toString();
        return parameters.isEmpty()
                ? name
                : name + "(" + all.substring(1, all.length() - 1).replace(" ", "") + ")";
    }

    @Override
    public void require(Shape shape, int outputs) {
        if (outputs == 0) {
            throw new IllegalArgumentException("trees have nothing to learn where all predictions cost the same");
        }
        if (shape.isPaired() && checkpoints != null) {
            throw new IllegalArgumentException("no checkpoints are kept of trees on pairs");
        }
        engine().require(ofEngine());
    }

    /** What fits trees: what was named; else our own engine, and XGBoost for parameters that it alone has. */
    private TreeEngine engine() {
        String named = parameters.get(ENGINE);
        if (named != null) {
            return TreeEngines.find(named);
        }
        TreeEngine own = TreeEngines.find(TreeEngine.OWN);
        return takes(own) ? own : TreeEngines.find();
    }

    private boolean takes(TreeEngine engine) {
        try {
            engine.require(ofEngine());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The parameters that the engine is told. */
    public Map<String, String> ofEngine() {
        Map<String, String> own = new TreeMap<>(parameters);
        own.remove(ENGINE);
        return own;
    }

    private BoostingSpec spec() {
        return new BoostingSpec(text(), engine(), ofEngine(), checkpoints);
    }

    /** How much leaves are pulled towards 0. */
    public double lambda() {
        return Double.parseDouble(parameters.getOrDefault("lambda", parameters.getOrDefault("reg_lambda", "1")));
    }

    @Override
    public <I extends Instance> Fitted fit(Instances<I> instances, Plan<I> plan) {
        plan.progress().begin("load", Progress.ROWS, instances.knownRows());
        Optional<String> obstacle = BlockTrees.obstacle(spec(), instances, plan);
        Boosts boosting = obstacle.isEmpty() ? onBlocks(instances, plan) : inMemory(instances, plan);
        plan.laps().lap("load");
        List<Candidate> candidates = new ArrayList<>();
        List<HeldOut> heldOut = new ArrayList<>();
        List<InstanceScorer> scorers = new ArrayList<>();
        List<List<String>> notes = new ArrayList<>();
        for (Variant variant : plan.variants()) {
            Boosted boosted = boosting.apply(variant, 1.0 / (plan.variants().size() - candidates.size()));
            candidates.add(new Candidate(variant, lambda()));
            heldOut.add(plan.holdout().heldOut(() -> boosted.whole, boosted.stopped::get));
            scorers.add(boosted.whole);
            notes.add(
                    obstacle.isEmpty() || instances.blocks().isEmpty()
                            ? boosted.notes
                            : Stream.concat(boosted.notes.stream(), Stream.of(together(obstacle.get())))
                                    .toList());
        }
        plan.laps().lap("boost");
        return new Fitted(candidates, HeldOut.sideBySide(heldOut), scorers::get, notes::get);
    }

    /** Boosts for a variant, in a share of the time that is left. */
    private interface Boosts {
        Boosted apply(Variant variant, double share);
    }

    /** @param stopped those of each fold, fitted without it; empty where a file stopped the whole */
    private record Boosted(InstanceScorer whole, List<InstanceScorer> stopped, List<String> notes) {}

    private static String together(String why) {
        return "One process held all rows to grow trees, and not block by block: " + why + ".";
    }

    private <I extends Instance> Boosts onBlocks(Instances<I> instances, Plan<I> plan) {
        BlockTrees<I> blocks = new BlockTrees<>(spec(), instances, plan);
        return (variant, share) -> boosted(new Boosting<>(spec(), plan, share).boost(blocks.fits(variant)));
    }

    private <I extends Instance> Boosts inMemory(Instances<I> instances, Plan<I> plan) {
        TreeData<I> train = TreeData.load(instances, plan);
        TreeData<I> held = plan.holdout().hasFile() ? train.held(plan.holdout().judged(instances)) : train;
        return (variant, share) -> boost(train, held, variant, plan, share);
    }

    private static Boosted boosted(Boosting.Result result) {
        return new Boosted(
                RowScorer.of(result.whole()),
                result.stopped().stream().<InstanceScorer>map(RowScorer::of).toList(),
                List.of(result.note()));
    }

    private <I extends Instance> Boosted boost(
            TreeData<I> train, TreeData<I> held, Variant variant, Plan<I> plan, double share) {
        Boosting<I> boosting = new Boosting<>(spec(), plan, share);
        if (!train.shape().isPaired()) {
            return boosted(
                    boosting.boost(train.items(variant, plan), held.items(variant, plan), train.all(), held.all()));
        }
        return boostPairs(train, held, plan, boosting);
    }

    private static <I extends Instance> Boosted boostPairs(
            TreeData<I> train, TreeData<I> held, Plan<I> plan, Boosting<I> boosting) {
        List<String> notes = new ArrayList<>();
        Boosting.Result items = null;
        if (train.shape() == Shape.PRODUCTS) {
            items = boosting.boost(train.ownItems(plan), held.ownItems(plan), train.all(), held.all());
            notes.add("Items on their own: " + items.note());
        }
        Boosting.Result pairs =
                boosting.boost(train.pairs(items, plan), held.pairs(items, plan), train.all(), held.all());
        notes.add((items == null ? "" : "Pairs: ") + pairs.note());
        if (train.sampled() > 0) {
            notes.add(PairSample.note(train.sampled(), train.maxPairs()));
        }
        List<InstanceScorer> stopped = new ArrayList<>();
        for (int fold = 0; fold < pairs.stopped().size(); fold++) {
            stopped.add(scores(
                    items == null ? null : items.stopped().get(fold),
                    pairs.stopped().get(fold)));
        }
        return new Boosted(scores(items == null ? null : items.whole(), pairs.whole()), stopped, notes);
    }

    private static PairScores scores(@Nullable TreeEnsemble items, TreeEnsemble pairs) {
        return new PairScores(items, new TreePairs(pairs, items == null));
    }
}
