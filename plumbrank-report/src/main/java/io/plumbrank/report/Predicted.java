package io.plumbrank.report;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.model.Model;
import io.plumbrank.surrogate.SquareForm;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.rankings.LabelRankingTarget;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.UtilityRange;
import java.util.Optional;

/**
 * What a model predicted as an expectation, and what was seen.
 *
 * @param pairs none where its outputs are no expectations
 * @param words what was compared, or why nothing is
 */
record Predicted(Reliability pairs, String words) {
    /** So many numbers are enough for ten bins, and queries of pairs have many. */
    private static final int ENOUGH = 2_000_000;

    static Predicted of(Reported model, QuerySource judged) {
        if (model.predictor() instanceof ScoreRanker ranker) {
            return ofScores(ranker, judged);
        }
        if (model.predictor() instanceof PairRanker ranker) {
            return ofPairs(ranker, judged);
        }
        return ofLabels((LabelRanker) model.predictor(), model.data());
    }

    private static Predicted nothing(String words) {
        return new Predicted(new Reliability(), words);
    }

    private static Predicted ofScores(ScoreRanker ranker, QuerySource judged) {
        Optional<Model> own = ranker.model();
        if (own.isEmpty()) {
            return nothing("Another tool trained it, and its file does not tell what its scores predict.");
        }
        ItemTask task = (ItemTask) own.get().task();
        Optional<SquareForm> square =
                Surrogates.parse(task.surrogate()).trained(UtilityRange.ZERO).squareForm();
        if (square.isEmpty()) {
            return nothing("Scores of the surrogate " + task.surrogate()
                    + " are no expectations: their order has a meaning, their size has none that could be checked.");
        }
        SquareForm form = square.get();
        RankingTarget<Query> target = task.target();
        Measure measure = task.measure().measure();
        Reliability pairs = new Reliability();
        judged.visit(query -> {
            double[] scores = ranker.scores(query);
            if (Double.isNaN(measure.evaluate(Judgements.of(query).rankedBy(scores)))) {
                return; // training leaves out what the measure does
            }
            double[] alpha = new double[query.size()];
            target.encodeInto(query, alpha);
            double predictedMean = form.centred() ? mean(scores, query) : 0;
            double seenMean = form.centred() ? mean(alpha, query) : 0;
            for (int item = 0; item < alpha.length; item++) {
                pairs.add(
                        scores[item] - predictedMean,
                        form.targetFactor() * (alpha[item] - seenMean),
                        query.weight() * query.itemWeight(item));
            }
        });
        return new Predicted(
                pairs,
                form.centred()
                        ? "Gains of items above the mean of their query, as they enter "
                                + task.measure().typed()
                        : "Gains of items, as they enter " + task.measure().typed());
    }

    private static double mean(double[] values, Query query) {
        double sum = 0;
        double weight = 0;
        for (int item = 0; item < values.length; item++) {
            sum += query.itemWeight(item) * values[item];
            weight += query.itemWeight(item);
        }
        return weight > 0 ? sum / weight : 0;
    }

    private static Predicted ofPairs(PairRanker ranker, QuerySource judged) {
        PairRankingTarget<Query> target = ranker.task().target();
        Reliability pairs = new Reliability();
        judged.visit(query -> {
            if (pairs.count() < ENOUGH) {
                double[] u = ranker.outputs(query);
                double[] alpha = new double[u.length];
                target.encodeInto(query, alpha);
                for (int at = 0; at < u.length; at++) {
                    pairs.add(u[at], alpha[at], query.weight());
                }
            }
        });
        return new Predicted(
                pairs,
                "Numbers of pairs of items, as they enter "
                        + ranker.task().measure().typed());
    }

    private static Predicted ofLabels(LabelRanker ranker, QuerySource data) {
        LabelRankingTarget target = ranker.task().target();
        Reliability pairs = new Reliability();
        LabelRankings rankings =
                LabelRankings.read(data, ranker.task().beginning()).withLabels(ranker.labels());
        double[] alpha = new double[target.encodedSize()];
        for (LabelRankings.Row row : rankings.rows()) {
            if (row.known() < 2) {
                continue;
            }
            double[] u = ranker.model().orElseThrow().scorer().score(row.features(), 1);
            target.encodeInto(row.positions(), alpha);
            boolean[] known = target.known(row.positions());
            for (int at = 0; at < u.length; at++) {
                if (known[at]) {
                    pairs.add(u[at], alpha[at], row.weight());
                }
            }
        }
        boolean byPairs =
                target.encodedSize() != ranker.labels().size() || target.form() == LabelRankingTarget.Form.PAIRS;
        return new Predicted(
                pairs,
                (byPairs ? "Numbers of pairs of labels" : "Numbers of labels") + ", as they enter "
                        + ranker.task().measure().typed());
    }
}
