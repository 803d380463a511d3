package io.plumbrank.cli.train;

import io.plumbrank.cli.output.ChoiceText;
import io.plumbrank.cli.output.GuaranteeText;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.LogForest;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Prints how training went. */
final class TrainReport {
    private final Training<?> training;
    private final Model model;
    private final Task<?> task;
    private final TaskKind<Task<?>> kind;
    private final Path out;
    private final PrintWriter print;

    /** @param out where the model went */
    TrainReport(Training<?> training, Path out, PrintWriter print) {
        this.training = training;
        this.model = training.model();
        this.task = model.task();
        this.kind = TaskKind.of(task);
        this.out = out;
        this.print = print;
    }

    /** @param explained whether the trials, the surrogate risks and the whole guarantee are printed too */
    void print(OutputFormat format, boolean explained) {
        if (format == OutputFormat.JSON) {
            Json.print(print, this::json);
            return;
        }
        print.println("Trained on " + training.summary());
        ModelChoice choice = model.provenance().choice().orElse(null);
        if (choice == null) {
            printAlone();
        } else {
            printChoice(choice);
        }
        kind.decodingNote(task).ifPresent(print::println);
        print.println("Guarantee: " + GuaranteeText.line(model.guarantee()));
        print.println("Details: plumbrank explain --model " + out);
        print.println("Next: plumbrank eval --model " + out + " --data TEST");
        if (explained) {
            printDetails();
        }
    }

    private void printChoice(ModelChoice choice) {
        Rival chosen = choice.chosen();
        print.println("Model: " + ChoiceText.named(chosen) + ", " + ChoiceText.reason(choice));
        printExpected();
        ChoiceText.bestOther(choice).ifPresent(print::println);
    }

    /** A model whose learner the user named. */
    private void printAlone() {
        List<Trial> best = bestOfEach();
        Trial chosen = training.chosen();
        String criterion = kind.headingOfTrials(task) + training.validation().trials();
        int tried = training.tried().size();
        print.println("Model: " + settings(chosen)
                + (tried == 1 ? ", the only one tried" : ", best of " + tried + " by " + criterion));
        printExpected();
        best.stream()
                .filter(trial -> !trial.chosen())
                .findFirst()
                .ifPresent(other -> print.println("Best of the others: " + settings(other) + ": "
                        + Texts.fixed(other.valid().measure())
                        + ", chosen " + Texts.fixed(chosen.valid().measure())));
    }

    private static String settings(Trial trial) {
        String fit = trial.learner() + ", " + trial.surrogate();
        return trial.lambda() > 0 ? fit + ", lambda " + Texts.digits(trial.lambda(), 3) : fit;
    }

    private void printExpected() {
        print.println("Expected on new data: " + kind.heading(task) + " " + ChoiceText.words(training.expected())
                + (Double.isNaN(training.expected().reach()) ? " (no interval, " : " (95 % interval, ")
                + training.expectedBy() + "); on the training data "
                + Texts.fixed(training.train().measure()));
    }

    private void json(Json json) throws IOException {
        json.field("model", out.toString())
                .field("measure", task.measureName())
                .field("surrogate", task.surrogate())
                .field("features", training.chosen().learner())
                .field("lambda", model.lambda())
                .field("rows", model.provenance().rows());
        json.facts(kind.facts(task));
        List<TreeEnsemble> trees = trees(model.scorer());
        if (!trees.isEmpty()) {
            json.field(
                            "trees",
                            trees.stream()
                                    .mapToInt(each -> each.members().size())
                                    .sum())
                    .field(
                            "rounds",
                            trees.stream().mapToInt(TrainReport::rounds).sum());
        }
        json.object("train", fields -> result(training.train(), fields)).object("valid", fields -> {
            result(training.valid(), fields);
            fields.field("folds", training.folds());
        });
        json.object("expected", fields -> {
            ChoiceText.estimate("value", training.expected(), fields);
            fields.field("by", training.expectedBy());
        });
        json.array("path", training.tried(), (fields, trial) -> {
            fields.field("features", trial.learner())
                    .field("surrogate", trial.surrogate())
                    .field("lambda", trial.lambda());
            if (task.choosing().isByMeasure()) {
                result(trial.valid(), fields);
            } else {
                fields.field(task.choosing().criterion(), trial.valid().measure());
            }
        });
        json.field("notes", training.notes())
                .object("seconds", fields -> fields.facts(training.seconds()))
                .object("guarantee", fields -> GuaranteeText.fields(model.guarantee(), fields));
        ModelChoice choice = model.provenance().choice().orElse(null);
        if (choice != null) {
            json.object("choice", fields -> ChoiceText.fields(choice, fields));
        }
    }

    /** A round has as many trees as it takes for all outputs. */
    private static int rounds(TreeEnsemble ensemble) {
        return ensemble.members().stream()
                        .mapToInt(member -> member.tree().outputs())
                        .sum()
                / ensemble.outputs();
    }

    /** The ensembles of a model of rows, or of items and of pairs. */
    private static List<TreeEnsemble> trees(InstanceScorer scorer) {
        List<TreeEnsemble> trees = new ArrayList<>();
        Scorer ofItems = scorer instanceof RowScorer rows ? rows.scorer() : ((PairScores) scorer).single();
        if (ofItems instanceof TreeEnsemble ofRows) {
            trees.add(ofRows);
        } else if (ofItems instanceof LogForest forest) {
            trees.add(forest.shares());
        } else if (ofItems instanceof Blend blend) {
            blend.parts().forEach(part -> trees.addAll(trees(RowScorer.of(part.scorer()))));
        }
        if (scorer instanceof PairScores pairs && pairs.pairs() instanceof TreePairs ofPairs) {
            trees.add(ofPairs.trees());
        }
        return trees;
    }

    private static void result(Result result, Json json) throws IOException {
        json.field("measure", result.measure()).field("surrogateRisk", result.surrogateRisk());
    }

    private void printDetails() {
        List<Trial> best = bestOfEach();
        print.println();
        if (best.size() > 1) {
            printTried(best);
        }
        TextTable table = new TextTable("", ">" + kind.heading(task), ">surrogate risk");
        row(table, "train", training.train());
        row(table, training.validation().data(), training.valid());
        table.print(print);
        print.println();
        model.guarantee().sentences().forEach(print::println);
    }

    private static void row(TextTable table, String data, Result result) {
        table.row(data, Texts.fixed(result.measure()), Texts.fixed(result.surrogateRisk()));
    }

    private void printTried(List<Trial> best) {
        String criterion = kind.headingOfTrials(task) + training.validation().trials();
        TextTable tried = new TextTable("model", "surrogate", ">best lambda", ">" + criterion, "");
        for (Trial trial : best) {
            tried.row(
                    trial.learner(),
                    trial.surrogate(),
                    Texts.digits(trial.lambda(), 3),
                    Texts.fixed(trial.valid().measure()),
                    trial.chosen() ? "chosen" : "");
        }
        tried.print(print);
        print.println();
    }

    /** The best candidate of each learner and surrogate, best first; of equal ones that of the largest λ, as in training. */
    private List<Trial> bestOfEach() {
        double sign = task.choosing().larger() ? -1 : 1;
        Map<String, Trial> best = new LinkedHashMap<>();
        Comparator<Trial> order = Comparator.comparing((Trial trial) -> !trial.chosen())
                .thenComparing(trial -> sign * trial.valid().measure())
                .thenComparing(Trial::lambda, Comparator.reverseOrder());
        BinaryOperator<Trial> better = BinaryOperator.minBy(order);
        for (Trial trial : training.tried()) {
            best.merge(trial.learner() + " " + trial.surrogate(), trial, better);
        }
        return best.values().stream().sorted(order).toList();
    }
}
