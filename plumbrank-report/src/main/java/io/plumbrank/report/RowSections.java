package io.plumbrank.report;

import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.PValues;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.explain.FeatureImportances;
import io.plumbrank.explain.TaskImportance;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.learn.Progress;
import io.plumbrank.model.Model;
import io.plumbrank.model.TaskKind;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import io.plumbrank.task.Task;
import java.util.ArrayList;
import java.util.List;

/** The sections on models of any kind: what their own task says of rows, beside always predicting the same. */
final class RowSections implements Sections {
    private static final int REPEATS = 3;

    private final List<Reported> models;
    private final ReportOptions options;
    private final Task<?> task;

    RowSections(List<Reported> models, ReportOptions options) {
        this.models = models;
        this.options = options;
        this.task = model(models.get(0)).task();
    }

    private static Model model(Reported reported) {
        return reported.predictor().model().orElseThrow();
    }

    @Override
    public void fill(ReportPage page) {
        measuresInto(page.section("Measures"));
        ModelReport.trainingInto(models, page.section("Training"));
        importanceInto(page.section("Importance of features"));
        ModelReport.guaranteesInto(models, page);
        ModelReport.decodingInto(models, options, page);
        ModelReport.provenanceInto(models, List.of(), page);
    }

    private void measuresInto(Section section) {
        List<String> names = new ArrayList<>();
        List<RowLosses> losses = new ArrayList<>();
        for (Reported reported : models) {
            Model.Judged judged = model(reported).judge(reported.data());
            names.add(reported.name());
            losses.add(new RowLosses(judged.values(), judged.weights()));
        }
        TaskKind.of(task).constants(task, models.get(0).data()).forEach((name, judged) -> {
            names.add(name);
            losses.add(new RowLosses(judged.values(), judged.weights()));
        });
        String heading = TaskKind.of(task).heading(task);
        ReportTable table = new ReportTable("model", ">" + heading, ">low", ">high", ">rows");
        List<Interval> shown = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            double mean = losses.get(i).mean();
            double margin = losses.get(i).estimate().reach();
            shown.add(new Interval(names.get(i), mean, mean - margin, mean + margin));
            table.row(
                    names.get(i),
                    Texts.fixed(mean),
                    Texts.fixed(mean - margin),
                    Texts.fixed(mean + margin),
                    Integer.toString(losses.get(i).losses().length));
        }
        String better = task.largerIsBetter() ? "" : " (smaller is better)";
        section.figure(heading + better + " with a 95 % interval", Plot.intervals(shown), table);
        section.table(table);
        comparisonsInto(names, losses, options.how(), section);
    }

    /** Compares all with the first, row by row. */
    static void comparisonsInto(List<String> names, List<RowLosses> losses, Resamples how, Section section) {
        if (names.size() < 2) {
            return;
        }
        List<PValues> p = losses.stream()
                .skip(1)
                .map(each -> each.against(losses.get(0), how))
                .toList();
        List<PValues> holm = Evaluation.holm(p);
        section.heading("Compared with " + names.get(0))
                .paragraph("Paired by row. p is two-sided; Holm's correction counts all comparisons of this table.");
        ReportTable tests = new ReportTable("model", ">difference", ">p randomisation", ">Holm", ">p t-test", ">Holm");
        for (int m = 1; m < names.size(); m++) {
            tests.row(
                    names.get(m),
                    Texts.signed(losses.get(m).mean() - losses.get(0).mean()),
                    Texts.fixed(p.get(m - 1).randomization()),
                    Texts.fixed(holm.get(m - 1).randomization()),
                    Texts.fixed(p.get(m - 1).t()),
                    Texts.fixed(holm.get(m - 1).t()));
        }
        section.table(tests);
    }

    private void importanceInto(Section section) {
        section.paragraph(
                "A feature is shuffled over all rows, so that it keeps its values and says nothing any more. By how much the"
                        + " model becomes worse is what it owes to the feature.");
        for (Reported reported : models) {
            FeatureImportances found = new TaskImportance(REPEATS, options.how().seed())
                    .of(reported.predictor(), reported.data(), Progress.NONE);
            section.heading(reported.name());
            FeatureTables.importanceInto("worse " + found.measure(), REPEATS, found.features(), section);
        }
    }
}
