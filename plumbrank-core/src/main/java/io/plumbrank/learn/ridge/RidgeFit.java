package io.plumbrank.learn.ridge;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.BlockSample;
import io.plumbrank.learn.maps.FeatureSample;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.InOrder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Least squares for all variants and all regularisations: one pass makes sums, of all instances or of each fold; sums add up to
 * those of all but one fold; each is solved for its whole path. What is summed depends on the shape of the instances.
 */
public abstract class RidgeFit<S extends Summable<S>, I extends Instance> {
    /** From so many outputs on, what they take is said first. */
    private static final int MANY_OUTPUTS = 10_000;

    final FeatureSpec spec;
    final long seed;
    final int threads;
    final Instances<I> instances;
    final Plan<I> plan;

    /** 1 where there are no folds. */
    final int parts;

    RidgeFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        this.spec = spec;
        this.seed = plan.settings().seed();
        this.threads = plan.settings().threads();
        this.instances = instances;
        this.plan = plan;
        this.parts = plan.holdout().parts();
    }

    public static <I extends Instance> RidgeFit<?, I> of(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        return switch (instances.shape()) {
            case ROWS -> new OfRows<>(spec, instances, plan);
            case ITEMS -> new ItemRidgeFit<>(spec, instances, plan);
            case PREFERENCES, PRODUCTS -> new PairRidgeFit<>(spec, instances, plan);
        };
    }

    /** Whether all variants are squares, of equally scaled targets and equally scaled themselves. */
    public static boolean suits(List<Variant> variants) {
        InstanceLoss.Squares first = variants.get(0).loss().squares();
        return variants.stream()
                .map(variant -> variant.loss().squares())
                .allMatch(squares -> squares != null
                        && first != null
                        && squares.targetFactor() == first.targetFactor()
                        && squares.lossFactor() == first.lossFactor());
    }

    abstract List<S> sums();

    abstract List<RidgePath> solve(S sums);

    /** All candidates side by side, in the order of {@link #candidates}. */
    abstract InstanceScorer stacked(List<RidgePath> paths, List<Candidate> candidates);

    abstract double[] grid();

    /** What a user should know, whole sentences. */
    List<String> notes() {
        return List.of();
    }

    public final Fitted fit() {
        plan.progress().begin("sum", Progress.ROWS, instances.knownRows());
        List<S> sums = sums();
        plan.laps().lap("sum");
        plan.progress().begin("solve", "fits", parts > 1 ? parts + 1 : 1);
        List<List<RidgePath>> solved = new ArrayList<>();
        try (InOrder<List<RidgePath>> workers = new InOrder<>(threads, "plumbrank-solve", paths -> {
            solved.add(paths);
            plan.progress().at(solved.size());
        })) {
            for (int part = 0; parts > 1 && part < parts; part++) {
                int without = part;
                workers.submit(() -> solve(sum(sums, without)));
            }
            workers.submit(() -> solve(sum(sums, -1)));
            workers.finish();
        }
        List<RidgePath> whole = solved.remove(solved.size() - 1);
        List<Candidate> candidates = plan.candidates(plan.lambdas(grid()));
        HeldOut heldOut = heldOut(whole, solved, candidates);
        plan.laps().lap("solve");
        List<String> notes = notes();
        return new Fitted(candidates, heldOut, c -> stacked(whole, List.of(candidates.get(c))), c -> notes);
    }

    private HeldOut heldOut(List<RidgePath> whole, List<List<RidgePath>> withoutFold, List<Candidate> candidates) {
        return plan.holdout()
                .heldOut(
                        () -> stacked(whole, candidates),
                        fold -> stacked(withoutFold.get(fold), candidates),
                        () -> new LeaveOneOut(whole.get(0), plan.lambdas(grid()), slices(candidates)));
    }

    /** Of the outputs of one path for all λ, which stand side by side: those of all targets at the first λ, at the second, …. */
    final List<Slice> slices(List<Candidate> candidates) {
        double[] lambdas =
                candidates.stream().mapToDouble(Candidate::lambda).distinct().toArray();
        return candidates.stream()
                .map(candidate -> {
                    int l = IntStream.range(0, lambdas.length)
                            .filter(i -> lambdas[i] == candidate.lambda())
                            .findFirst()
                            .orElseThrow();
                    Variant variant = candidate.variant();
                    return new Slice(l * instances.outputs() + variant.from(), variant.size());
                })
                .toList();
    }

    /** The sum of all but one; −1 for all. */
    private S sum(List<S> sums, int without) {
        return IntStream.range(0, sums.size())
                .filter(i -> i != without)
                .mapToObj(sums::get)
                .reduce(Summable::plus)
                .orElseThrow();
    }

    /** Features² numbers for each part of a sum, thread and level of the tree of sums must fit into memory. */
    static InputException tooWide(Instances<?> instances, Instance instance, double most) {
        return instances.fault(
                instance,
                "a feature number that makes " + instance.width() + " features",
                String.format(
                        Locale.ROOT,
                        "at most %.0f with %d MB of heap: number the features without gaps, take Fourier features, or give"
                                + " the JVM more memory (-Xmx)",
                        most,
                        Runtime.getRuntime().maxMemory() >> 20));
    }

    final RidgePath path(RidgeProblem problem) {
        RidgeProblem signed = problem.withSigns(spec.signs());
        return RidgePath.of(spec.standardise() ? signed : signed.unscaled());
    }

    /** One pass into sums of blocks of rows, which threads and shards cannot change. */
    abstract static class OfBlocks<S extends Summable<S>, I extends Instance> extends RidgeFit<S, I> {
        OfBlocks(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
            super(spec, instances, plan);
        }

        /** A pass for one part, under the feature map of all. */
        @FunctionalInterface
        interface Opening<S extends Summable<S>> extends Serializable {
            SumsPass<S> open(int threads, FeatureMap map);
        }

        /** Adds an instance to a pass, and says how many rows it has. */
        @FunctionalInterface
        interface Adding<S extends Summable<S>, I extends Instance> extends Serializable {
            int add(I instance, SumsPass<S> pass);
        }

        abstract double weight(S sums);

        /** Says what will be done, where it is much. */
        void announce(FeatureMap map) {}

        final List<S> sums(Opening<S> opening, Adding<S, I> adding) {
            return instances
                    .blocks()
                    .map(blocks -> inBlocks(blocks, opening, adding))
                    .orElseGet(() -> inOrder(opening, adding));
        }

        /** The same by blocks, within which rows are counted anew. */
        private List<S> inBlocks(InstanceBlocks<I> blocks, Opening<S> opening, Adding<S, I> adding) {
            FeatureMap map = map();
            announce(map);
            Folds folds = plan.holdout().folds();
            List<Optional<S>> totals = blocks.sum(block -> partSums(block, map, folds, opening, adding))
                    .map(PartSums::parts)
                    .orElseGet(List::of);
            List<S> sums = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                Optional<S> total = part < totals.size() ? totals.get(part) : Optional.empty();
                sums.add(total.filter(one -> weight(one) > 0)
                        .orElseThrow(() ->
                                plan.tooFew(instances, "too few " + instances.nouns() + " with a positive weight")));
            }
            return sums;
        }

        private static <S extends Summable<S>, I extends Instance> PartSums<S> partSums(
                Block<I> block, FeatureMap map, @Nullable Folds folds, Opening<S> opening, Adding<S, I> adding) {
            List<SumsPass<S>> passes = new ArrayList<>();
            try {
                for (int part = 0; part < (folds == null ? 1 : folds.count()); part++) {
                    passes.add(opening.open(1, map));
                }
                long[] number = {block.first()};
                block.instances().visit(instance -> {
                    int part = folds == null ? 0 : folds.of(number[0]);
                    number[0]++;
                    adding.add(instance, passes.get(part));
                });
                return new PartSums<>(
                        passes.stream().map(pass -> pass.finish().total()).toList());
            } finally {
                passes.forEach(SumsPass::close);
            }
        }

        private List<S> inOrder(Opening<S> opening, Adding<S, I> adding) {
            FeatureMap map = map();
            announce(map);
            List<SumsPass<S>> passes = new ArrayList<>();
            try {
                for (int part = 0; part < parts; part++) {
                    passes.add(opening.open(threads, map));
                }
                long[] seen = new long[2];
                instances.visit(instance -> {
                    requireRoom(instance);
                    seen[1] += adding.add(instance, passes.get(plan.holdout().part(seen[0]++)));
                    plan.progress().at(seen[1]);
                });
                List<S> sums = new ArrayList<>();
                for (SumsPass<S> pass : passes) {
                    sums.add(pass.finish()
                            .total()
                            .filter(total -> weight(total) > 0)
                            .orElseThrow(() -> plan.tooFew(instances, seen[0])));
                }
                return sums;
            } finally {
                passes.forEach(SumsPass::close);
            }
        }

        /**
         * Of the first rows for linear features, whose sums do not depend on it but for rounding and missing values; else of a sample
         * from all over the file.
         */
        private FeatureMap map() {
            boolean firstRows = spec.isLinear()
                    && (instances.shape() == Instances.Shape.ITEMS
                            || plan.holdout().hasFile());
            Optional<InstanceBlocks<I>> blocks = firstRows ? Optional.empty() : instances.blocks();
            if (blocks.isPresent()) {
                return BlockSample.of(blocks.get(), seed, instances.padding()).map(spec.features(), seed);
            }
            FeatureSample sample = new FeatureSample(seed, instances.padding());
            instances.visitUntil(instance -> {
                requireRoom(instance);
                sample.add(instances, instance);
                return firstRows && sample.isFull();
            });
            return sample.map(spec.features(), seed);
        }

        private void requireRoom(I instance) {
            if (spec.isLinear()) {
                int matrices = parts * (threads + 2);
                double most = Math.floor(Math.sqrt(Runtime.getRuntime().maxMemory() / (8.0 * matrices)));
                if (instance.width() > most) {
                    throw tooWide(instances, instance, most);
                }
            }
        }
    }

    /** Of instances of one row: all outputs in one path. */
    private static final class OfRows<I extends Instance> extends OfBlocks<RegressionSums, I> {
        OfRows(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
            super(spec, instances, plan);
        }

        @Override
        double[] grid() {
            return RidgePath.defaultLambdas();
        }

        /** Labels have very many pairs, each of which is an output with weights of its own for every λ. */
        @Override
        void announce(FeatureMap map) {
            int outputs = instances.outputs();
            if (outputs < MANY_OUTPUTS) {
                return;
            }
            int lambdas = plan.lambdas(grid()).length;
            int scorers = parts;
            int features = map.size(map.reference().inputs());
            // weights of a scorer as rows and as columns, and sums of products with targets
            double bytes = 8.0 * outputs * (scorers * lambdas * (2.0 * features + 4) + parts * (features + 4.0) * 3);
            double heap = Runtime.getRuntime().maxMemory();
            String words = String.format(
                    Locale.ROOT,
                    "%d outputs of %d features: least squares for %d %s, about %.0f MB",
                    outputs,
                    features,
                    lambdas,
                    lambdas == 1 ? "lambda" : "lambdas",
                    bytes / 1e6);
            if (bytes > heap) {
                throw instances.fault(
                        String.format(Locale.ROOT, "%s, but a heap of %.0f MB", words, heap / 1e6),
                        "room for it: give the JVM more memory (-Xmx), name fewer lambdas, take fewer features, or of labels"
                                + " their scores and not their pairs");
            }
            plan.progress().plan(words);
        }

        @Override
        double weight(RegressionSums sums) {
            return sums.weight();
        }

        @Override
        List<RegressionSums> sums() {
            int outputs = instances.outputs();
            Padding padding = instances.padding();
            return sums(
                    (workers, map) -> SumsPass.ofRows(outputs, 0, workers, padding, first -> map), (instance, pass) -> {
                        pass.add(instance.x(instance.width()), instance.targets(), instance.weight());
                        return 1;
                    });
        }

        @Override
        List<RidgePath> solve(RegressionSums sums) {
            return List.of(path(RidgeProblem.of(sums)));
        }

        @Override
        InstanceScorer stacked(List<RidgePath> paths, List<Candidate> candidates) {
            if (candidates.size() == 1) {
                Candidate only = candidates.get(0);
                Variant variant = only.variant();
                return RowScorer.of(
                        paths.get(0).scorer(only.lambda(), variant.from(), variant.from() + variant.size()));
            }
            double[] lambdas = candidates.stream()
                    .mapToDouble(Candidate::lambda)
                    .distinct()
                    .toArray();
            return new RowScorer(paths.get(0).stackedScorer(lambdas), slices(candidates));
        }
    }
}
