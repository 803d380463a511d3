package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.data.Absent;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.learn.Settings;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Task;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code train} that all kinds of tasks have: the data, the goal and the learner. */
final class FitOptions {
    final CommonOptions common;
    final CsvOptions csv;

    @Option(
            names = "--train",
            required = true,
            paramLabel = "FILE",
            description = "Labelled data: LETOR or SVMlight text, CSV with a header (both also as .gz), or Parquet.")
    Path train = Path.of("");

    @Option(
            names = "--valid",
            paramLabel = "FILE",
            description =
                    "Validation data. They choose the surrogate, lambda and the number of trees; default: cross-validation.")
    @Nullable
    Path valid;

    @Option(
            names = "--folds",
            paramLabel = "N",
            description = "Folds of the cross-validation without --valid; default 5, with --ranking 10.")
    @Nullable
    Integer folds;

    @Option(names = "--measure", paramLabel = "M", description = "Measure to rank for, such as ndcg@10 or map.")
    @Nullable
    String measure;

    @Option(
            names = "--surrogate",
            paramLabel = "S",
            description = "Loss that training minimises; see the table below. Default: the best calibrated one.")
    @Nullable
    String surrogate;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description =
                    "Sum over N blocks of rows, formed by a hash of the query. The model then has the bits that Spark gives for N blocks.")
    @Nullable
    Integer blocks;

    @Option(
            names = "--absent",
            paramLabel = "WHAT",
            description =
                    "Value of features that a row of LETOR or SVMlight text leaves out: zero (default) or missing. The model remembers it; nan is"
                            + " always missing.")
    String absent = Absent.ZERO.text();

    @Mixin
    LearnerOptions learner = new LearnerOptions();

    FitOptions(CommonOptions common, CsvOptions csv) {
        this.common = common;
        this.csv = csv;
    }

    void refuse(OptionRules rules) {
        rules.excludes("--folds", "--valid");
        rules.needs(!csv.isCsvText(train, common), "LETOR or SVMlight text or Parquet, not CSV", "--absent");
        learner.refuse(rules);
    }

    /** The surrogate that the user gave, or this one. */
    String surrogate(String otherwise) {
        return surrogate == null ? otherwise : surrogate.strip();
    }

    Settings settings(int usualFolds) {
        return Settings.defaults()
                .withSeed(common.seed)
                .withThreads(common.threads())
                .withFolds(folds == null ? usualFolds : folds)
                .withLambdas(learner.lambdas);
    }

    /** The training data with labels as numbers, before the task is known. */
    QuerySource numbered() {
        return csv.stream(
                train, common.checked(() -> Reading.rows(Labels.numbers()).withAbsent(Absent.named(absent))), common);
    }

    /**
     * Opens data as a task reads them: in memory where there is plenty for it, unless rows are read once.
     *
     * @param preferences null where grades are the labels
     * @param columns the features; empty for all
     */
    QuerySource open(Path file, Task<?> task, @Nullable Path preferences, List<String> columns) {
        Reading labelled = labelled(task);
        QuerySource stream = csv.stream(file, labelled, preferences, columns, common);
        boolean passes = learner.isAuto() || labelled.grouping() == Grouping.QUERY || QuerySource.isReadOnce(file);
        QuerySource data = passes ? Reading.kept(stream) : stream;
        Integer count = blocks;
        return count == null
                ? data
                : BlockedSource.of(
                        data, common.checked(() -> new BlockRule(count, labelled.grouping())), common.threads());
    }

    /** The columns of the training data that are features; empty where they have no names. */
    List<String> features(QuerySource data, Task<?> task) {
        String positions = labelled(task).ranking();
        return data.featureNames().stream()
                .filter(name -> positions == null || !name.startsWith(positions))
                .toList();
    }

    /** The names of the features in the training data, before they are read; empty where they have numbers. */
    List<String> featureNames(Task<?> task) {
        common.rules()
                .wrong(
                        QuerySource.isReadOnce(train),
                        "--monotone and --interactions read the header of the data first: give a file, not a pipe");
        return features(csv.stream(train, labelled(task), common), task);
    }

    private Reading labelled(Task<?> task) {
        return common.checked(() -> TaskKind.of(task).labelled(task).withAbsent(Absent.named(absent)));
    }
}
