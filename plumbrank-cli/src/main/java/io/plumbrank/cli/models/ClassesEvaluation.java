package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.data.QuerySource;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.classes.evaluation.ClassEvaluation;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.model.Predictor;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.MatrixLoss;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Evaluates models of classes: one by class and prediction, several by what each row costs. */
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
        if (classifiers.size() == 1) {
            evaluate(classifiers.get(0));
        } else {
            compare();
        }
    }

    /** Rows cost what the first model was trained for, or what the user says. */
    private void compare() {
        if (QuerySource.isReadOnce(data)) {
            throw common.usage("several models of classes read their data one after another: give a file, not a pipe");
        }
        Resamples how = command.resamples();
        ClassLoss<?> loss = classifiers.get(0).loss();
        LossMatrix counted = costs == null
                ? common.checked(loss::toMatrix)
                : ClassLabels.countedAs(LossOptions.matrix(costs, common), loss);
        List<RowLosses> losses = new ArrayList<>();
        for (Classifier classifier : classifiers) {
            QuerySource source = classifier.watching(
                    command.csv.stream(data, classifier.labelled(), classifier.featureNames(), common));
            Supplier<RowLosses> judged = () -> RowLosses.of(classifier, source, counted, common.threads());
            losses.add(costs == null ? common.checked(judged) : LossOptions.suited(costs, common, judged));
            common.noteSkipped(source);
        }
        String text = costs == null ? loss.toString() : MatrixLoss.of(counted).toString();
        List<String> names = command.models.stream().map(Path::toString).toList();
        new ClassComparisonReport(names, text, losses, how).print(common.format, common.out());
    }

    private void evaluate(Classifier classifier) {
        common.refuse("--resamples", "--permutations");
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
