package io.plumbrank.cli;

import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.PairRankerTraining;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Prints how the training of a ranker by pairs went. */
final class PairTrainReport {
    private final PairRankerTraining training;
    private final PairRankerModel model;
    private final Path out;
    private final PrintWriter print;

    PairTrainReport(PairRankerTraining training, Path out, PrintWriter print) {
        this.training = training;
        this.model = training.model();
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
        Json.print(
                print,
                json -> json.field("model", out.toString())
                        .field("measure", model.measure().typed())
                        .field("spec", model.measure().text())
                        .field("largerIsBetter", model.measure().largerIsBetter())
                        .field("surrogate", "pairs")
                        .field("decoder", model.decoder())
                        .field("lambda", model.lambda())
                        .field("queries", model.labels().queries())
                        .field("rows", model.provenance().rows())
                        .object("train", fields -> result(training.train(), fields))
                        .object("valid", fields -> {
                            result(training.valid(), fields);
                            fields.field("folds", training.folds());
                        })
                        .array("path", path -> {
                            for (Trial trial : training.tried()) {
                                path.object(fields -> {
                                    fields.field("surrogate", trial.surrogate()).field("lambda", trial.lambda());
                                    result(trial.valid(), fields);
                                });
                            }
                        })
                        .object("seconds", fields -> {
                            for (Map.Entry<String, Double> lap :
                                    training.seconds().entrySet()) {
                                fields.field(lap.getKey(), lap.getValue());
                            }
                        })
                        .object("guarantee", fields -> GuaranteeText.fields(model.guarantee(), fields)));
    }

    private static void result(Result result, Json json) throws IOException {
        json.field("measure", result.measure()).field("surrogateRisk", result.surrogateRisk());
    }

    private void printTable() {
        String measure = model.measure().typed();
        print.println("Trained on " + model.labels().queries() + " queries, "
                + model.provenance().rows() + " items, for " + measure + ", by pairs, lambda "
                + String.format(Locale.ROOT, "%.3g", model.lambda()) + ", decoder " + model.decoder());
        print.println();
        TextTable table = new TextTable("", ">" + measure, ">surrogate risk");
        row("train", training.train(), table);
        row(training.folds() > 0 ? training.folds() + " folds" : "valid", training.valid(), table);
        table.print(print);
        print.println();
        model.guarantee().sentences().forEach(print::println);
        print.println();
        print.println("Model: " + out);
    }

    private static void row(String data, Result result, TextTable table) {
        table.row(data, Texts.fixed(result.measure()), Texts.fixed(result.surrogateRisk()));
    }
}
