package io.plumbrank.cli.experiments;

import io.plumbrank.cli.experiments.ExperimentFile.Expected;
import io.plumbrank.cli.experiments.ExperimentRuns.Trained;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Prints an experiment of a file: one line per model and measure, over the queries of all folds. */
final class ExperimentReport {
    private final ExperimentFile experiment;
    private final List<List<Trained>> trained;
    private final Evaluation evaluation;
    private final List<Summary> summaries;
    private final List<Comparison> comparisons;

    /** @param trained by fold and model */
    ExperimentReport(ExperimentFile experiment, Evaluation evaluation, List<List<Trained>> trained, int threads) {
        this.experiment = experiment;
        this.trained = trained;
        this.evaluation = evaluation;
        Resamples how = Resamples.defaults(experiment.seed()).withThreads(threads);
        summaries = evaluation.summaries(how);
        comparisons = evaluation.comparisons(how);
    }

    /** The results that are further from the expected ones than allowed, a line each. */
    List<String> moved() {
        List<String> moved = new ArrayList<>();
        for (Expected expected : experiment.expected()) {
            double mean = summaries.stream()
                    .filter(summary -> isOf(expected, summary))
                    .findFirst()
                    .orElseThrow()
                    .mean();
            if (!(Math.abs(mean - expected.mean()) <= expected.tolerance())) {
                moved.add("moved: " + line(expected.model()) + ", " + expected.measure() + " is " + mean + ", expected "
                        + expected.mean() + " within " + expected.tolerance());
            }
        }
        return moved;
    }

    private static boolean isOf(Expected expected, Summary summary) {
        return summary.run().equals(expected.model())
                && summary.measure().typed().equals(expected.measure());
    }

    private Optional<Expected> expected(Summary summary) {
        return experiment.expected().stream()
                .filter(expected -> isOf(expected, summary))
                .findFirst();
    }

    private double expectedMean(Summary summary) {
        return expected(summary).map(Expected::mean).orElse(Double.NaN);
    }

    private double standardError(Summary summary) {
        return evaluation.runs().stream()
                .filter(run -> run.run().equals(summary.run()))
                .mapToDouble(run -> run.standardError(run.measures().indexOf(summary.measure())))
                .findFirst()
                .orElseThrow();
    }

    private Optional<Comparison> comparison(Summary summary) {
        return comparisons.stream()
                .filter(each ->
                        each.run().equals(summary.run()) && each.measure().equals(summary.measure()))
                .findFirst();
    }

    /** The mean over folds of what a training of a model took. */
    private double mean(Summary summary, ToDoubleFunction<Trained> figure) {
        int model = experiment.models().stream()
                .map(ExperimentFile.Entry::name)
                .toList()
                .indexOf(summary.run());
        return trained.stream()
                .mapToDouble(fold -> figure.applyAsDouble(fold.get(model)))
                .average()
                .orElse(Double.NaN);
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> table(out);
            case CSV -> csv(out);
            case JSON -> json(out);
        }
    }

    private void table(PrintWriter out) {
        int folds = experiment.folds().size();
        out.println(line(experiment.title()) + " (" + folds + (folds == 1 ? " fold)" : " folds)"));
        out.println();
        TextTable table = new TextTable(
                "measure", "model", ">mean", "95 % interval", ">difference", ">p (Holm)", ">expected", ">s", ">MB");
        for (Summary summary : summaries) {
            Optional<Comparison> comparison = comparison(summary);
            table.row(
                    summary.measure().typed(),
                    summary.run(),
                    Texts.fixed(summary.mean()),
                    Texts.fixed(summary.low()) + " – " + Texts.fixed(summary.high()),
                    comparison.map(each -> Texts.signed(each.difference())).orElse(""),
                    comparison
                            .map(each -> Texts.fixed(each.holm().randomization()))
                            .orElse(""),
                    expected(summary).map(each -> Texts.fixed(each.mean())).orElse(""),
                    String.format(Locale.ROOT, "%.1f", mean(summary, Trained::seconds)),
                    String.format(Locale.ROOT, "%.0f", mean(summary, Trained::megabytes)));
        }
        table.print(out);
        out.println();
        out.println(
                "Differences from " + line(experiment.models().get(0).name())
                        + ", paired by query, randomisation test, Holm over all; seconds and peak memory of train, means over folds.");
    }

    /** A text of the file in one line, without characters that steer a terminal. */
    private static String line(String text) {
        return Texts.printable(text.replace('\n', ' '));
    }

    private void csv(PrintWriter out) {
        out.println("measure,model,mean,low,high,difference,holm,expected,seconds,megabytes");
        for (Summary summary : summaries) {
            Optional<Comparison> comparison = comparison(summary);
            out.println(String.join(
                    ",",
                    Texts.csv(summary.measure().typed()),
                    Texts.csv(summary.run()),
                    "" + summary.mean(),
                    "" + summary.low(),
                    "" + summary.high(),
                    comparison.map(each -> "" + each.difference()).orElse(""),
                    comparison.map(each -> "" + each.holm().randomization()).orElse(""),
                    expected(summary).map(each -> "" + each.mean()).orElse(""),
                    "" + mean(summary, Trained::seconds),
                    "" + mean(summary, Trained::megabytes)));
        }
    }

    private void json(PrintWriter out) {
        Json.print(
                out,
                json -> json.field("experiment", experiment.title())
                        .array("rows", array -> {
                            for (Summary summary : summaries) {
                                Optional<Comparison> comparison = comparison(summary);
                                array.object(row -> row.field("setting", summary.run())
                                        .field("measure", summary.measure().typed())
                                        .field("size", summary.queries())
                                        .field("mean", summary.mean())
                                        .field("standardError", standardError(summary))
                                        .field("low", summary.low())
                                        .field("high", summary.high())
                                        .field(
                                                "difference",
                                                comparison
                                                        .map(Comparison::difference)
                                                        .orElse(Double.NaN))
                                        .field(
                                                "holm",
                                                comparison
                                                        .map(each -> each.holm().randomization())
                                                        .orElse(Double.NaN))
                                        .field("expected", expectedMean(summary))
                                        .field("paper", expectedMean(summary))
                                        .field("seconds", mean(summary, Trained::seconds))
                                        .field("megabytes", mean(summary, Trained::megabytes)));
                            }
                        })
                        .field("moved", moved()));
    }
}
