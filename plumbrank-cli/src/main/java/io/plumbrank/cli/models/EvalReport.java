package io.plumbrank.cli.models;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.measure.MeasureSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints an evaluation as table, JSON or CSV. */
final class EvalReport {
    private final Evaluation evaluation;
    private final List<DecodingReport> decoding;
    private final Resamples resamples;
    private final boolean perQuery;

    /** @param decoding of the rankers by pairs among the runs */
    EvalReport(Evaluation evaluation, List<DecodingReport> decoding, Resamples resamples, boolean perQuery) {
        this.evaluation = evaluation;
        this.decoding = decoding;
        this.resamples = resamples;
        this.perQuery = perQuery;
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> printJson(out);
            case CSV -> printCsv(out);
        }
    }

    private void printTable(PrintWriter out) {
        if (perQuery) {
            printPerQuery(out);
            out.println();
        }
        String interval = String.format(Locale.ROOT, "%.0f %% interval", 100 * resamples.level());
        TextTable means = new TextTable("measure", "run", ">mean", interval, ">queries");
        String last = "";
        for (Summary summary : evaluation.summaries(resamples)) {
            String measure = label(summary.measure());
            boolean count = summary.measure().isCount();
            means.row(
                    measure.equals(last) ? "" : measure,
                    summary.run(),
                    number(summary.measure(), summary.mean()),
                    count ? "" : interval(summary),
                    Integer.toString(summary.queries()));
            last = measure;
        }
        means.print(out);
        List<Comparison> comparisons = evaluation.comparisons(resamples);
        if (!comparisons.isEmpty()) {
            out.println();
            out.println("Against " + comparisons.get(0).baseline() + ", paired by query; p two-sided, Holm over "
                    + family(comparisons));
            TextTable table = new TextTable(
                    "measure", "run", ">difference", ">p randomisation", ">Holm", ">p t-test", ">Holm", ">queries");
            for (Comparison c : comparisons) {
                table.row(
                        label(c.measure()),
                        c.run(),
                        Texts.signed(c.difference()),
                        Texts.fixed(c.p().randomization()),
                        Texts.fixed(c.holm().randomization()),
                        Texts.fixed(c.p().t()),
                        Texts.fixed(c.holm().t()),
                        Integer.toString(c.queries()));
            }
            table.print(out);
        }
        out.println();
        out.println("Measured as");
        int widest = evaluation.measures().stream()
                .mapToInt(spec -> spec.typed().length())
                .max()
                .orElse(0);
        for (MeasureSpec spec : evaluation.measures()) {
            out.println(
                    "  " + spec.typed() + " ".repeat(widest + 2 - spec.typed().length()) + spec.text());
        }
    }

    private void printPerQuery(PrintWriter out) {
        List<MeasureSpec> measures = evaluation.measures();
        String[] header = new String[measures.size() + 2];
        header[0] = "run";
        header[1] = "query";
        for (int m = 0; m < measures.size(); m++) {
            header[m + 2] = ">" + label(measures.get(m));
        }
        TextTable table = new TextTable(header);
        for (QueryValues run : evaluation.runs()) {
            for (int query = 0; query < run.queryIds().size(); query++) {
                String[] row = new String[header.length];
                row[0] = run.run();
                row[1] = run.queryIds().get(query);
                for (int m = 0; m < measures.size(); m++) {
                    row[m + 2] = number(measures.get(m), run.value(m, query));
                }
                table.row(row);
            }
        }
        table.print(out);
    }

    private void printCsv(PrintWriter out) {
        out.println("run,query,measure,value");
        for (QueryValues run : evaluation.runs()) {
            for (int m = 0; m < evaluation.measures().size(); m++) {
                String measure = Texts.csv(evaluation.measures().get(m).typed());
                if (perQuery) {
                    for (int query = 0; query < run.queryIds().size(); query++) {
                        double value = run.value(m, query);
                        if (!Double.isNaN(value)) {
                            out.println(Texts.csv(run.run()) + ","
                                    + Texts.csv(run.queryIds().get(query)) + "," + measure + "," + value);
                        }
                    }
                }
                out.println(Texts.csv(run.run()) + ",all," + measure + "," + run.mean(m));
            }
        }
    }

    private void printJson(PrintWriter out) {
        Json.print(out, json -> {
            json.array("measures", this::measures).array("comparisons", this::comparisons);
            if (!decoding.isEmpty()) {
                json.array("decoding", array -> {
                    for (DecodingReport decoded : decoding) {
                        decoded.write(array);
                    }
                });
            }
            if (perQuery) {
                json.array("perQuery", this::perQuery);
            }
            json.field("notes", evaluation.notes());
        });
    }

    private void measures(Json json) throws IOException {
        for (Summary summary : evaluation.summaries(resamples)) {
            json.object(fields -> fields.field("measure", summary.measure().typed())
                    .field("spec", summary.measure().text())
                    .field("run", summary.run())
                    .field("mean", summary.mean())
                    .field("low", summary.low())
                    .field("high", summary.high())
                    .field("queries", summary.queries())
                    .field("largerIsBetter", summary.measure().largerIsBetter()));
        }
    }

    private void comparisons(Json json) throws IOException {
        for (Comparison comparison : evaluation.comparisons(resamples)) {
            json.object(fields -> fields.field("measure", comparison.measure().typed())
                    .field("baseline", comparison.baseline())
                    .field("run", comparison.run())
                    .field("difference", comparison.difference())
                    .field("pRandomization", comparison.p().randomization())
                    .field("pRandomizationHolm", comparison.holm().randomization())
                    .field("pT", comparison.p().t())
                    .field("pTHolm", comparison.holm().t())
                    .field("queries", comparison.queries()));
        }
    }

    private void perQuery(Json json) throws IOException {
        for (QueryValues run : evaluation.runs()) {
            for (int m = 0; m < evaluation.measures().size(); m++) {
                String measure = evaluation.measures().get(m).typed();
                for (int query = 0; query < run.queryIds().size(); query++) {
                    String id = run.queryIds().get(query);
                    double value = run.value(m, query);
                    json.object(fields -> fields.field("run", run.run())
                            .field("query", id)
                            .field("measure", measure)
                            .field("value", value));
                }
            }
        }
    }

    private static String interval(Summary summary) {
        return Texts.interval(summary.low(), summary.high());
    }

    /** The comparisons that Holm's correction counts: those with a query in common. */
    private static String family(List<Comparison> comparisons) {
        long size = comparisons.stream().filter(c -> c.queries() > 0).count();
        return size == 1 ? "the one comparison" : size == 0 ? "no comparison" : "the " + size + " comparisons";
    }

    private static String label(MeasureSpec spec) {
        return spec.typed() + (spec.largerIsBetter() ? "" : " (smaller is better)");
    }

    private static String number(MeasureSpec spec, double value) {
        return spec.isCount() ? String.format(Locale.ROOT, "%.0f", value) : Texts.fixed(value);
    }
}
