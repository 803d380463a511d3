package io.plumbrank.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.measure.Aggregation;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.Evaluation.Comparison;
import io.plumbrank.measure.Evaluation.Resamples;
import io.plumbrank.measure.Evaluation.Summary;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.QueryValues;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Prints an evaluation as table, JSON or CSV. */
final class EvalReport {
    private final Evaluation evaluation;
    private final Resamples resamples;
    private final boolean perQuery;

    EvalReport(Evaluation evaluation, Resamples resamples, boolean perQuery) {
        this.evaluation = evaluation;
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
            boolean count = summary.measure().aggregation() == Aggregation.SUM;
            means.row(
                    measure.equals(last) ? "" : measure,
                    summary.run(),
                    number(summary.measure(), summary.mean()),
                    count ? "" : "[" + fixed(summary.low()) + ", " + fixed(summary.high()) + "]",
                    Integer.toString(summary.queries()));
            last = measure;
        }
        means.print(out);
        List<Comparison> comparisons = evaluation.comparisons(resamples);
        if (!comparisons.isEmpty()) {
            out.println();
            out.println("Against " + comparisons.get(0).baseline()
                    + ", paired by query; p two-sided, Holm over the "
                    + (comparisons.size() == 1 ? "one comparison" : comparisons.size() + " comparisons"));
            TextTable table = new TextTable(
                    "measure", "run", ">difference", ">p randomisation", ">Holm", ">p t-test", ">Holm", ">queries");
            for (Comparison c : comparisons) {
                table.row(
                        label(c.measure()),
                        c.run(),
                        String.format(Locale.ROOT, "%+.4f", c.difference()),
                        fixed(c.pRandomization()),
                        fixed(c.pRandomizationHolm()),
                        fixed(c.pT()),
                        fixed(c.pTHolm()),
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
                String measure = csv(evaluation.measures().get(m).typed());
                if (perQuery) {
                    for (int query = 0; query < run.queryIds().size(); query++) {
                        double value = run.value(m, query);
                        if (!Double.isNaN(value)) {
                            out.println(csv(run.run()) + ","
                                    + csv(run.queryIds().get(query)) + "," + measure + "," + value);
                        }
                    }
                }
                out.println(csv(run.run()) + ",all," + measure + "," + run.mean(m));
            }
        }
    }

    private void printJson(PrintWriter out) {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeArrayFieldStart("measures");
            for (Summary summary : evaluation.summaries(resamples)) {
                json.writeStartObject();
                json.writeStringField("measure", summary.measure().typed());
                json.writeStringField("spec", summary.measure().text());
                json.writeStringField("run", summary.run());
                number(json, "mean", summary.mean());
                number(json, "low", summary.low());
                number(json, "high", summary.high());
                json.writeNumberField("queries", summary.queries());
                json.writeBooleanField("largerIsBetter", summary.measure().largerIsBetter());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("comparisons");
            for (Comparison c : evaluation.comparisons(resamples)) {
                json.writeStartObject();
                json.writeStringField("measure", c.measure().typed());
                json.writeStringField("baseline", c.baseline());
                json.writeStringField("run", c.run());
                number(json, "difference", c.difference());
                number(json, "pRandomization", c.pRandomization());
                number(json, "pRandomizationHolm", c.pRandomizationHolm());
                number(json, "pT", c.pT());
                number(json, "pTHolm", c.pTHolm());
                json.writeNumberField("queries", c.queries());
                json.writeEndObject();
            }
            json.writeEndArray();
            if (perQuery) {
                json.writeArrayFieldStart("perQuery");
                for (QueryValues run : evaluation.runs()) {
                    for (int m = 0; m < evaluation.measures().size(); m++) {
                        for (int query = 0; query < run.queryIds().size(); query++) {
                            json.writeStartObject();
                            json.writeStringField("run", run.run());
                            json.writeStringField("query", run.queryIds().get(query));
                            json.writeStringField(
                                    "measure", evaluation.measures().get(m).typed());
                            number(json, "value", run.value(m, query));
                            json.writeEndObject();
                        }
                    }
                }
                json.writeEndArray();
            }
            json.writeArrayFieldStart("notes");
            for (String note : evaluation.notes()) {
                json.writeString(note);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    /** JSON has no NaN: what is undefined is null. */
    private static void number(JsonGenerator json, String field, double value) throws IOException {
        if (Double.isNaN(value)) {
            json.writeNullField(field);
        } else {
            json.writeNumberField(field, value);
        }
    }

    private static String label(MeasureSpec spec) {
        return spec.typed() + (spec.largerIsBetter() ? "" : " (smaller is better)");
    }

    private static String number(MeasureSpec spec, double value) {
        return spec.aggregation() == Aggregation.SUM ? String.format(Locale.ROOT, "%.0f", value) : fixed(value);
    }

    private static String fixed(double value) {
        // as C prints and trec_eval with it: Java's formatter would round the exact tie .28125 up
        return Double.isNaN(value)
                ? "–"
                : new BigDecimal(value).setScale(4, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String csv(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
