package io.plumbrank.model;

import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.FeatureMap;
import io.plumbrank.learn.FeatureReference;
import io.plumbrank.learn.FourierFeatures;
import io.plumbrank.learn.FourierPairs;
import io.plumbrank.learn.PairAccumulator;
import io.plumbrank.learn.PairFeatures;
import io.plumbrank.learn.PairScorer;
import io.plumbrank.learn.PairSums;
import io.plumbrank.learn.ProductPairs;
import io.plumbrank.learn.RegressionSums;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.RidgeProblem;
import io.plumbrank.target.PairRankingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fits the pairs of queries for all λ, from one pass that sums after one that looks at the features. */
final class PairFitting {
    /** Queries that are summed together; fixed, so that threads change no bit. */
    private static final int BATCH = 128;

    private final PairRankerTrainer trainer;
    private final PairRankingTarget<Query> target;
    private final @Nullable Folds folds;

    /** Set by the first pass. */
    private int inputs;

    /** What items have in the sample: text that counts features from 1 has no feature 0. */
    private int present;

    private int sampled;

    PairFitting(PairRankerTrainer trainer, PairRankingTarget<Query> target, @Nullable Folds folds) {
        this.trainer = trainer;
        this.target = target;
        this.folds = folds;
    }

    /** The pairs, and for average precision the items on their own; one λ for both. */
    private record RidgePaths(@Nullable RidgePath items, RidgePath pairs) {
        PairScores at(double... lambdas) {
            return new PairScores(
                    items == null ? null : items.stackedScorer(lambdas), (PairScorer) pairs.stackedScorer(lambdas));
        }
    }

    /** @param lambdas what to choose from */
    PairFits fit(QuerySource train, QueryLabels labels, double[] lambdas, Progress progress) {
        progress.begin("sum");
        List<PairSums> sums = sums(train, labels, progress);
        progress.begin("solve");
        List<RidgePaths> solved = new ArrayList<>();
        try (InOrder<RidgePaths> workers = new InOrder<>(trainer.learner().threads(), "plumbrank-solve", solved::add)) {
            for (int fold = 0; folds != null && fold < folds.count(); fold++) {
                int without = fold;
                workers.submit(() -> paths(train, sum(sums, without)));
            }
            workers.submit(() -> paths(train, sum(sums, -1)));
            workers.finish();
        }
        RidgePaths whole = solved.remove(solved.size() - 1);
        List<PairScores> without = solved.stream().map(each -> each.at(lambdas)).toList();
        return new PairFits(lambdas, whole.at(lambdas), without, l -> whole.at(lambdas[l]), notes());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        boolean linear = trainer.learner().features() instanceof RidgeLearner.Linear;
        if (linear && !trainer.hasProducts(present)) {
            notes.add("items have " + present + " features, more than " + PairRankerTrainer.MOST_INPUTS
                    + ": pairs are seen by "
                    + (target.antisymmetric()
                            ? "differences alone, which express no circles"
                            : "sums alone, and not by products")
                    + "; --model fourier and trees see more");
        }
        if (linear
                && !target.antisymmetric()
                && !trainer.hasProducts(present)
                && trainer.maxPairs() != PairRankerTrainer.DEFAULT_MAX_PAIRS) {
            notes.add(
                    "all pairs were taken, whatever --max-pairs says: sums of features take them at the cost of items");
        }
        if (sampled > 0) {
            notes.add(linear ? trainer.halvedNote(sampled) : trainer.sampledNote(sampled));
        }
        return notes;
    }

    private List<PairSums> sums(QuerySource train, QueryLabels labels, Progress progress) {
        FeatureMap items = itemMap(train);
        PairFeatures pairs = pairMap(items);
        int parts = folds == null ? 1 : folds.count();
        PairSums[] totals = new PairSums[parts];
        try (InOrder<PairSums[]> workers = new InOrder<>(trainer.learner().threads(), "plumbrank-pairs", batch -> {
            for (int part = 0; part < parts; part++) {
                totals[part] = totals[part] == null ? batch[part] : totals[part].plus(batch[part]);
            }
        })) {
            List<Query> open = new ArrayList<>();
            train.visit(query -> {
                labels.encode(query);
                PairLabels.requireNoItemWeights(train, query);
                open.add(query);
                if (open.size() == BATCH) {
                    submit(open, labels.queries(), items, pairs, workers);
                    progress.rows(labels.rows());
                }
            });
            submit(open, labels.queries(), items, pairs, workers);
            workers.finish();
        }
        return List.of(totals);
    }

    private void submit(
            List<Query> open, long seen, FeatureMap items, PairFeatures pairs, InOrder<PairSums[]> workers) {
        List<Query> batch = List.copyOf(open);
        open.clear();
        if (PairAccumulator.samples(pairs)) {
            sampled += (int) batch.stream().filter(trainer::isSampled).count();
        }
        workers.submit(() -> sumsOf(batch, seen - batch.size(), items, pairs));
    }

    private PairSums[] sumsOf(List<Query> batch, long first, FeatureMap items, PairFeatures pairs) {
        PairAccumulator[] parts = new PairAccumulator[folds == null ? 1 : folds.count()];
        Arrays.setAll(
                parts,
                part -> new PairAccumulator(
                        pairs,
                        target.antisymmetric() ? null : items,
                        trainer.maxPairs(),
                        trainer.learner().seed()));
        for (int i = 0; i < batch.size(); i++) {
            Query query = batch.get(i);
            long number = first + i;
            parts[folds == null ? 0 : folds.of(number)].add(
                    trainer.features().rows(query, inputs), PairLabels.targets(target, query), query.weight(), number);
        }
        return Arrays.stream(parts).map(PairAccumulator::finish).toArray(PairSums[]::new);
    }

    /**
     * What a regression sees of one item: of the first rows for a linear model, and for Fourier features of a sample; as wide as
     * the widest row of the file, since rows of pairs have one width.
     */
    private FeatureMap itemMap(QuerySource train) {
        FeatureSample sample = new FeatureSample(trainer.learner().seed());
        boolean linear = trainer.learner().features() instanceof RidgeLearner.Linear;
        train.visit(query -> {
            inputs = Math.max(inputs, query.featureCount());
            if (linear && sample.isFull()) {
                return;
            }
            int width = trainer.features().width(query.featureCount());
            float[] rows = trainer.features().rows(query, query.featureCount());
            for (int item = 0; item < query.size(); item++) {
                sample.add(Arrays.copyOfRange(rows, item * width, (item + 1) * width));
            }
        });
        present = sample.present();
        return sample.map(trainer.learner(), trainer.features().width(inputs));
    }

    private PairFeatures pairMap(FeatureMap items) {
        FeatureReference reference = items.reference();
        boolean antisymmetric = target.antisymmetric();
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
        return new ProductPairs(reference, antisymmetric, trainer.hasProducts(present));
    }

    private RidgePaths paths(QuerySource train, PairSums sums) {
        RegressionSums items = sums.items();
        if (!(sums.pairs().weight() > 0)) {
            throw new InputException(
                    train.file().toString(),
                    0,
                    "too few queries with a positive weight and two items",
                    folds == null
                            ? "at least one"
                            : "at least two for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
        return new RidgePaths(
                items == null ? null : path(items, sums.groupWeight()), path(sums.pairs(), sums.groupWeight()));
    }

    private RidgePath path(RegressionSums sums, double groupWeight) {
        RidgeProblem problem = RidgeProblem.ofGroups(sums, groupWeight);
        return RidgePath.of(trainer.standardise() ? problem : problem.unscaled());
    }

    private static PairSums sum(List<PairSums> sums, int without) {
        return IntStream.range(0, sums.size())
                .filter(i -> i != without)
                .mapToObj(sums::get)
                .reduce(PairSums::plus)
                .orElseThrow();
    }
}
