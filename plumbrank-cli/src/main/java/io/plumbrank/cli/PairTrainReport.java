package io.plumbrank.cli;

import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.PairRankerTraining;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** Prints how the training of a ranker by pairs went. */
final class PairTrainReport extends TrainReport {
    private final PairRankerTraining training;
    private final PairRankerModel model;

    PairTrainReport(PairRankerTraining training, Path out, PrintWriter print) {
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
                .field("surrogate", "pairs")
                .field("decoder", model.decoder())
                .field("measuredBy", model.isCheap() ? model.decoder() : "quick")
                .field("lambda", model.lambda())
                .field("queries", model.labels().queries())
                .field("rows", model.provenance().rows());
        results(training.train(), training.valid(), training.folds(), json);
        path(training.tried(), json);
        end(training.notes(), training.seconds(), model.guarantee(), json);
    }

    @Override
    void printTable() {
        String measure = model.measure().typed();
        print.println("Trained on " + model.labels().queries() + " queries, "
                + model.provenance().rows() + " items, for " + measure + ", by pairs, lambda "
                + String.format(Locale.ROOT, "%.3g", model.lambda()) + ", decoder " + model.decoder());
        print.println();
        printResults(measure, training.train(), training.valid(), training.folds());
        if (!model.isCheap()) {
            print.println("Both with a quick decoder; eval measures with decoder " + model.decoder() + ".");
        }
        printEnd(model.guarantee());
    }
}
