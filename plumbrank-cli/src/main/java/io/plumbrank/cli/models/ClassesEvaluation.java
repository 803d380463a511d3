package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.data.text.DecisionFile;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.classes.evaluation.ClassEvaluation;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.model.Predictor;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Evaluates models of classes: one by class and prediction; several, and decisions in files, by the loss of each row. */
final class ClassesEvaluation implements KindEvaluation {
    private final EvalCommand command;
    private final CommonOptions common;
    private final @Nullable String costs;
    private final List<Classifier> classifiers;
    private final Path data;

    ClassesEvaluation(EvalCommand command, List<Predictor> predictors, Path data) {
        this.command = command;
        this.common = command.common;
        this.costs = command.lossMatrix;
        this.classifiers = predictors.stream()
                .flatMap(predictor -> predictor.as(Classifier.class).stream())
                .toList();
        this.data = data;
    }

    @Override
    public void run() {
        if (classifiers.size() == 1 && command.decisions.isEmpty()) {
            evaluate(classifiers.get(0));
        } else {
            compare();
        }
    }

    /** The loss that is counted is the user's, or else the one that the first model was trained for. */
    private void compare() {
        if (QuerySource.isReadOnce(data)) {
            throw common.usage("several models or decisions read the data one after another: give a file, not a pipe");
        }
        Resamples how = command.resamples();
        LossMatrix counted = counted();
        List<String> names =
                new ArrayList<>(command.models.stream().map(Path::toString).toList());
        List<RowLosses> losses = new ArrayList<>();
        for (Classifier classifier : classifiers) {
            QuerySource source = classifier.watching(
                    command.csv.stream(data, classifier.labelled(), classifier.featureNames(), common));
            Supplier<RowLosses> judged = () -> RowLosses.of(classifier, source, counted, common.threads());
            losses.add(costs == null ? common.checked(judged) : LossOptions.suited(costs, common, judged));
            common.noteSkipped(source);
        }
        for (Path file : command.decisions) {
            names.add(file.toString());
            losses.add(decided(file, counted));
        }
        int baseline = command.baseline(names);
        Collections.rotate(names.subList(0, baseline + 1), 1);
        Collections.rotate(losses.subList(0, baseline + 1), 1);
        String text = costs == null && !classifiers.isEmpty()
                ? classifiers.get(0).loss().toString()
                : MatrixLoss.of(counted).toString();
        new ClassComparisonReport(names, text, losses, how).print(common.format, common.out());
    }

    private LossMatrix counted() {
        if (classifiers.isEmpty()) {
            return ClassLabels.countedAsIn(
                    LossOptions.matrix(String.valueOf(costs), common), labelled(Labels.numbers()));
        }
        ClassLoss<?> loss = classifiers.get(0).loss();
        return costs == null
                ? common.checked(loss::toMatrix)
                : ClassLabels.countedAs(LossOptions.matrix(costs, common), loss);
    }

    private RowLosses decided(Path file, LossMatrix counted) {
        if (QuerySource.isReadOnce(file)) {
            throw common.usage("--decisions " + file + " is a pipe: write the decisions to a file first");
        }
        QuerySource source = labelled(Labels.classes(counted.classNames()));
        int[] decisions = DecisionFile.read(file, counted.predictionNames());
        try {
            return RowLosses.of(decisions, source, counted);
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    file.toString(), 0, "" + e.getMessage(), "a decision for each row of the data, in their order", e);
        }
    }

    private QuerySource labelled(Labels labels) {
        return command.csv.stream(data, Reading.rows(labels), common);
    }

    private void evaluate(Classifier classifier) {
        common.refuse("--resamples", "--permutations", "--baseline");
        ClassLoss<?> loss = classifier.loss();
        QuerySource source =
                classifier.watching(command.csv.stream(data, classifier.labelled(), classifier.featureNames(), common));
        ClassEvaluation evaluation = ClassEvaluation.of(classifier, source, common.threads(), rows -> {});
        common.noteSkipped(source);
        if (costs != null) {
            ClassLoss<?> trained = loss;
            ClassEvaluation own = evaluation;
            LossMatrix other = ClassLabels.countedAs(LossOptions.matrix(costs, common), loss);
            evaluation = LossOptions.suited(costs, common, () -> own.under(trained, other));
            loss = MatrixLoss.of(other);
        }
        new ClassReport(command.models.get(0).toString(), loss, evaluation).print(common.format, common.out());
    }
}
