package io.plumbrank.report;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.explain.LabelDifference;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Features of rankers that have no scores of single items: by pairs, or of labels. */
final class RankingRows {
    private static final int MOST_SHOWN = 15;

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

    /** Why the first two labels of a row stand as they do, in comparison with the mean row. */
    static void whyInto(LabelRanker ranker, LabelRankings data, Query query, Section section) {
        float[] x = new float[ranker.model().orElseThrow().scorer().inputs()];
        query.featuresInto(0, x);
        Ranking ranking = ranker.rank(x);
        int above = ranking.itemAt(0);
        int below = ranking.itemAt(1);
        LabelDifference why;
        try {
            why = LabelDifference.of(ranker, x, LabelDifference.meanRow(data), above, below);
        } catch (IllegalArgumentException e) {
            section.paragraph("What single features add is not told: " + e.getMessage());
            return;
        }
        ReportTable table = new ReportTable("feature", ">here", ">on average", ">adds to the difference");
        List<Interval> shown = new ArrayList<>();
        for (ScoreDifference.Feature feature : why.features()) {
            table.row(
                    feature.name(),
                    Texts.brief(feature.above()),
                    Texts.brief(feature.below()),
                    Texts.signed(feature.contribution()));
            if (shown.size() < MOST_SHOWN) {
                shown.add(new Interval(feature.name(), feature.contribution(), Double.NaN, Double.NaN));
            }
        }
        section.figure(
                "In row " + query.id() + ", one of the best, label "
                        + ranker.labels().get(above) + " is first and label "
                        + ranker.labels().get(below) + " second. Between the two, an average row has "
                        + Texts.signed(why.usual()) + " and this one " + Texts.signed(why.margin())
                        + "; what each feature adds to that",
                Plot.bars(shown),
                table);
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
