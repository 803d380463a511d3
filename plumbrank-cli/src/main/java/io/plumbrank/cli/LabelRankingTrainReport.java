package io.plumbrank.cli;

import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.LabelRankingModel;
import io.plumbrank.model.LabelRankingTraining;
import io.plumbrank.model.LabelRankingTraining.Trial;
import io.plumbrank.target.LabelRankingTarget;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Prints how the training of a model that ranks labels went. */
final class LabelRankingTrainReport extends TrainReport {
    private final LabelRankingTraining training;
    private final LabelRankingModel model;
    private final LabelRankingTarget target;

    LabelRankingTrainReport(LabelRankingTraining training, Path out, PrintWriter print) {
        super(out, print);
        this.training = training;
        this.model = training.model();
        this.target = model.target();
    }

    @Override
    void json(Json json) throws IOException {
        json.field("model", out.toString())
                .field("measure", target.measure().typed())
                .field("spec", target.measure().text())
                .field("largerIsBetter", target.measure().largerIsBetter())
                .field("surrogate", target.form().surrogate())
                .field("decoder", decoder())
                .field("features", training.features())
                .field("lambda", model.lambda())
                .field("labels", model.labels())
                .field("rows", model.provenance().rows())
                .object(
                        "train",
                        fields -> fields.field("measure", training.train())
                                .field("surrogateRisk", training.surrogateRisk()))
                .object(
                        "valid",
                        fields -> fields.field("measure", training.valid()).field("folds", training.folds()))
                .array("path", path -> {
                    for (Trial trial : training.tried()) {
                        path.object(fields -> fields.field("features", trial.features())
                                .field("surrogate", trial.surrogate())
                                .field("lambda", trial.lambda())
                                .field("loss", trial.loss()));
                    }
                });
        trees(model.scorer(), json);
        end(training.notes(), training.seconds(), model.guarantee(), json);
    }

    private String decoder() {
        return target.form() == LabelRankingTarget.Form.SCORES
                ? "sort"
                : target.decoder().text();
    }

    @Override
    void printTable() {
        String measure = target.measure().typed();
        print.println("Trained on " + model.provenance().rows() + " rankings of "
                + model.labels().size() + " labels, for " + measure);
        print.println();
        boolean trees = model.scorer() instanceof TreeEnsemble;
        String loss = !trees ? ">loss, each row left out" : training.folds() > 0 ? ">loss, by folds" : ">loss on valid";
        TextTable tried = trees
                ? new TextTable("model", "surrogate", loss, "")
                : new TextTable("features", "surrogate", ">best lambda", loss, "");
        for (Trial trial : best().values()) {
            boolean chosen = trial.features().equals(training.features())
                    && trial.surrogate().equals(target.form().surrogate());
            String mark = chosen ? "chosen" : "";
            if (trees) {
                tried.row(trial.features(), trial.surrogate(), Texts.fixed(trial.loss()), mark);
            } else {
                String lambda = String.format(Locale.ROOT, "%.3g", trial.lambda());
                tried.row(trial.features(), trial.surrogate(), lambda, Texts.fixed(trial.loss()), mark);
            }
        }
        tried.print(print);
        print.println();
        TextTable table = new TextTable("", ">" + measure);
        table.row("train", Texts.fixed(training.train()));
        table.row(
                training.folds() > 0 ? training.folds() + " folds, all choices made without them" : "valid",
                Texts.fixed(training.valid()));
        table.print(print);
        printEnd(model.guarantee());
    }

    /** The least loss of each kind of features and surrogate; of equal ones that of the largest λ, as in training. */
    private Map<String, Trial> best() {
        Map<String, Trial> best = new LinkedHashMap<>();
        BinaryOperator<Trial> better = BinaryOperator.minBy(
                Comparator.comparingDouble(Trial::loss).thenComparing(Trial::lambda, Comparator.reverseOrder()));
        for (Trial trial : training.tried()) {
            best.merge(trial.features() + " " + trial.surrogate(), trial, better);
        }
        return best;
    }
}
