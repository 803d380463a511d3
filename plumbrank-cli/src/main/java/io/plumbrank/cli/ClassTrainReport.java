package io.plumbrank.cli;

import io.plumbrank.model.ClassTraining;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.MatrixLoss;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Prints how the training of a class model went. */
final class ClassTrainReport {
    private final ClassTraining training;
    private final MatrixLoss loss;
    private final Path out;
    private final PrintWriter print;

    ClassTrainReport(ClassTraining training, Path out, PrintWriter print) {
        this.training = training;
        this.loss = training.model().loss();
        this.out = out;
        this.print = print;
    }

    void print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            printJson();
        } else {
            printTable();
        }
    }

    private void printJson() {
        Guarantee guarantee = training.model().guarantee();
        Json.print(
                print,
                json -> json.field("model", out.toString())
                        .field("measure", loss.toString())
                        .field("surrogate", "squared")
                        .field("lambda", training.model().lambda())
                        .field("encodedSize", loss.encodedSize())
                        .field("rows", training.train().rows())
                        .object(
                                "train",
                                fields -> fields.field(
                                                "measure", training.train().meanLoss())
                                        .field("surrogateRisk", training.train().surrogateRisk()))
                        .object(
                                "valid",
                                fields -> fields.field("measure", training.validLoss())
                                        .field("surrogateRisk", training.validSurrogate())
                                        .field("folds", training.folds()))
                        .array("path", path -> {
                            for (Map.Entry<Double, Double> tried :
                                    training.losses().entrySet()) {
                                path.object(fields ->
                                        fields.field("lambda", tried.getKey()).field("measure", tried.getValue()));
                            }
                        })
                        .object("seconds", fields -> {
                            for (Map.Entry<String, Double> lap :
                                    training.seconds().entrySet()) {
                                fields.field(lap.getKey(), lap.getValue());
                            }
                        })
                        .object("guarantee", fields -> GuaranteeText.fields(guarantee, fields)));
    }

    private void printTable() {
        print.println("Trained on " + training.train().rows() + " rows for " + loss + ", " + loss.encodedSize()
                + (loss.encodedSize() == 1 ? " output" : " outputs") + ", lambda "
                + String.format(Locale.ROOT, "%.3g", training.model().lambda()));
        TextTable table = new TextTable("", ">mean loss", ">surrogate risk");
        table.row(
                "train",
                Texts.fixed(training.train().meanLoss()),
                Texts.fixed(training.train().surrogateRisk()));
        table.row(
                training.folds() > 0 ? training.folds() + " folds" : "valid",
                Texts.fixed(training.validLoss()),
                Texts.fixed(training.validSurrogate()));
        table.print(print);
        print.println();
        training.model().guarantee().sentences().forEach(print::println);
        print.println();
        print.println("Model: " + out);
    }
}
