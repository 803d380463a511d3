package io.plumbrank.cli.models;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.PValues;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints what rows cost, or are worth, with some models, each compared with the first row by row. */
final class ClassComparisonReport {

    private final List<String> models;
    private final Counted counted;
    private final List<RowLosses> losses;
    private final List<PValues> p;
    private final List<PValues> holm;

    /**
     * What counts.
     *
     * @param name for scripts
     * @param heading above means
     * @param text in full
     */
    record Counted(String name, String heading, String text, boolean largerIsBetter) {}

    ClassComparisonReport(List<String> models, String loss, List<RowLosses> losses, Resamples how) {
        this(models, new Counted("loss", "mean loss", loss, false), losses, how);
    }

    ClassComparisonReport(List<String> models, Counted counted, List<RowLosses> losses, Resamples how) {
        this.models = models;
        this.counted = counted;
        this.losses = losses;
        this.p = losses.stream()
                .skip(1)
                .map(other -> other.against(losses.get(0), how))
                .toList();
        this.holm = Evaluation.holm(p);
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON ->
                Json.print(out, json -> json.array("measures", this::measures).array("comparisons", this::comparisons));
            case CSV -> {
                out.println("run,query,measure,value");
                for (int i = 0; i < models.size(); i++) {
                    out.println(Texts.csv(models.get(i)) + ",all," + Texts.csv(counted.name) + ","
                            + losses.get(i).mean());
                }
            }
        }
    }

    private double margin(int model) {
        return losses.get(model).estimate().reach();
    }

    private double difference(int model) {
        return losses.get(model).mean() - losses.get(0).mean();
    }

    private void measures(Json json) throws IOException {
        for (int i = 0; i < models.size(); i++) {
            int model = i;
            double mean = losses.get(i).mean();
            json.object(fields -> fields.field("measure", counted.name)
                    .field("spec", counted.text)
                    .field("run", models.get(model))
                    .field("mean", mean)
                    .field("low", mean - margin(model))
                    .field("high", mean + margin(model))
                    .field("queries", losses.get(model).losses().length)
                    .field("largerIsBetter", counted.largerIsBetter));
        }
    }

    private void comparisons(Json json) throws IOException {
        for (int i = 1; i < models.size(); i++) {
            int model = i;
            json.object(fields -> fields.field("measure", counted.name)
                    .field("baseline", models.get(0))
                    .field("run", models.get(model))
                    .field("difference", difference(model))
                    .field("pRandomization", p.get(model - 1).randomization())
                    .field("pRandomizationHolm", holm.get(model - 1).randomization())
                    .field("pT", p.get(model - 1).t())
                    .field("pTHolm", holm.get(model - 1).t())
                    .field("queries", losses.get(model).losses().length));
        }
    }

    private void printTable(PrintWriter out) {
        TextTable means = new TextTable("model", ">" + counted.heading, "95 % interval", ">rows");
        for (int i = 0; i < models.size(); i++) {
            double mean = losses.get(i).mean();
            means.row(
                    models.get(i),
                    Texts.fixed(mean),
                    Texts.interval(mean - margin(i), mean + margin(i)),
                    Integer.toString(losses.get(i).losses().length));
        }
        means.print(out);
        if (models.size() > 1) {
            printComparisons(out);
        }
        out.println();
        out.println((counted.largerIsBetter ? "Measure" : "Loss") + " that is counted: " + counted.text);
    }

    private void printComparisons(PrintWriter out) {
        out.println();
        out.println("Against " + models.get(0) + ", paired by row; p two-sided, Holm over all comparisons");
        TextTable table = new TextTable("model", ">difference", ">p randomisation", ">Holm", ">p t-test", ">Holm");
        for (int i = 1; i < models.size(); i++) {
            table.row(
                    models.get(i),
                    Texts.signed(difference(i)),
                    Texts.fixed(p.get(i - 1).randomization()),
                    Texts.fixed(holm.get(i - 1).randomization()),
                    Texts.fixed(p.get(i - 1).t()),
                    Texts.fixed(holm.get(i - 1).t()));
        }
        table.print(out);
    }
}
