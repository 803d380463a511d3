package io.plumbrank.learn.ridge;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.maps.BlockSample;
import io.plumbrank.learn.maps.FeatureSample;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.pairs.FourierPairs;
import io.plumbrank.learn.pairs.PairFeatures;
import io.plumbrank.learn.pairs.PairSample;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.pairs.ProductPairs;
import io.plumbrank.util.internal.Batches;
import io.plumbrank.util.internal.Batches.Batch;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Least squares on the pairs of items, and for products on the items too, with one λ for both. Minimised is the mean over
 * queries of (1/r) Σ ‖u_ij − α_ij‖² over the pairs of its r items.
 *
 * <p>Linear functions are linear in products of two items' features ({@link ProductPairs}), and take pairs at the cost of items;
 * beyond {@value #MOST_INPUTS} features of an item, in sums or differences alone.
 */
final class PairRidgeFit<I extends Instance> extends RidgeFit<PairSums, I> {
    /** Queries that are summed together; fixed, so that threads change no bit. */
    private static final int BATCH = 128;

    /**
     * Products of m features cost m⁴/8 per query, and m⁶/8 in the end, where scores cost r·m²/2: up to here pairs of 100 items
     * take some three times as long as scores, or less.
     */
    private static final int MOST_INPUTS = 12;

    /** All λ come off one decomposition, whose time grows with the cube of the features of pairs. */
    private static final int MOST_FEATURES = 4000;

    /** Products of more features, most of which never have a value, would be more than {@link #MOST_FEATURES}. */
    private static final int MOST_NUMBERED = 80;

    private final boolean antisymmetric;

    /** Set by the first pass: the width of the widest row, and how many features items have in the sample. */
    private int inputs;

    private int present;
    private int sampled;

    PairRidgeFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        super(spec, instances, plan);
        this.antisymmetric = instances.shape() == Instances.Shape.PREFERENCES;
        spec.requirePairs();
    }

    /** 13 values from 10⁻⁸ to 10⁴. */
    @Override
    double[] grid() {
        return IntStream.rangeClosed(-8, 4)
                .mapToDouble(power -> StrictMath.pow(10, power))
                .toArray();
    }

    @Override
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (spec.isLinear() && !hasProducts()) {
            notes.add((present > MOST_INPUTS
                            ? "items have " + present + " features, more than " + MOST_INPUTS
                            : "features have numbers up to " + inputs + ", more than " + MOST_NUMBERED)
                    + ": pairs are seen by "
                    + (antisymmetric
                            ? "differences alone, which express no circles"
                            : "sums alone, and not by products; all pairs were taken, whatever their number")
                    + "; Fourier features and trees see more");
        }
        if (sampled > 0) {
            notes.add(
                    spec.isLinear()
                            ? "of " + sampled + " queries with more than " + instances.maxPairs()
                                    + " pairs, those between two halves were drawn and weighed"
                            : PairSample.note(sampled, instances.maxPairs()));
        }
        return notes;
    }

    @Override
    List<PairSums> sums() {
        FeatureMap items = itemMap();
        PairFeatures pairs = pairMap(items);
        Optional<InstanceBlocks<I>> blocks = instances.blocks();
        return blocks.isPresent() ? inBlocks(blocks.get(), items, pairs) : inOrder(items, pairs);
    }

    private Summing<I> summing(FeatureMap items, PairFeatures pairs) {
        return new Summing<>(
                antisymmetric ? null : items,
                pairs,
                inputs,
                instances.maxPairs(),
                seed,
                plan.holdout().folds());
    }

    /** The same by blocks, in batches within each. */
    private List<PairSums> inBlocks(InstanceBlocks<I> blocks, FeatureMap items, PairFeatures pairs) {
        Summing<I> summing = summing(items, pairs);
        List<Optional<PairSums>> totals = List.of();
        Optional<Counted> counted = blocks.sum(summing::ofBlock);
        if (counted.isPresent()) {
            sampled = (int) Math.min(Integer.MAX_VALUE, counted.get().sampled);
            totals = counted.get().sums.parts();
        }
        if (totals.isEmpty()
                || totals.stream()
                        .anyMatch(total ->
                                total.filter(sum -> sum.groupWeight() > 0).isEmpty())) {
            throw plan.tooFew(instances, "too few " + instances.nouns() + " with a positive weight");
        }
        return totals.stream().map(Optional::orElseThrow).toList();
    }

    /** Sums, and of how many queries only some pairs were taken. */
    private record Counted(PartSums<PairSums> sums, long sampled) implements Summable<Counted> {
        private static final long serialVersionUID = 1;

        @Override
        public Counted plus(Counted other) {
            return new Counted(sums.plus(other.sums), sampled + other.sampled);
        }
    }

    /** What makes sums of queries, here or elsewhere; items is null for preferences, folds where there are none. */
    private record Summing<I extends Instance>(
            @Nullable FeatureMap items,
            PairFeatures pairs,
            int inputs,
            int maxPairs,
            long seed,
            @Nullable Folds folds) implements Serializable {
        private static final long serialVersionUID = 1;

        /** The sums of each part of a batch. */
        PairSums[] of(Batch<I> batch, long before) {
            PairAccumulator[] sums = new PairAccumulator[folds == null ? 1 : folds.count()];
            Arrays.setAll(sums, part -> new PairAccumulator(pairs, items, maxPairs, seed));
            for (int i = 0; i < batch.items().size(); i++) {
                I instance = batch.items().get(i);
                long number = before + batch.first() + i;
                int part = folds == null ? 0 : folds.of(number);
                sums[part].add(instance.x(inputs), PairTargets.of(instance), instance.weight(), number);
            }
            return Arrays.stream(sums).map(PairAccumulator::finish).toArray(PairSums[]::new);
        }

        @Nullable
        Counted ofBlock(Block<I> block) {
            boolean samples = PairAccumulator.samples(pairs);
            long[] sampled = {0};
            List<PartSums<PairSums>> total = new ArrayList<>();
            Batches.<I, PartSums<PairSums>>inOrder(
                    visitor -> block.instances().visit(instance -> {
                        sampled[0] += samples && PairSample.isPart(instance.rows(), maxPairs) ? 1 : 0;
                        visitor.accept(instance);
                    }),
                    BATCH,
                    1,
                    "plumbrank-pairs",
                    batch -> new PartSums<>(Arrays.stream(of(batch, block.first()))
                            .map(Optional::of)
                            .toList()),
                    batch -> total.add(total.isEmpty() ? batch : total.remove(0).plus(batch)));
            return total.isEmpty() ? null : new Counted(total.get(0), sampled[0]);
        }
    }

    private List<PairSums> inOrder(FeatureMap items, PairFeatures pairs) {
        Summing<I> summing = summing(items, pairs);
        boolean samples = PairAccumulator.samples(pairs);
        PairSums[] totals = new PairSums[parts];
        long[] rows = {0};
        long[] seen = {0};
        Batches.<I, PairSums[]>inOrder(
                visitor -> instances.visit(instance -> {
                    seen[0]++;
                    sampled += samples && PairSample.isPart(instance.rows(), instances.maxPairs()) ? 1 : 0;
                    rows[0] += instance.rows();
                    plan.progress().at(rows[0]);
                    visitor.accept(instance);
                }),
                BATCH,
                threads,
                "plumbrank-pairs",
                batch -> summing.of(batch, 0),
                batch -> {
                    for (int part = 0; part < parts; part++) {
                        totals[part] = totals[part] == null ? batch[part] : totals[part].plus(batch[part]);
                    }
                });
        for (PairSums total : totals) {
            if (total == null || !(total.groupWeight() > 0)) {
                throw plan.tooFew(instances, seen[0]);
            }
        }
        return List.of(totals);
    }

    /**
     * What a regression sees of one item: of the first rows for a linear model, and for Fourier features of a sample; as wide as
     * the widest row of the file, since rows of pairs have one width.
     */
    private FeatureMap itemMap() {
        Optional<InstanceBlocks<I>> blocks = instances.blocks();
        FeatureSample sample = new FeatureSample(seed, instances.padding());
        if (blocks.isPresent()) {
            // all rows of blocks have one width
            instances.visitUntil(instance -> {
                inputs = Math.max(inputs, instance.width());
                requireFew(instance);
                sample.add(instances, instance);
                return sample.isFull() || !spec.isLinear();
            });
            FeatureSample all = spec.isLinear() ? sample : BlockSample.of(blocks.get(), seed, instances.padding());
            present = all.present();
            return all.map(spec.features(), seed, inputs);
        }
        instances.visit(instance -> {
            inputs = Math.max(inputs, instance.width());
            requireFew(instance);
            if (!(spec.isLinear() && sample.isFull())) {
                sample.add(instances, instance);
            }
        });
        present = sample.present();
        return sample.map(spec.features(), seed, inputs);
    }

    private void requireFew(I instance) {
        if (spec.isLinear() && inputs > MOST_FEATURES) {
            throw instances.fault(
                    instance,
                    "a feature number that makes " + inputs + " features",
                    "at most " + MOST_FEATURES
                            + " for pairs: number the features without gaps, take fewer, take trees or"
                            + " Fourier features, or a surrogate by scores, such as squared, whose rows stay sparse");
        }
    }

    private boolean hasProducts() {
        return present <= MOST_INPUTS && inputs <= MOST_NUMBERED;
    }

    private PairFeatures pairMap(FeatureMap items) {
        FeatureReference reference = items.reference();
        if (items instanceof FourierFeatures fourier) {
            // two items are √2 times as far from two others as one from another
            return new FourierPairs(
                    new FourierFeatures(
                            PairFeatures.twice(reference),
                            fourier.count(),
                            Math.sqrt(2) * fourier.bandwidth(),
                            fourier.seed()),
                    antisymmetric);
        }
        return ProductPairs.of(reference, antisymmetric, hasProducts());
    }

    /** The pairs, and behind them, for products, the items on their own. */
    @Override
    List<RidgePath> solve(PairSums sums) {
        if (!(sums.pairs().weight() > 0)) {
            throw plan.tooFew(instances, "too few queries with a positive weight and two items");
        }
        List<RidgePath> paths = new ArrayList<>(List.of(path(sums.pairs(), sums.groupWeight())));
        if (sums.items() != null) {
            paths.add(path(sums.items(), sums.groupWeight()));
        }
        return paths;
    }

    private RidgePath path(RegressionSums sums, double groupWeight) {
        return path(RidgeProblem.ofGroups(sums, groupWeight));
    }

    @Override
    InstanceScorer stacked(List<RidgePath> paths, List<Candidate> candidates) {
        double[] lambdas = candidates.stream().mapToDouble(Candidate::lambda).toArray();
        @Nullable Scorer items = antisymmetric ? null : paths.get(1).stackedScorer(lambdas);
        return new PairScores(items, (PairScorer) paths.get(0).stackedScorer(lambdas));
    }
}
