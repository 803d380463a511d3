package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.trees.Boosting;
import io.plumbrank.learn.trees.BoostingSpec;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Boosts trees on instances that are kept in blocks, here or on other machines, where their rows stay: gradients are whole numbers, so
 * that histograms of blocks add up to the same in any order, and the trees are those of {@link HistogramEngine} but for the rounding
 * of means. Nowhere are all rows together.
 */
public final class BlockTrees<I extends Instance> {
    /** Deeper levels have more histograms than are worth sending. */
    private static final int DEEPEST = 8;

    private final BoostingSpec spec;
    private final Instances<I> instances;
    private final Plan<I> plan;
    private final InstanceBlocks<I> blocks;
    private final @Nullable Folds folds;
    private final BlockFacts facts;

    /** Counts the rows of all blocks; after {@link #obstacle} found none. */
    public BlockTrees(BoostingSpec spec, Instances<I> instances, Plan<I> plan) {
        this.spec = spec;
        this.instances = instances;
        this.plan = plan;
        this.blocks = instances.blocks().orElseThrow();
        this.folds = plan.holdout().folds();
        this.facts = BlockFacts.of(blocks, folds);
        if (facts.instances() < plan.holdout().parts()) {
            throw plan.tooFew(instances, facts.instances() + " " + instances.nouns());
        }
        if (facts.width() < 1) {
            throw instances.fault("no features", "at least one, for trees to split on");
        }
    }

    /** Why trees must be fitted where all rows are together, as a clause; empty if they need not. */
    public static <I extends Instance> Optional<String> obstacle(
            BoostingSpec spec, Instances<I> instances, Plan<I> plan) {
        if (instances.blocks().isEmpty()
                || plan.holdout().judged(instances).blocks().isEmpty()) {
            return Optional.of("rows are not kept in blocks");
        }
        if (instances.shape().isPaired()) {
            return Optional.of("pairs of items are rows of their own");
        }
        if (instances.hasGaps()) {
            return Optional.of("some targets are not known");
        }
        for (Variant variant : plan.variants()) {
            InstanceLoss.Squares squares = variant.loss().squares();
            if (squares == null || !squares.isPlain()) {
                return Optional.of("the surrogate is " + variant.loss().text() + ", and not squared");
            }
            if (plan.criterion().parts(variant) == null) {
                return Optional.of("what each round reaches is kept for every instance");
            }
            if (!spec.engine().name().equals(TreeEngine.OWN)) {
                return Optional.of("the engine is xgboost, and not own");
            }
        }
        return spec.checkpoints() != null
                ? Optional.of("checkpoints are kept")
                : obstacle(TreeParameters.ofOwn(spec.parameters()));
    }

    private static Optional<String> obstacle(TreeParameters parameters) {
        int depth = parameters.whole("max_depth", 0);
        if (depth < 1 || depth > DEEPEST) {
            return Optional.of("max_depth is not from 1 to " + DEEPEST);
        }
        return parameters.whole("max_leaves", 0) > 0
                        || parameters.text("grow_policy", "depthwise").equals("lossguide")
                ? Optional.of("max_leaves and lossguide split one node at a time")
                : Optional.empty();
    }

    public Boosting.Fits fits(Variant variant) {
        return (fold, stopped, parameters, progress) -> {
            BlockRun.requireWeight(facts.weighsWithout(fold), instances, fold);
            return fit(variant, fold, plan.criterion().parts(variant), stopped, parameters, progress);
        };
    }

    private <S extends Summable<S>> TreeFit fit(
            Variant variant,
            int fold,
            Plan.@Nullable Parts<I, S> parts,
            boolean stopped,
            Map<String, String> given,
            TreeProblem.Progress progress) {
        TreeParameters parameters = TreeParameters.ofOwn(given);
        BlockPart part = BlockPart.of(facts, folds, fold);
        CutSample sample = CutSample.of(blocks, part, facts.width());
        Cuts cuts;
        try (Workers workers = new Workers(plan.settings().threads())) {
            cuts = sample.cuts(parameters.whole("max_bin", TreeParameters.MOST_BINS), workers);
        }
        BlockState.Start start = start(part, cuts, variant, sample.weight());
        String key = spec.text() + " " + plan.settings().seed() + " " + folds + " " + variant.number() + " " + fold;
        BlockTalk<I> file = null;
        Instances<I> judged = plan.holdout().judged(instances);
        if (stopped && plan.holdout().hasFile()) {
            InstanceBlocks<I> held = judged.blocks().orElseThrow();
            BlockFacts ofFile = BlockFacts.of(held, null);
            if (ofFile.instances() == 0) {
                throw judged.fault("no " + judged.nouns(), "at least one");
            }
            BlockRun.requireWeight(ofFile.weighs(-1), judged, -1);
            file = new BlockTalk<>(held, key + " held", start(BlockPart.none(), cuts, variant, 1));
        } else if (stopped) {
            BlockRun.requireWeight(facts.weighs(fold), instances, fold);
        }
        BlockRun.Stop<I, S> stop =
                new BlockRun.Stop<>(stopped ? parts : null, file, Boosting.nothingToStopOn(judged, fold));
        BlockRun.Talks<I> talks = new BlockRun.Talks<>(new BlockTalk<>(blocks, key, start), start);
        try (BlockRun<I, S> run = new BlockRun<>(parameters, plan.settings().seed(), part, talks, stop)) {
            return run.run(progress);
        }
    }

    private BlockState.Start start(BlockPart part, Cuts cuts, Variant variant, double weight) {
        return new BlockState.Start(part, cuts, instances.outputs(), variant.from(), variant.size(), weight);
    }
}
