package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.PairSample;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.target.UtilityRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Boosts trees on pairs of items by least squares, both orders of a pair with their targets, and stops on the measure as
 * {@link PairValidation} decodes and {@link TreeBoosting} says. For average precision, trees on the items come first, stopped on the
 * measure of sorting by them; the trees on pairs are stopped with what those say of the items. In memory.
 */
final class PairTreeFitting {
    private final PairRankerTrainer trainer;
    private final TreeSettings settings;
    private final @Nullable Folds folds;
    private final PairValidation validation;

    /** @param folds null for a validation file */
    PairTreeFitting(
            PairRankerTrainer trainer,
            Map<String, String> parameters,
            @Nullable Folds folds,
            PairValidation validation) {
        this.trainer = trainer;
        this.settings = TreeSettings.defaults().withParameters(parameters);
        this.folds = folds;
        this.validation = validation;
    }

    /**
     * @param labels of the training data
     * @param valid null to validate on folds
     */
    PairFits fit(QueryLabels labels, @Nullable QuerySource valid, Progress progress) {
        progress.begin("load");
        TreeBoosting boosting = new TreeBoosting(settings, trainer.learner(), folds, progress);
        List<Query> all = load(labels, boosting);
        int inputs = all.stream().mapToInt(Query::featureCount).max().orElse(0);
        QueryLabels others = valid == null ? null : new QueryLabels(RankingTargets.ofQueries(trainer.measure()), valid);
        List<Query> held = others == null ? null : load(others, boosting);
        requireMatrix(pairs(labels.data(), all, null, inputs).rowsToFit(), labels.data(), inputs);
        QuerySource stopping = valid == null ? labels.data() : valid;
        requireMatrix(pairs(stopping, held == null ? all : held, null, inputs).rowsToStop(), stopping, inputs);
        List<String> notes = new ArrayList<>();
        Boosted<TreeItems> items = null;
        if (!validation.target().antisymmetric()) {
            items = boosting.boost(
                    items(labels.data(), all, inputs), held == null ? null : items(stopping, held, inputs));
            notes.add("Items on their own: " + items.note());
        }
        Boosted<TreeItemPairs> boosted = boosting.boost(
                pairs(labels.data(), all, items, inputs), held == null ? null : pairs(stopping, held, items, inputs));
        notes.add((items == null ? "" : "Pairs: ") + boosted.note());
        int sampled = (int) all.stream().filter(trainer::isSampled).count();
        if (sampled > 0) {
            notes.add(trainer.sampledNote(sampled));
        }
        PairScores whole = scores(items == null ? null : items.whole(), boosted.whole());
        List<PairScores> withoutFold = new ArrayList<>();
        for (int fold = 0; folds != null && fold < folds.count(); fold++) {
            withoutFold.add(scores(
                    items == null ? null : items.stopped().get(fold).trees(),
                    boosted.stopped().get(fold).trees()));
        }
        return new PairFits(
                new double[] {TreeBoosting.lambda(settings)}, whole, withoutFold, only -> whole, List.copyOf(notes));
    }

    private static List<Query> load(QueryLabels labels, TreeBoosting boosting) {
        List<Query> queries = new ArrayList<>();
        labels.data().visit(query -> {
            labels.encode(query);
            PairLabels.requireNoItemWeights(labels.data(), query);
            queries.add(query);
        });
        boosting.requireCount(labels.data(), queries.size(), "queries");
        return queries;
    }

    private void requireMatrix(long rows, QuerySource source, int inputs) {
        TreeBoosting.requireMatrix(
                source, rows, TreePairs.width(trainer.features().width(inputs)));
    }

    private PairScores scores(@Nullable TreeEnsemble items, TreeEnsemble pairs) {
        return new PairScores(items, new TreePairs(pairs, validation.target().antisymmetric()));
    }

    private TreeItems items(QuerySource source, List<Query> queries, int inputs) {
        List<double[]> targets = new ArrayList<>();
        List<double[]> weights = new ArrayList<>();
        for (Query query : queries) {
            double[] single = Objects.requireNonNull(
                    PairLabels.targets(validation.target(), query).single());
            double[] each = new double[single.length];
            Arrays.fill(each, query.weight() / single.length);
            targets.add(single);
            weights.add(each);
        }
        return new TreeItems(
                source,
                queries,
                targets,
                weights,
                Surrogates.parse("squared").trained(UtilityRange.ZERO),
                trainer.features(),
                inputs,
                validation.measure(),
                validation.threads());
    }

    private TreeItemPairs pairs(
            QuerySource source, List<Query> queries, @Nullable Boosted<TreeItems> items, int inputs) {
        long seed = trainer.learner().seed();
        List<PairSample> samples = IntStream.range(0, queries.size())
                .mapToObj(q -> new PairSample(queries.get(q).size(), trainer.maxPairs(), seed, q))
                .toList();
        return new TreeItemPairs(
                source, queries, samples, items == null ? null : own(queries, items, inputs), inputs, validation);
    }

    /** What trees that were not fitted to a query say of its items. */
    private List<double[]> own(List<Query> queries, Boosted<TreeItems> items, int inputs) {
        List<double[]> own = new ArrayList<>();
        for (int q = 0; q < queries.size(); q++) {
            double[] u = new double[queries.get(q).size()];
            items.stopped()
                    .get(folds == null ? 0 : folds.of(q))
                    .trees()
                    .scoreInto(trainer.features().rows(queries.get(q), inputs), u.length, u);
            own.add(u);
        }
        return own;
    }
}
