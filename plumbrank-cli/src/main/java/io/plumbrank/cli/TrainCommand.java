package io.plumbrank.cli;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.model.ClassLabels;
import io.plumbrank.model.ClassTrainer;
import io.plumbrank.model.ClassTraining;
import io.plumbrank.model.ModelFile;
import io.plumbrank.target.Factorization;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.target.RegretBound;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank train}. */
@Command(
        name = "train",
        description = "Trains a model that predicts at the smallest expected loss.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank train --loss-matrix costs.csv --train train.csv --valid valid.csv --out model.json",
            "  plumbrank train --loss-matrix 'ordinal(n=5)' --train train.svm --model fourier --out model.json",
            "",
            "Labels are the names of the matrix's classes; without names, numbers from 1, or from 0 if the data hold a 0."
        })
final class TrainCommand implements Callable<Integer> {
    @Option(
            names = "--train",
            required = true,
            paramLabel = "FILE",
            description = "Labelled instances: CSV with a header, or SVMlight text (plain or .gz).")
    Path train = Path.of("");

    @Option(names = "--valid", paramLabel = "FILE", description = "Validation data, on which lambda is chosen.")
    @Nullable
    Path valid;

    @Option(
            names = "--folds",
            paramLabel = "N",
            description = "Without --valid, lambda is chosen by cross-validation; default 5.")
    @Nullable
    Integer folds;

    @Option(names = "--loss-matrix", required = true, paramLabel = "L", description = LossOptions.DESCRIPTION)
    String lossMatrix = "";

    @Option(
            names = "--dimension",
            paramLabel = "D",
            description = "Keep only the D leading dimensions of the loss; the guarantee says at what price.")
    @Nullable
    Integer dimension;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            defaultValue = "linear",
            description = "linear, or fourier (random Fourier features of a Gaussian kernel); default linear.")
    String model = "";

    @Option(
            names = "--features",
            paramLabel = "D",
            description = "With --model fourier: how many random features; default 500.")
    @Nullable
    Integer features;

    @Option(
            names = "--bandwidth",
            paramLabel = "F",
            description = "With --model fourier: kernel bandwidth in units of the median distance; default 1.")
    @Nullable
    Double bandwidth;

    @Option(
            names = "--lambda",
            split = ",",
            paramLabel = "X",
            description = "Regularisation, one or several to choose from; default 1e-8 to 100, two a decade.")
    List<Double> lambdas = Arrays.stream(RidgePath.defaultLambdas()).boxed().toList();

    @Option(names = "--out", required = true, paramLabel = "MODEL", description = "Where the model goes (JSON).")
    Path out = Path.of("");

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        if (common.format == OutputFormat.CSV) {
            throw common.usage("train prints table or json");
        }
        LossMatrix matrix = ClassLabels.countedAsIn(
                LossOptions.matrix(lossMatrix, common), csv.open(train, Grouping.ROW, Labels.numbers(), common));
        if (matrix.classNames().get(0).equals("0") || ClassLabels.isNumbered(matrix)) {
            common.note("the matrix has no class names; classes are counted from "
                    + matrix.classNames().get(0) + ", as in the data");
        }
        MatrixLoss loss = loss(matrix);
        Labels labels = ClassLabels.of(matrix);
        ClassTrainer trainer;
        try {
            trainer = new ClassTrainer(loss, learner(), lambdas, folds == null ? 5 : folds, Version.program());
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        if (valid != null && folds != null) {
            throw common.usage("--folds goes without --valid");
        }
        QuerySource trainData = csv.open(train, Grouping.ROW, labels, common);
        QuerySource validData = valid == null ? null : csv.open(valid, Grouping.ROW, labels, common);
        ClassTraining training;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            training = trainer.train(trainData, validData, progress);
        }
        common.noteSkipped(trainData);
        if (validData != null) {
            common.noteSkipped(validData);
        }
        ModelFile.write(training.model(), out);
        if (common.format == OutputFormat.JSON) {
            printJson(training, loss);
        } else {
            printTable(training, loss);
        }
        return Exit.DONE;
    }

    private MatrixLoss loss(LossMatrix matrix) {
        Factorization factors = Factorization.of(matrix);
        return MatrixLoss.of(dimension == null ? factors : LossOptions.truncate(factors, dimension, common));
    }

    private RidgeLearner learner() {
        RidgeLearner.Features map = switch (model.toLowerCase(Locale.ROOT)) {
            case "linear" -> {
                if (features != null || bandwidth != null) {
                    throw common.usage("--features and --bandwidth go with --model fourier");
                }
                yield new RidgeLearner.Linear();
            }
            case "fourier" ->
                new RidgeLearner.Fourier(features == null ? 500 : features, bandwidth == null ? 1 : bandwidth);
            default -> throw common.usage("--model is linear or fourier, not '" + model + "'");
        };
        return new RidgeLearner(map, common.seed, common.threads());
    }

    private void printJson(ClassTraining training, MatrixLoss loss) {
        Guarantee guarantee = training.model().guarantee();
        RegretBound bound = guarantee.bound();
        Json.print(
                common.out(),
                json -> json.field("model", out.toString())
                        .field("measure", loss.toString())
                        .field("surrogate", "squared")
                        .field("lambda", training.model().lambda())
                        .field("encodedSize", loss.encodedSize())
                        .field("rows", training.train().rows())
                        .object(
                                "train",
                                fields -> fields.field(
                                                "measure", training.train().meanLoss())
                                        .field("surrogateRisk", training.train().surrogateRisk()))
                        .object(
                                "valid",
                                fields -> fields.field("measure", training.validLoss())
                                        .field("surrogateRisk", training.validSurrogate())
                                        .field("folds", training.folds()))
                        .array("path", path -> {
                            for (Map.Entry<Double, Double> tried :
                                    training.losses().entrySet()) {
                                path.object(fields ->
                                        fields.field("lambda", tried.getKey()).field("measure", tried.getValue()));
                            }
                        })
                        .object("seconds", fields -> {
                            for (Map.Entry<String, Double> lap :
                                    training.seconds().entrySet()) {
                                fields.field(lap.getKey(), lap.getValue());
                            }
                        })
                        .object(
                                "guarantee",
                                fields -> fields.field(
                                                "calibrated",
                                                guarantee.calibration().toString())
                                        .field("theorem", guarantee.theorem())
                                        .field("condition", guarantee.condition())
                                        .field("regretConstant", bound == null ? Double.NaN : bound.constant())
                                        .field("notPromised", guarantee.notPromised())));
    }

    private void printTable(ClassTraining training, MatrixLoss loss) {
        PrintWriter print = common.out();
        print.println("Trained on " + training.train().rows() + " rows for " + loss + ", " + loss.encodedSize()
                + (loss.encodedSize() == 1 ? " output" : " outputs") + ", lambda "
                + String.format(Locale.ROOT, "%.3g", training.model().lambda()));
        TextTable table = new TextTable("", ">mean loss", ">surrogate risk");
        table.row(
                "train",
                Texts.fixed(training.train().meanLoss()),
                Texts.fixed(training.train().surrogateRisk()));
        table.row(
                training.folds() > 0 ? training.folds() + " folds" : "valid",
                Texts.fixed(training.validLoss()),
                Texts.fixed(training.validSurrogate()));
        table.print(print);
        print.println();
        training.model().guarantee().sentences().forEach(print::println);
        print.println();
        print.println("Model: " + out);
    }
}
