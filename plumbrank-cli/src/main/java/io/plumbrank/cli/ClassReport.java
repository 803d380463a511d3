package io.plumbrank.cli;

import io.plumbrank.model.ClassEvaluation;
import io.plumbrank.target.MatrixLoss;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints how a class model does: mean loss, by class, and what it predicts for which class. */
final class ClassReport {
    private static final double NORMAL_95 = 1.959963984540054;
    private static final int LARGEST_TABLE = 12;

    private final String model;
    private final MatrixLoss loss;
    private final ClassEvaluation evaluation;

    ClassReport(String model, MatrixLoss loss, ClassEvaluation evaluation) {
        this.model = model;
        this.loss = loss;
        this.evaluation = evaluation;
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> printJson(out);
            case CSV -> {
                out.println("run,query,measure,value");
                out.println(Texts.csv(model) + ",all,loss," + evaluation.meanLoss());
            }
        }
    }

    private void printJson(PrintWriter out) {
        double margin = NORMAL_95 * evaluation.standardError(loss);
        Json.print(
                out,
                json -> json.array(
                                "measures",
                                measures -> measures.object(fields -> fields.field("measure", "loss")
                                        .field("spec", loss.toString())
                                        .field("run", model)
                                        .field("mean", evaluation.meanLoss())
                                        .field("low", evaluation.meanLoss() - margin)
                                        .field("high", evaluation.meanLoss() + margin)
                                        .field("queries", evaluation.rows())
                                        .field("largerIsBetter", false)))
                        .array("comparisons", none -> {})
                        .field("surrogateRisk", evaluation.surrogateRisk())
                        .field("labels", loss.toMatrix().classNames())
                        .field("predictions", loss.toMatrix().predictionNames())
                        .field("confusion", evaluation.confusion())
                        .array("classes", classes -> {
                            for (int y = 0; y < loss.classes(); y++) {
                                int label = y;
                                classes.object(fields -> fields.field("label", loss.className(label))
                                        .field("weight", evaluation.weight(label))
                                        .field("mean", evaluation.meanLoss(loss, label)));
                            }
                        }));
    }

    private void printTable(PrintWriter out) {
        double margin = NORMAL_95 * evaluation.standardError(loss);
        out.println(
                "Mean loss " + Texts.fixed(evaluation.meanLoss()) + "  [" + Texts.fixed(evaluation.meanLoss() - margin)
                        + ", " + Texts.fixed(evaluation.meanLoss() + margin) + "]  over " + evaluation.rows()
                        + " rows, surrogate risk " + Texts.fixed(evaluation.surrogateRisk()));
        List<Integer> predictions = loss.predictions();
        boolean whole = predictions.size() <= LARGEST_TABLE;
        String[] header = new String[whole ? predictions.size() + 3 : 3];
        header[0] = "class";
        header[1] = ">weight";
        header[2] = ">mean loss";
        for (int t = 0; whole && t < predictions.size(); t++) {
            header[t + 3] = ">→ " + loss.predictionName(t);
        }
        TextTable table = new TextTable(header);
        for (int y = 0; y < loss.classes(); y++) {
            String[] row = new String[header.length];
            row[0] = loss.className(y);
            row[1] = weight(evaluation.weight(y));
            row[2] = Texts.fixed(evaluation.meanLoss(loss, y));
            for (int t = 0; whole && t < predictions.size(); t++) {
                row[t + 3] = weight(evaluation.confusion()[y][t]);
            }
            table.row(row);
        }
        out.println();
        table.print(out);
        if (!whole) {
            out.println("The confusion matrix is too large to show; --format json has it.");
        }
    }

    private static String weight(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
