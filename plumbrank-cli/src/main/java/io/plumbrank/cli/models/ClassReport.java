package io.plumbrank.cli.models;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.kind.classes.evaluation.ClassEvaluation;
import io.plumbrank.kind.classes.evaluation.Reliability;
import io.plumbrank.target.ClassLoss;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Prints how a classifier does: mean loss, by class, and what it predicts for which class. */
final class ClassReport {
    private static final int LARGEST_TABLE = 12;

    private final String model;
    private final ClassLoss<?> loss;
    private final ClassEvaluation evaluation;
    private final double margin;

    ClassReport(String model, ClassLoss<?> loss, ClassEvaluation evaluation) {
        this.model = model;
        this.loss = loss;
        this.evaluation = evaluation;
        this.margin = evaluation.estimate().reach();
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> Json.print(out, this::json);
            case CSV -> {
                out.println("run,query,measure,value");
                out.println(Texts.csv(model) + ",all,loss," + evaluation.meanLoss());
                Reliability reliability = evaluation.reliability();
                if (reliability != null) {
                    out.println(Texts.csv(model) + ",all,brier,"
                            + reliability.brier().mean());
                    out.println(Texts.csv(model) + ",all,log-loss,"
                            + reliability.logLoss().mean());
                }
            }
        }
    }

    private void json(Json json) throws IOException {
        json.array("measures", measures -> {
                    measure("loss", loss.toString(), evaluation.meanLoss(), margin, measures);
                    Reliability reliability = evaluation.reliability();
                    if (reliability != null) {
                        measure(
                                "brier",
                                "brier",
                                reliability.brier().mean(),
                                reliability.brier().reach(),
                                measures);
                        measure(
                                "log-loss",
                                "log-loss",
                                reliability.logLoss().mean(),
                                reliability.logLoss().reach(),
                                measures);
                    }
                })
                .array("comparisons", none -> {})
                .field("surrogateRisk", evaluation.surrogateRisk());
        if (loss.isListable()) {
            List<String> predictions = predictions(loss);
            json.field("labels", classes())
                    .field("predictions", predictions)
                    .field(
                            "confusion",
                            IntStream.range(0, loss.classes())
                                    .mapToObj(label -> predictions.stream()
                                            .mapToDouble(name -> evaluation.weight(label, name))
                                            .toArray())
                                    .toArray(double[][]::new));
        }
        Reliability reliability = evaluation.reliability();
        if (reliability != null) {
            json.field("calibrationError", reliability.calibrationError())
                    .array(
                            "reliability",
                            reliability.bins(),
                            (fields, bin) -> fields.field("low", bin.low())
                                    .field("high", bin.high())
                                    .field("weight", bin.weight())
                                    .field("predicted", bin.predicted())
                                    .field("observed", bin.observed()));
        }
        json.array("classes", each -> {
            for (int label : shownClasses()) {
                each.object(fields -> fields.field("label", loss.className(label))
                        .field("weight", evaluation.weight(label))
                        .field("mean", evaluation.meanLoss(label)));
            }
        });
    }

    private void measure(String name, String spec, double mean, double error, Json measures) throws IOException {
        measures.object(fields -> fields.field("measure", name)
                .field("spec", spec)
                .field("run", model)
                .field("mean", mean)
                .field("low", mean - error)
                .field("high", mean + error)
                .field("queries", evaluation.rows())
                .field("largerIsBetter", false));
    }

    private List<String> classes() {
        return IntStream.range(0, loss.classes()).mapToObj(loss::className).toList();
    }

    private static <T> List<String> predictions(ClassLoss<T> loss) {
        return loss.predictions().stream().map(loss::predictionName).toList();
    }

    /** All classes, or where they are too many those that the data have. */
    private int[] shownClasses() {
        return loss.isListable()
                ? IntStream.range(0, loss.classes()).toArray()
                : evaluation.cells().keySet().stream()
                        .mapToInt(ClassEvaluation.Cell::label)
                        .distinct()
                        .toArray();
    }

    private void printTable(PrintWriter out) {
        out.println("Mean loss " + Texts.fixed(evaluation.meanLoss()) + ", 95 % interval "
                + Texts.interval(evaluation.meanLoss() - margin, evaluation.meanLoss() + margin) + ", "
                + evaluation.rows() + " rows; surrogate risk " + Texts.digits(evaluation.surrogateRisk(), 4));
        List<String> predictions = loss.isListable() ? predictions(loss) : List.of();
        boolean whole = !predictions.isEmpty() && predictions.size() <= LARGEST_TABLE;
        String[] header = new String[whole ? predictions.size() + 3 : 3];
        header[0] = "class";
        header[1] = ">weight";
        header[2] = ">mean loss";
        for (int t = 0; whole && t < predictions.size(); t++) {
            header[t + 3] = ">predicted " + predictions.get(t);
        }
        TextTable table = new TextTable(header);
        for (int y : shownClasses()) {
            String[] row = new String[header.length];
            row[0] = loss.className(y);
            row[1] = weight(evaluation.weight(y));
            row[2] = Texts.fixed(evaluation.meanLoss(y));
            for (int t = 0; whole && t < predictions.size(); t++) {
                row[t + 3] = weight(evaluation.weight(y, predictions.get(t)));
            }
            table.row(row);
        }
        out.println();
        table.print(out);
        if (!whole) {
            out.println("The confusion matrix is too large to show"
                    + (loss.isListable() ? "; --format json has it." : "."));
        }
        Reliability reliability = evaluation.reliability();
        if (reliability != null) {
            printReliability(reliability, out);
        }
    }

    private static void printReliability(Reliability reliability, PrintWriter out) {
        out.println();
        out.println(
                "Probabilities: Brier score " + Texts.fixed(reliability.brier().mean()) + ", log-loss "
                        + Texts.fixed(reliability.logLoss().mean()) + " nats, calibration error "
                        + Texts.fixed(reliability.calibrationError()));
        TextTable table = new TextTable("probability", ">weight", ">mean", ">how often true");
        for (Reliability.Bin bin : reliability.bins()) {
            table.row(
                    String.format(Locale.ROOT, "%.1f to %.1f", bin.low(), bin.high()),
                    weight(bin.weight()),
                    Texts.fixed(bin.predicted()),
                    Texts.fixed(bin.observed()));
        }
        table.print(out);
    }

    private static String weight(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
