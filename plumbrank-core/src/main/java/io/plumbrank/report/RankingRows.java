package io.plumbrank.report;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRanker;
import io.plumbrank.model.PairRanker;
import io.plumbrank.report.ReportPage.Section;
import io.plumbrank.target.rankings.LabelRankingTarget;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Features of rankers that have no scores of single items: by pairs, or of labels. */
final class RankingRows {
    private RankingRows() {}

    /** What shuffling a feature over all items costs a ranker by pairs, decoded by a quick rule. */
    static List<RowImportance.Loss> ofPairs(PairRanker ranker, QuerySource judged, MeasureSpec spec, long seed) {
        List<Query> queries = judged.load().queries();
        List<float[]> rows = new ArrayList<>();
        for (Query query : queries) {
            for (int item = 0; item < query.size(); item++) {
                float[] x = new float[ranker.inputs()];
                query.featuresInto(item, x);
                rows.add(x);
            }
        }
        PairRankingTarget<Query> target = ranker.task().target();
        List<String> names =
                IntStream.range(0, ranker.inputs()).mapToObj(ranker::inputName).toList();
        return new RowImportance(names, rows, changed -> {
                    Mean mean = new Mean(spec);
                    int at = 0;
                    for (Query query : queries) {
                        float[][] x = changed.subList(at, at + query.size()).toArray(float[][]::new);
                        at += query.size();
                        Query other = Query.of(query.id(), x);
                        double[] u = ranker.scorer().score(ranker.view().rows(other, ranker.inputs()), query.size());
                        mean.add(
                                query,
                                target.decodeQuickly(u, BlindOrder.of(query)).scores());
                    }
                    return mean.badness();
                })
                .losses(ranker.scorer(), seed);
    }

    /** What shuffling a feature over all rows costs a ranker of labels. */
    static List<RowImportance.Loss> ofLabels(LabelRanker ranker, QuerySource judged, MeasureSpec spec, long seed) {
        List<Query> queries = judged.load().queries();
        return new RowImportance(ranker.featureNames(), rows(ranker, queries), changed -> {
                    Mean mean = new Mean(spec);
                    for (int i = 0; i < queries.size(); i++) {
                        mean.add(queries.get(i), scores(ranker, queries.get(i), changed.get(i)));
                    }
                    return mean.badness();
                })
                .losses(scorer(ranker), seed);
    }

    private static InstanceScorer scorer(LabelRanker ranker) {
        return ranker.model().orElseThrow().scorer();
    }

    private static List<float[]> rows(LabelRanker ranker, List<Query> queries) {
        List<float[]> rows = new ArrayList<>();
        for (Query query : queries) {
            float[] x = new float[scorer(ranker).inputs()];
            query.featuresInto(0, x);
            rows.add(x);
        }
        return rows;
    }

    private static double[] scores(LabelRanker ranker, Query query, float[] x) {
        double[] all = ranker.scores(x);
        return IntStream.range(0, query.size())
                .mapToDouble(item -> all[ranker.labels().indexOf(query.itemId(item))])
                .toArray();
    }

    /** Why the first two labels of a row stand as they do, in comparison with an average row. */
    static void whyInto(LabelRanker ranker, List<Query> queries, int number, Section section) {
        List<float[]> rows = rows(ranker, queries);
        var ranking = ranker.rank(rows.get(number));
        int a = ranking.itemAt(0);
        int b = ranking.itemAt(1);
        LabelRankingTarget target = ranker.task().target();
        double[] factors = new double[target.encodedSize()];
        if (target.form() == LabelRankingTarget.Form.SCORES) {
            factors[a] = 1;
            factors[b] = -1;
        } else {
            int labels = ranker.labels().size();
            PairIndex.STRICT.forEach(labels, (i, j, at) -> {
                if (i == Math.min(a, b) && j == Math.max(a, b)) {
                    factors[at] = a < b ? 1 : -1;
                }
            });
        }
        String caption = "In row " + queries.get(number).id() + ", one of the best, label "
                + ranker.labels().get(a) + " is first and label "
                + ranker.labels().get(b)
                + " second: what each feature adds to what is predicted between the two, in comparison with an average row";
        Contributions.of(scorer(ranker), ranker.featureNames(), rows.get(number), Contributions.average(rows), factors)
                .ifPresentOrElse(
                        parts -> parts.into(caption, "adds to the difference", section),
                        () -> section.paragraph("What single features add, this kind of model does not tell."));
    }

    /** The mean of a measure, by weight. */
    private static final class Mean {
        private final MeasureSpec spec;
        private final Measure measure;
        private double sum;
        private double weight;

        Mean(MeasureSpec spec) {
            this.spec = spec;
            this.measure = spec.measure();
        }

        void add(Query query, double[] scores) {
            JudgedList list = Judgements.of(query).rankedBy(scores);
            double value = measure.evaluate(list);
            if (!Double.isNaN(value)) {
                sum += measure.share(list, value, query.weight());
                weight += query.weight();
            }
        }

        double badness() {
            return (spec.largerIsBetter() ? -1 : 1) * sum / weight;
        }
    }
}
