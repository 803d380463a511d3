package io.plumbrank.cli;

import io.plumbrank.model.RankerModel;
import io.plumbrank.model.RankerTraining;
import io.plumbrank.model.RankerTraining.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Prints how the training of a ranker went. */
final class RankerTrainReport extends TrainReport {
    private final RankerTraining training;
    private final RankerModel model;

    RankerTrainReport(RankerTraining training, Path out, PrintWriter print) {
        super(out, print);
        this.training = training;
        this.model = training.model();
    }

    @Override
    void json(Json json) throws IOException {
        json.field("model", out.toString())
                .field("measure", model.measure().typed())
                .field("spec", model.measure().text())
                .field("largerIsBetter", model.measure().largerIsBetter())
                .field("surrogate", model.surrogate().text())
                .field("lambda", model.lambda())
                .field("queries", model.labels().queries())
                .field("rows", model.provenance().rows());
        trees(model.scorer(), json);
        results(training.train(), training.valid(), training.folds(), json);
        path(training.tried(), json);
        end(training.notes(), training.seconds(), model.guarantee(), json);
    }

    @Override
    void printTable() {
        String measure = model.measure().typed();
        print.println("Trained on " + model.labels().queries() + " queries, "
                + model.provenance().rows() + " items, for " + measure + ", by "
                + model.surrogate().text());
        print.println();
        if (training.tried().size() > 1) {
            printTried(measure);
        }
        printResults(measure, training.train(), training.valid(), training.folds());
        printEnd(model.guarantee());
    }

    private void printTried(String measure) {
        TextTable tried =
                new TextTable("surrogate", ">best lambda", ">" + measure + " on " + validation(training.folds()), "");
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
