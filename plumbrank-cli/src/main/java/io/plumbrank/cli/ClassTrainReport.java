package io.plumbrank.cli;

import io.plumbrank.model.ClassTraining;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.target.MatrixLoss;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Prints how the training of a class model went. */
final class ClassTrainReport extends TrainReport {
    private final ClassTraining training;
    private final MatrixLoss loss;

    ClassTrainReport(ClassTraining training, Path out, PrintWriter print) {
        super(out, print);
        this.training = training;
        this.loss = training.model().loss();
    }

    @Override
    void json(Json json) throws IOException {
        json.field("model", out.toString())
                .field("measure", loss.toString())
                .field("surrogate", "squared")
                .field("lambda", training.model().lambda())
                .field("encodedSize", loss.encodedSize())
                .field("rows", training.train().rows());
        trees(training.model().scorer(), json);
        results(train(), valid(), training.folds(), json);
        json.array("path", path -> {
            for (Map.Entry<Double, Double> tried : training.losses().entrySet()) {
                path.object(fields -> fields.field("lambda", tried.getKey()).field("measure", tried.getValue()));
            }
        });
        end(training.notes(), training.seconds(), training.model().guarantee(), json);
    }

    private Result train() {
        return new Result(training.train().meanLoss(), training.train().surrogateRisk());
    }

    private Result valid() {
        return new Result(training.validLoss(), training.validSurrogate());
    }

    @Override
    void printTable() {
        print.println("Trained on " + training.train().rows() + " rows for " + loss + ", " + loss.encodedSize()
                + (loss.encodedSize() == 1 ? " output" : " outputs") + ", lambda "
                + String.format(Locale.ROOT, "%.3g", training.model().lambda()));
        printResults("mean loss", train(), valid(), training.folds());
        printEnd(training.model().guarantee());
    }
}
