package io.plumbrank.cli;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import io.plumbrank.target.Guarantee;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Prints how training went: what the reports of all kinds of models have in common. */
abstract class TrainReport {
    final Path out;
    final PrintWriter print;

    /** @param out where the model went */
    TrainReport(Path out, PrintWriter print) {
        this.out = out;
        this.print = print;
    }

    final void print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            Json.print(print, this::json);
        } else {
            printTable();
        }
    }

    /** The fields of the contract. */
    abstract void json(Json json) throws IOException;

    abstract void printTable();

    /** The row of the validation data in a table. */
    static String validation(int folds) {
        return folds > 0 ? folds + " folds" : "valid";
    }

    static void results(Result train, Result valid, int folds, Json json) throws IOException {
        json.object("train", fields -> result(train, fields)).object("valid", fields -> {
            result(valid, fields);
            fields.field("folds", folds);
        });
    }

    static void path(List<Trial> tried, Json json) throws IOException {
        json.array("path", path -> {
            for (Trial trial : tried) {
                path.object(fields -> {
                    fields.field("surrogate", trial.surrogate()).field("lambda", trial.lambda());
                    result(trial.valid(), fields);
                });
            }
        });
    }

    /** How many trees there are, and how many rounds of boosting they are, which is the best one on validation. */
    static void trees(Scorer scorer, Json json) throws IOException {
        if (scorer instanceof TreeEnsemble trees) {
            int count = trees.members().size();
            json.field("trees", count).field("rounds", count / trees.outputs());
        }
    }

    private static void result(Result result, Json json) throws IOException {
        json.field("measure", result.measure()).field("surrogateRisk", result.surrogateRisk());
    }

    /** The end of every report: what a user should know, where the time went, and what is promised. */
    static void end(List<String> notes, Map<String, Double> seconds, Guarantee guarantee, Json json)
            throws IOException {
        json.field("notes", notes)
                .object("seconds", fields -> {
                    for (Map.Entry<String, Double> lap : seconds.entrySet()) {
                        fields.field(lap.getKey(), lap.getValue());
                    }
                })
                .object("guarantee", fields -> GuaranteeText.fields(guarantee, fields));
    }

    /** Measure and surrogate risk side by side. */
    final void printResults(String measure, Result train, Result valid, int folds) {
        TextTable table = new TextTable("", ">" + measure, ">surrogate risk");
        table.row("train", Texts.fixed(train.measure()), Texts.fixed(train.surrogateRisk()));
        table.row(validation(folds), Texts.fixed(valid.measure()), Texts.fixed(valid.surrogateRisk()));
        table.print(print);
    }

    /** The end of every table: what is promised, and where the model is. */
    final void printEnd(Guarantee guarantee) {
        print.println();
        guarantee.sentences().forEach(print::println);
        print.println();
        print.println("Model: " + out);
    }
}
