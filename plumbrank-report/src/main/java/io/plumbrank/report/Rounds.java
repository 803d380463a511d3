package io.plumbrank.report;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.report.Plot.Series;
import io.plumbrank.report.ReportPage.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/** Measure and surrogate of a ranker by the number of trees, on the data of the report. */
final class Rounds {
    private static final int POINTS = 12;

    private Rounds() {}

    static void into(
            List<Reported> models, List<QuerySource> judged, MeasureSpec measure, int threads, Section section) {
        for (int m = 0; m < models.size(); m++) {
            Reported model = models.get(m);
            Optional<Ranker> ranker = model.predictor().as(Ranker.class);
            if (ranker.isPresent()
                    && ranker.get().rowScorer().orElse(null) instanceof TreeEnsemble trees
                    && trees.members().size() > 1) {
                one(model.name(), ranker.get(), trees, judged.get(m), measure, threads, section);
            }
        }
    }

    private static void one(
            String name,
            Ranker ranker,
            TreeEnsemble trees,
            QuerySource data,
            MeasureSpec measure,
            int threads,
            Section section) {
        int[] sizes = sizes(trees.members().size());
        List<TreeEnsemble> first = Arrays.stream(sizes)
                .mapToObj(size -> TreeEnsemble.of(
                        trees.inputs(), trees.baseScores(), trees.members().subList(0, size)))
                .toList();
        List<String> names = Arrays.stream(sizes).mapToObj(Integer::toString).toList();
        Evaluation evaluation = new Evaluator(
                        List.of(measure), ReadOptions.defaults().withThreads(threads))
                .rankers(data, names, query -> run -> scores(ranker, first.get(run), query));
        double[] x = Arrays.stream(sizes).asDoubleStream().toArray();
        double[] values =
                evaluation.runs().stream().mapToDouble(run -> run.mean(0)).toArray();
        double[] risks =
                ranker.risk(data).map(risk -> risks(risk, ranker, first, data)).orElseGet(() -> new double[0]);
        ReportTable table = risks.length == 0
                ? new ReportTable(">trees", ">" + measure.typed())
                : new ReportTable(">trees", ">" + measure.typed(), ">surrogate");
        for (int i = 0; i < sizes.length; i++) {
            List<String> row = new ArrayList<>(List.of(names.get(i), Texts.fixed(values[i])));
            if (risks.length > 0) {
                row.add(Texts.brief(risks[i]));
            }
            table.row(row);
        }
        section.heading("The first trees of " + name)
                .figure(
                        measure.typed() + " of the first trees, without the others, on the data of this report",
                        Plot.lines("trees", measure.typed(), false, List.of(new Series(measure.typed(), x, values))),
                        table);
        if (risks.length > 0) {
            section.figure(
                    "The surrogate of the first trees, without the others, on the data of this report",
                    Plot.lines("trees", "surrogate", false, List.of(new Series("surrogate", x, risks))),
                    table);
        }
    }

    /** The mean of the surrogate over queries, by weight. */
    private static double[] risks(
            ToDoubleBiFunction<Query, double[]> risk, Ranker ranker, List<TreeEnsemble> first, QuerySource data) {
        double[] sums = new double[first.size()];
        double[] weight = {0};
        data.visit(query -> {
            double[] own = new double[sums.length];
            Arrays.setAll(own, i -> risk.applyAsDouble(query, scores(ranker, first.get(i), query)));
            if (Double.isNaN(own[0])) {
                return; // training leaves it out
            }
            weight[0] += query.weight();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += query.weight() * own[i];
            }
        });
        return Arrays.stream(sums).map(sum -> sum / weight[0]).toArray();
    }

    private static double[] scores(Ranker ranker, TreeEnsemble trees, Query query) {
        double[] scores = new double[query.size()];
        trees.scoreInto(ranker.view().rows(query, ranker.inputs()), query.size(), scores);
        return scores;
    }

    private static int[] sizes(int all) {
        int points = Math.min(POINTS, all);
        return IntStream.rangeClosed(1, points)
                .map(i -> (int) Math.round((double) all * i / points))
                .distinct()
                .toArray();
    }
}
