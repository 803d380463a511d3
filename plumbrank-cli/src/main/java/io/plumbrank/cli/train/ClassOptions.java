package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.task.Task;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Classes at the smallest expected cost: {@code train --loss-matrix}. */
final class ClassOptions extends KindOptions {
    @FileOption
    @Option(names = "--loss-matrix", paramLabel = "L", description = LossOptions.DESCRIPTION)
    @Nullable
    String lossMatrix;

    @Option(
            names = "--first-class",
            paramLabel = "0|1",
            description = "Label of the first class of a matrix without names: 0 or 1; default: from the data.")
    @Nullable
    Integer firstClass;

    @Option(
            names = "--calibrate",
            paramLabel = "HOW",
            description =
                    "Calibrate the probabilities of --surrogate logistic by temperature or isotonic regression on held-out rows; default none.")
    @Nullable
    String calibrate;

    @Option(
            names = "--dimension",
            paramLabel = "D",
            description = "Keep the D leading dimensions of the loss matrix; the guarantee states the cost.")
    @Nullable
    Integer dimension;

    @Override
    String name() {
        return "--loss-matrix";
    }

    @Override
    boolean isAsked(FitOptions fit) {
        return lossMatrix != null;
    }

    /** Probabilities, and so their calibration, come with log-loss alone; and it has no use for fewer dimensions. */
    @Override
    void refuse(FitOptions fit, OptionRules rules) {
        rules.wrong(fit.measure != null, ONE_GOAL)
                .wrong(
                        firstClass != null && firstClass != 0 && firstClass != 1,
                        "--first-class is 0 or 1, and needs --loss-matrix");
        boolean logistic = surrogates(fit).contains(ClassSurrogate.LOGISTIC);
        rules.wrong(
                        calibrate != null && !logistic,
                        "--calibrate needs --surrogate logistic or auto: least squares holds no probabilities")
                .wrong(
                        dimension != null && logistic,
                        "--dimension needs --surrogate squared: logistic has an output per class whatever the"
                                + " dimension")
                .wrong(
                        calibrate != null && fit.learner.isAuto(),
                        "--calibrate needs a --model by name, such as linear or trees: the choice among models is made"
                                + " before probabilities are calibrated");
    }

    private List<ClassSurrogate> surrogates(FitOptions fit) {
        String unsaid = fit.learner.isAuto() && dimension == null ? "auto" : "squared";
        return fit.common.parsed("--surrogate", () -> ClassSurrogate.parse(fit.surrogate(unsaid)));
    }

    @Override
    Optional<String> noCheckpoints(FitOptions fit) {
        return surrogates(fit).size() > 1
                ? Optional.of("no checkpoints are kept with --surrogate auto: name the surrogate")
                : Optional.empty();
    }

    @Override
    Task<?> task(FitOptions fit) {
        return new ClassTask<>(loss(String.valueOf(lossMatrix), fit), surrogates(fit))
                .calibratedBy(fit.common.parsed(
                        "--calibrate", () -> ProbabilityMap.Method.parse(calibrate == null ? "none" : calibrate)));
    }

    private ClassLoss<?> loss(String argument, FitOptions fit) {
        CommonOptions common = fit.common;
        QuerySource data = fit.numbered();
        Optional<ClassLoss<?>> closed = dimension == null ? LossOptions.closedForm(argument, common) : Optional.empty();
        ClassLoss<?> loss;
        boolean numbered;
        if (closed.isPresent()) {
            numbered = ClassLabels.isNumbered(closed.get());
            requireFile(numbered, fit);
            loss = firstClass == null || !numbered
                    ? ClassLabels.countedAsIn(closed.get(), data)
                    : closed.get().countedFrom(firstClass);
        } else {
            LossMatrix given = LossOptions.matrix(argument, common);
            numbered = ClassLabels.isNumbered(given);
            requireFile(numbered, fit);
            Factorization factors = Factorization.of(
                    firstClass == null
                            ? ClassLabels.countedAsIn(given, data)
                            : ClassLabels.countedFrom(given, firstClass));
            if (dimension == null) {
                LossOptions.printedNote(factors).ifPresent(common::note);
            }
            loss = MatrixLoss.of(dimension == null ? factors : LossOptions.truncate(factors, dimension, common));
        }
        if (!numbered && firstClass != null) {
            throw common.usage("--first-class needs a matrix without class names");
        }
        if (numbered) {
            common.note("the matrix has no class names; classes are counted from " + loss.className(0)
                    + (firstClass == null ? ", as in the data" : ", as --first-class says"));
        }
        return loss;
    }

    /** The data would be read once more than a pipe can be. */
    private void requireFile(boolean numbered, FitOptions fit) {
        fit.common
                .rules()
                .wrong(
                        numbered && firstClass == null && QuerySource.isReadOnce(fit.train),
                        "--train is a pipe, which is read once: say with --first-class what the classes are counted from, 0"
                                + " or 1, or give a file");
    }
}
