package io.plumbrank.cli;

import io.plumbrank.model.RankerModel;
import io.plumbrank.model.RankerTraining;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Prints how the training of a ranker went. */
final class RankerTrainReport {
    private final RankerTraining training;
    private final RankerModel model;
    private final Path out;
    private final PrintWriter print;

    RankerTrainReport(RankerTraining training, Path out, PrintWriter print) {
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
                        .field("surrogate", model.surrogate().text())
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
                + model.provenance().rows() + " items, for " + measure + ", by "
                + model.surrogate().text());
        print.println();
        if (training.tried().size() > 1) {
            printTried(measure);
        }
        TextTable table = new TextTable("", ">" + measure, ">surrogate risk");
        row("train", training.train(), table);
        row(validation(), training.valid(), table);
        table.print(print);
        print.println();
        model.guarantee().sentences().forEach(print::println);
        print.println();
        print.println("Model: " + out);
    }

    private void printTried(String measure) {
        TextTable tried = new TextTable("surrogate", ">best lambda", ">" + measure + " on " + validation(), "");
        for (Trial trial : bestBySurrogate().values()) {
            boolean chosen = trial.surrogate().equals(model.surrogate().text());
            tried.row(
                    trial.surrogate(),
                    String.format(Locale.ROOT, "%.3g", trial.lambda()),
                    Texts.fixed(trial.valid().measure()),
                    chosen ? "chosen" : "");
        }
        tried.print(print);
        print.println();
    }

    private String validation() {
        return training.folds() > 0 ? training.folds() + " folds" : "valid";
    }

    private static void row(String data, Result result, TextTable table) {
        table.row(data, Texts.fixed(result.measure()), Texts.fixed(result.surrogateRisk()));
    }

    private Map<String, Trial> bestBySurrogate() {
        Map<String, Trial> best = new LinkedHashMap<>();
        double sign = model.measure().largerIsBetter() ? 1 : -1;
        for (Trial trial : training.tried()) {
            boolean chosen = trial.surrogate().equals(model.surrogate().text()) && trial.lambda() == model.lambda();
            best.merge(trial.surrogate(), trial, (old, next) -> chosen || isBetter(next, old, sign) ? next : old);
        }
        return best;
    }

    private static boolean isBetter(Trial next, Trial old, double sign) {
        double gain = sign * (next.valid().measure() - old.valid().measure());
        return gain > 0 || (gain == 0 && next.lambda() > old.lambda());
    }
}
