package io.plumbrank.report;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.explain.PermutationImportance;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.learn.Progress;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The sections on models that rank: items by scores or by pairs, or a fixed set of labels. */
final class RankingSections implements Sections {
    private static final int EXTREMES = 5;
    private static final int REPEATS = 5;

    private final List<Reported> models;
    private final ReportOptions options;
    private final List<QuerySource> judged;
    private final Evaluation evaluation;

    RankingSections(List<Reported> models, ReportOptions options) {
        if (options.measures().isEmpty()) {
            throw new IllegalArgumentException("rankings are judged by at least one measure");
        }
        this.models = models;
        this.options = options;
        this.judged = models.stream()
                .map(model -> ranking(model).judged(model.data()).loaded())
                .toList();
        this.evaluation = evaluate();
    }

    private static RankingPredictor ranking(Reported model) {
        return model.predictor().as(RankingPredictor.class).orElseThrow();
    }

    private Evaluation evaluate() {
        Evaluator evaluator = new Evaluator(
                options.measures(),
                ReadOptions.defaults().withThreads(options.how().threads()));
        Evaluation all = null;
        for (int m = 0; m < models.size(); m++) {
            RankingPredictor predictor = ranking(models.get(m));
            Evaluation one =
                    evaluator.rankers(judged.get(m), List.of(models.get(m).name()), List.of(predictor::scores));
            all = all == null ? one : all.with(one);
        }
        if (all == null) {
            throw new IllegalStateException("no model");
        }
        return all;
    }

    private MeasureSpec first() {
        return evaluation.measures().get(0);
    }

    @Override
    public void fill(ReportPage page) {
        measuresInto(page.section("Measures"));
        Section training = page.section("Training");
        ModelReport.trainingInto(models, training);
        Rounds.into(models, judged, first(), options.how().threads(), training);
        distributionInto(page.section("Queries"));
        importanceInto(page.section("Importance of features"));
        whyInto(page.section("Why one item stands above another"));
        ModelReport.guaranteesInto(models, page);
        ModelReport.decodingInto(models, options, page);
        reliabilityInto(page.section("Are scores what they say"));
        ModelReport.provenanceInto(models, evaluation.notes(), page);
    }

    private void measuresInto(Section section) {
        List<Interval> shown = new ArrayList<>();
        ReportTable table = new ReportTable("measure", "model", ">mean", ">low", ">high", ">queries");
        List<Summary> summaries = evaluation.summaries(options.how());
        for (Summary summary : summaries) {
            table.row(
                    label(summary.measure()),
                    summary.run(),
                    Texts.fixed(summary.mean()),
                    Texts.fixed(summary.low()),
                    Texts.fixed(summary.high()),
                    Integer.toString(summary.queries()));
            if (summary.measure().equals(first())) {
                shown.add(new Interval(summary.run(), summary.mean(), summary.low(), summary.high()));
            }
        }
        String level = Math.round(100 * options.how().level()) + " % bootstrap interval over queries";
        section.figure("Mean " + label(first()) + " with a " + level, Plot.intervals(shown), table);
        section.table(table);
        List<Comparison> comparisons = evaluation.comparisons(options.how());
        if (!comparisons.isEmpty()) {
            section.heading("Compared with " + comparisons.get(0).baseline())
                    .paragraph(
                            "Paired by query. p is two-sided; Holm's correction counts all comparisons of this table, so"
                                    + " that the chance of one false alarm among them stays below the level.");
            ReportTable tests = new ReportTable(
                    "measure", "model", ">difference", ">p randomisation", ">Holm", ">p t-test", ">Holm", ">queries");
            for (Comparison c : comparisons) {
                tests.row(
                        label(c.measure()),
                        c.run(),
                        Texts.signed(c.difference()),
                        Texts.fixed(c.p().randomization()),
                        Texts.fixed(c.holm().randomization()),
                        Texts.fixed(c.p().t()),
                        Texts.fixed(c.holm().t()),
                        Integer.toString(c.queries()));
            }
            section.table(tests);
        }
        section.heading("Measured as")
                .list(evaluation.measures().stream()
                        .map(spec -> spec.typed() + ": " + spec.text())
                        .toList());
    }

    private static String label(MeasureSpec spec) {
        return spec.typed() + (spec.largerIsBetter() ? "" : " (smaller is better)");
    }

    private void distributionInto(Section section) {
        double[][] values = evaluation.runs().stream()
                .map(run -> IntStream.range(0, run.queryIds().size())
                        .mapToDouble(query -> run.value(0, query))
                        .filter(Double::isFinite)
                        .toArray())
                .toArray(double[][]::new);
        Histogram histogram = Histogram.of(values);
        List<String> names = evaluation.runs().stream().map(QueryValues::run).toList();
        section.figure(
                "How many queries have which " + label(first()),
                Plot.histogram(first().typed(), histogram.borders(), names, histogram.counts()),
                histogram.table(first().typed(), names));
        for (QueryValues run : evaluation.runs()) {
            int[] order = order(evaluation.runs().indexOf(run));
            section.heading("Best and worst of " + run.run());
            if (order.length < run.count(0)) {
                section.paragraph((run.count(0) - order.length)
                        + " queries in which all rankings are worth the same are left out here.");
            }
            ReportTable table = new ReportTable("", "query", ">items", ">" + first().typed());
            int[] sizes = sizes(evaluation.runs().indexOf(run));
            int count = Math.min(EXTREMES, (order.length + 1) / 2);
            for (int i = 0; i < count; i++) {
                extreme("best", run, order[order.length - 1 - i], sizes, table);
            }
            for (int i = 0; i < Math.min(EXTREMES, order.length - count); i++) {
                extreme("worst", run, order[i], sizes, table);
            }
            section.table(table);
        }
    }

    private void extreme(String what, QueryValues run, int query, int[] sizes, ReportTable table) {
        table.row(what, run.queryIds().get(query), Integer.toString(sizes[query]), Texts.fixed(run.value(0, query)));
    }

    private int[] sizes(int model) {
        return judged.get(model).load().queries().stream().mapToInt(Query::size).toArray();
    }

    /** Whether the best ranking of a query is worth more than the worst. */
    private boolean differ(Query query) {
        if (query.hasPreferences()) {
            return true;
        }
        Measure measure = first().measure();
        Judgements known = Judgements.of(query);
        double[] labels = query.labels();
        double[] reversed = Arrays.stream(labels).map(label -> -label).toArray();
        return measure.evaluate(known.rankedBy(labels)) != measure.evaluate(known.rankedBy(reversed));
    }

    /** The queries that count and in which rankings differ, the worst first; equal ones as in the file. */
    private int[] order(int model) {
        QueryValues run = evaluation.runs().get(model);
        List<Query> queries = judged.get(model).load().queries();
        double sign = first().largerIsBetter() ? 1 : -1;
        return IntStream.range(0, run.queryIds().size())
                .filter(query -> Double.isFinite(run.value(0, query)) && differ(queries.get(query)))
                .boxed()
                .sorted(Comparator.comparingDouble(query -> sign * run.value(0, query)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void importanceInto(Section section) {
        section.paragraph(
                "A feature is shuffled over all items of all queries, so that it keeps its values and says nothing any"
                        + " more. What " + first().typed() + " loses by that is what the model owes to the feature.");
        for (int m = 0; m < models.size(); m++) {
            section.heading(models.get(m).name());
            if (Double.isNaN(evaluation.runs().get(m).mean(0))) {
                section.paragraph("No query counts in " + first().typed() + ", so that there is nothing to lose.");
                continue;
            }
            RankingPredictor predictor = ranking(models.get(m));
            if (predictor.as(Ranker.class).filter(Ranker::searches).isPresent()) {
                section.paragraph("For this, pairs are decoded by a quick rule, and not by a search.");
            }
            PermutationImportance shuffles = new PermutationImportance(
                    first(), REPEATS, options.how().seed(), options.how().threads());
            FeatureTables.importanceInto(
                    lost(),
                    REPEATS,
                    shuffles.of(predictor, models.get(m).data(), Progress.NONE).features(),
                    section);
        }
    }

    private String lost() {
        return "loss of " + first().typed();
    }

    /** The best query of each model, and the worst with what should have been above. */
    private void whyInto(Section section) {
        section.paragraph(
                "What each feature adds to the difference of two scores. The parts sum to the whole difference; for rankings of"
                        + " labels, to how far it is from that of an average row.");
        for (int m = 0; m < models.size(); m++) {
            section.heading(models.get(m).name());
            RankingPredictor predictor = ranking(models.get(m));
            List<Query> queries = judged.get(m).load().queries();
            int[] order = Arrays.stream(order(m))
                    .filter(query -> queries.get(query).size() > 1)
                    .toArray();
            if (order.length == 0) {
                section.paragraph("No query has two items.");
                continue;
            }
            Query best = queries.get(order[order.length - 1]);
            Optional<Contrast> first = predictor.contrast(best, models.get(m).data());
            if (first.isEmpty()) {
                section.paragraph("This model ranks by pairs, or its scores cannot be taken apart.");
                continue;
            }
            Optional<Ranker> ranker = predictor.as(Ranker.class);
            try {
                if (ranker.isPresent()) {
                    Ranking ranking = ranker.get().rank(best);
                    whyItems("best", ranker.get(), best, ranking, ranking.itemAt(1), section);
                    Query worst = queries.get(order[0]);
                    Ranking poor = ranker.get().rank(worst);
                    int wronged = wronged(worst, poor);
                    if (wronged >= 0) {
                        whyItems("worst", ranker.get(), worst, poor, wronged, section);
                    }
                } else {
                    whyLabels(best.id(), first.get(), section);
                }
            } catch (IllegalArgumentException e) {
                section.paragraph("Its file does not tell what its features contribute: " + e.getMessage());
            }
        }
    }

    /** The item of the largest label that should stand above the first; −1 if none should, or labels are preferences. */
    private static int wronged(Query query, Ranking ranking) {
        if (query.hasPreferences()) {
            return ranking.itemAt(1);
        }
        int best = ranking.itemAt(0);
        for (int position = 1; position < query.size(); position++) {
            int item = ranking.itemAt(position);
            best = query.label(item) > query.label(best) ? item : best;
        }
        return best == ranking.itemAt(0) ? -1 : best;
    }

    private static void whyItems(
            String which, Ranker ranker, Query query, Ranking ranking, int below, Section section) {
        int above = ranking.itemAt(0);
        Contrast contrast = ranker.contrast(query, above, below).orElseThrow();
        String labels = query.hasPreferences()
                ? ""
                : ", labels " + Texts.brief(query.label(above)) + " and " + Texts.brief(query.label(below));
        FeatureTables.contributionsInto(
                "In query " + query.id() + ", one of the " + which + ", item " + contrast.above()
                        + " is first and item " + contrast.below() + " is number "
                        + (ranking.positionOf(below) + 1) + labels + "; the scores are "
                        + Texts.brief(contrast.sum(contrast.here())) + " and "
                        + Texts.brief(contrast.sum(contrast.there())),
                contrast.above(),
                contrast.below(),
                ScoreDifference.features(contrast),
                section);
    }

    private static void whyLabels(String row, Contrast contrast, Section section) {
        FeatureTables.contributionsInto(
                "In row " + row + ", one of the best, label " + contrast.above() + " is first and label "
                        + contrast.below()
                        + " second. Between the two, an average row has " + Texts.signed(contrast.sum(contrast.there()))
                        + " and this one " + Texts.signed(contrast.sum(contrast.here()))
                        + "; what each feature adds to that",
                "here",
                "on average",
                ScoreDifference.features(contrast),
                section);
    }

    private void reliabilityInto(Section section) {
        section.paragraph(
                "Squared surrogates predict an expectation: of an item its gain, of a pair by how much one should stand"
                        + " above the other. Predictions are sorted into bins of about equally many; where the model is right on"
                        + " average, points lie on the dashed line. Intervals take items for independent of each other, and are"
                        + " somewhat short where those of a query are not.");
        for (int m = 0; m < models.size(); m++) {
            section.heading(models.get(m).name());
            Reliability pairs = new Reliability();
            String words =
                    ranking(models.get(m)).compareExpectations(models.get(m).data(), pairs::add);
            if (pairs.count() == 0) {
                section.paragraph(words);
            } else {
                FeatureTables.reliabilityInto(words, "predicted", "how many", pairs, section);
            }
        }
    }
}
