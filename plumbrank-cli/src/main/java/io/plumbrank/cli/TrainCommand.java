package io.plumbrank.cli;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Structure;
import io.plumbrank.model.ClassLabels;
import io.plumbrank.model.ClassTrainer;
import io.plumbrank.model.ClassTraining;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerTrainer;
import io.plumbrank.model.PairRankerTraining;
import io.plumbrank.model.RankerTrainer;
import io.plumbrank.model.RankerTraining;
import io.plumbrank.model.TreeSettings;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Factorization;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.AtomicOutput;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
        description =
                "Trains a ranker for a measure, a model that predicts classes at the smallest expected loss, or one that"
                        + " ranks a fixed set of labels.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank train --measure ndcg@10 --train train.txt --valid vali.txt --out model.json",
            "  plumbrank train --measure map --surrogate logistic --train train.csv --folds 5 --out model.json",
            "  plumbrank train --loss-matrix costs.csv --train train.csv --valid valid.csv --out model.json",
            "  plumbrank train --loss-matrix 'ordinal(n=5)' --train train.svm --model fourier --out model.json",
            "  plumbrank train --measure pd --surrogate pairs --model trees --train train.txt --out model.json",
            "  plumbrank train --measure pd --surrogate pairs --train items.txt --preferences clicks.csv --out model.json",
            "  plumbrank train --ranking L --measure kendall --train train.csv --model kernel --out model.json",
            "",
            "Surrogates: auto (the default: the better of pairwise-squared and squared on the validation data), logistic,",
            "  exponential, squared-hinge, smooth-hinge, pairwise-logistic, pairwise-exponential, linear-value; and, to",
            "  compare with, since they are not calibrated: ranksvm, ranknet, rankboost, listnet, listmle; and, for map, pd and",
            "  kendall, pairs: one output a pair of items, and a decoder that has to search.",
            "With --ranking: auto (the better of the two), pairs, squared.",
            "With --loss-matrix, labels are the names of the matrix's classes; without names, numbers from 1, or from 0 if the data hold a 0."
        })
final class TrainCommand implements Callable<Integer> {
    @Option(
            names = "--train",
            required = true,
            paramLabel = "FILE",
            description = "Labelled data: CSV with a header, or LETOR and SVMlight text (plain or .gz).")
    Path train = Path.of("");

    @Option(
            names = "--valid",
            paramLabel = "FILE",
            description =
                    "Validation data, on which surrogate and lambda are chosen and trees are stopped; with --ranking, models"
                            + " other than trees are only measured on them.")
    @Nullable
    Path valid;

    @Option(
            names = "--folds",
            paramLabel = "N",
            description =
                    "Without --valid, they are chosen by cross-validation over so many folds; default 5. With --ranking,"
                            + " the measure is cross-validated, default 10.")
    @Nullable
    Integer folds;

    @Option(names = "--measure", paramLabel = "M", description = "The measure to rank for, such as ndcg@10 or map.")
    @Nullable
    String measure;

    @Option(names = "--loss-matrix", paramLabel = "L", description = LossOptions.DESCRIPTION)
    @Nullable
    String lossMatrix;

    @Option(
            names = "--ranking",
            paramLabel = "PREFIX",
            description =
                    "Ranks labels, for kendall, spearman or pd: the CSV columns whose names begin so hold each label's"
                            + " position, 1 the best, equal a tie, empty not known; the others are features, except weight, which"
                            + " weighs rows, and label, query or qid, docid or item, and item_weight, which are passed over.")
    @Nullable
    String ranking;

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Option(
            names = "--valid-preferences",
            paramLabel = "FILE",
            description = "With --preferences and --valid: the preferences among the items of the latter.")
    @Nullable
    Path validPreferences;

    @Option(
            names = "--surrogate",
            paramLabel = "S",
            description = "With --measure: what training minimises; default auto, see below.")
    @Nullable
    String surrogate;

    @Option(
            names = "--normalize",
            paramLabel = "HOW",
            description = "With --measure: features standardised over all rows (global, the default), within each query"
                    + " first (query), or not at all (none).")
    @Nullable
    String normalize;

    @Option(
            names = "--context",
            split = ",",
            paramLabel = "C",
            description =
                    "With --measure: what a query's items make of each feature, beside it: some of mean, max, min, sd,"
                            + " z, rank; default none.")
    List<String> context = List.of();

    @Option(
            names = "--dimension",
            paramLabel = "D",
            description =
                    "With --loss-matrix: keep only the D leading dimensions of the loss; the guarantee says at what price.")
    @Nullable
    Integer dimension;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            defaultValue = "linear",
            description =
                    "linear, fourier (random Fourier features of a Gaussian kernel), trees (boosted by XGBoost), or with"
                            + " --ranking kernel (a Laplace kernel at rows of the training data); default linear.")
    String model = "";

    @Option(
            names = "--features",
            paramLabel = "D",
            description = "With --model fourier and kernel: how many features; default 500.")
    @Nullable
    Integer features;

    @Option(
            names = "--bandwidth",
            paramLabel = "F",
            description =
                    "With --model fourier and kernel: bandwidth in units of the median distance; default 1, and with"
                            + " --ranking the best of several.")
    @Nullable
    Double bandwidth;

    @Option(
            names = "--param",
            paramLabel = "K=V",
            description = "With --model trees: a parameter by XGBoost's name, such as max_depth=4; may come again.")
    List<String> parameters = List.of();

    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            description =
                    "With --model trees and --valid: where what is done so far is kept, every 50 rounds; default beside"
                            + " --out, as MODEL.checkpoints, until training is done. Not with pairs or --ranking.")
    @Nullable
    Path checkpoints;

    @Option(
            names = "--resume",
            description = "With --model trees and --valid: go on from the last checkpoint, if there is one.")
    boolean resume;

    @Option(
            names = "--lambda",
            split = ",",
            paramLabel = "X",
            description = "Regularisation, one or several to choose from; default a grid, two a decade, with"
                    + " --surrogate pairs one.")
    List<Double> lambdas = List.of();

    @Mixin
    PairOptions pairs = new PairOptions();

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
        if (valid != null && folds != null) {
            throw common.usage("--folds goes without --valid");
        }
        if (preferences.file == null ? validPreferences != null : (valid == null) != (validPreferences == null)) {
            throw common.usage("--valid-preferences goes with --valid and --preferences, and they with it");
        }
        if (preferences.file != null && (ranking != null || lossMatrix != null)) {
            throw common.usage("--preferences goes with --measure pd alone, not with --ranking or --loss-matrix");
        }
        AtomicOutput.probe(out);
        if (ranking != null) {
            return new LabelRankingTrainCommand(this, ranking).call();
        }
        if (measure != null && lossMatrix == null) {
            return trainRanker(measure);
        }
        if (lossMatrix != null && measure == null) {
            return trainClasses(lossMatrix);
        }
        throw common.usage("give --measure for a ranker, or --loss-matrix for classes, and not both");
    }

    private int trainRanker(String text) throws IOException {
        common.refuse("--dimension");
        if (PairOptions.wanted(surrogate)) {
            return trainPairs(text);
        }
        pairs.refuse(common);
        RankerTrainer trainer;
        try {
            trainer = new RankerTrainer(
                    preferences.measure(MeasureSpec.parse(text), common),
                    surrogate == null || surrogate.strip().equalsIgnoreCase("auto")
                            ? RankerTrainer.automatic()
                            : List.of(Surrogates.parse(surrogate)),
                    learner(),
                    null,
                    queryFeatures(),
                    !normalization().equals("none"),
                    lambdas,
                    folds == null ? 5 : folds,
                    Version.program());
            trainer = isTrees() ? trainer.withTrees(trees()) : trainer;
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        QuerySource trainData = QueryData.open(train, preferences.file, csv, common);
        QuerySource validData = valid == null ? null : QueryData.open(valid, validPreferences, csv, common);
        RankerTraining training;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            training = trainer.train(trainData, validData, progress);
        }
        noteSkipped(trainData, validData);
        training.notes().forEach(common::note);
        ModelFile.write(training.model(), out);
        deletePassingCheckpoints();
        new RankerTrainReport(training, out, common.out()).print(common.format);
        return Exit.DONE;
    }

    private int trainPairs(String text) throws IOException {
        refuseCheckpoints();
        PairRankerTrainer trainer;
        try {
            MeasureSpec measure = preferences.measure(MeasureSpec.parse(text), common);
            boolean linear = !isTrees() && !model.strip().equalsIgnoreCase("fourier");
            if (linear && measure.structure() != Structure.AVERAGE_PRECISION && pairs.maxPairs != null) {
                throw common.usage(
                        "--max-pairs has no meaning here: for pd and kendall a linear model takes all pairs, at"
                                + " the cost of items; leave it out");
            }
            trainer = new PairRankerTrainer(
                    measure,
                    pairs.decoder(),
                    pairs.timeLimit(),
                    learner(),
                    isTrees() ? treeParameters() : null,
                    pairs.maxPairs(),
                    queryFeatures(),
                    !normalization().equals("none"),
                    lambdas,
                    folds == null ? 5 : folds,
                    Version.program());
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        QuerySource trainData = QueryData.open(train, preferences.file, csv, common);
        QuerySource validData = valid == null ? null : QueryData.open(valid, validPreferences, csv, common);
        PairRankerTraining training;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            training = trainer.train(trainData, validData, progress);
        }
        noteSkipped(trainData, validData);
        training.notes().forEach(common::note);
        ModelFile.write(training.model(), out);
        new PairTrainReport(training, out, common.out()).print(common.format);
        return Exit.DONE;
    }

    private QueryFeatures queryFeatures() {
        return new QueryFeatures(normalization().equals("query"), QueryFeatures.parseContexts(context));
    }

    boolean isTrees() {
        return model.strip().equalsIgnoreCase("trees");
    }

    /** Where several ensembles are boosted one after another. */
    void refuseCheckpoints() {
        if (checkpoints != null || resume) {
            throw common.usage(
                    "no checkpoints are kept with --surrogate pairs or --ranking: leave out --checkpoints and"
                            + " --resume");
        }
    }

    /** After what trees have no use for is refused. */
    Map<String, String> treeParameters() {
        common.refuse("--lambda", "--features", "--bandwidth");
        if (normalization().equals("none")) {
            common.note("--normalize none and global are the same to trees");
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw common.usage("--param is NAME=VALUE, such as max_depth=4, not '" + parameter + "'");
            }
            String name = parameter.substring(0, equals).strip();
            if (given.put(name, parameter.substring(equals + 1)) != null) {
                throw common.usage("--param " + name + " comes twice; give it once");
            }
        }
        return given;
    }

    private TreeSettings trees() {
        Map<String, String> given = treeParameters();
        if ((checkpoints != null || resume) && valid == null) {
            throw common.usage("--checkpoints and --resume go with --valid");
        }
        boolean device = Files.exists(out) && !Files.isRegularFile(out);
        boolean passing = checkpoints == null && valid != null && !device;
        Path directory = passing ? passingCheckpoints() : checkpoints;
        return new TreeSettings(given, directory, TreeSettings.defaults().every(), resume);
    }

    /** Where checkpoints are until training is done, unless the user wants to keep them. */
    private Path passingCheckpoints() {
        return out.resolveSibling(out.getFileName() + ".checkpoints");
    }

    /** Deletes what this run kept, and the directory unless somebody else has files there. */
    private void deletePassingCheckpoints() throws IOException {
        if (checkpoints != null || valid == null || !isTrees()) {
            return;
        }
        Files.deleteIfExists(passingCheckpoints().resolve(TreeTask.Checkpoints.FILE));
        try {
            Files.deleteIfExists(passingCheckpoints());
        } catch (DirectoryNotEmptyException e) {
            common.note(passingCheckpoints() + " has other files, and stays");
        }
    }

    private String normalization() {
        String word = normalize == null ? "global" : normalize.strip().toLowerCase(Locale.ROOT);
        if (!List.of("none", "global", "query").contains(word)) {
            throw common.usage("--normalize is none, global or query, not '" + normalize + "'");
        }
        return word;
    }

    private int trainClasses(String lossText) throws IOException {
        pairs.refuse(common);
        common.refuse("--surrogate", "--normalize", "--context");
        LossMatrix matrix = ClassLabels.countedAsIn(
                LossOptions.matrix(lossText, common), csv.open(train, Grouping.ROW, Labels.numbers(), common));
        if (matrix.classNames().get(0).equals("0") || ClassLabels.isNumbered(matrix)) {
            common.note("the matrix has no class names; classes are counted from "
                    + matrix.classNames().get(0) + ", as in the data");
        }
        MatrixLoss loss = loss(matrix);
        Labels labels = ClassLabels.of(matrix);
        ClassTrainer trainer;
        try {
            List<Double> grid = lambdas.isEmpty()
                    ? Arrays.stream(RidgePath.defaultLambdas()).boxed().toList()
                    : lambdas;
            trainer = new ClassTrainer(loss, learner(), grid, folds == null ? 5 : folds, Version.program());
            trainer = isTrees() ? trainer.withTrees(trees()) : trainer;
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        QuerySource trainData = csv.open(train, Grouping.ROW, labels, common);
        QuerySource validData = valid == null ? null : csv.open(valid, Grouping.ROW, labels, common);
        ClassTraining training;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            training = trainer.train(trainData, validData, progress);
        }
        noteSkipped(trainData, validData);
        training.notes().forEach(common::note);
        ModelFile.write(training.model(), out);
        deletePassingCheckpoints();
        new ClassTrainReport(training, out, common.out()).print(common.format);
        return Exit.DONE;
    }

    private void noteSkipped(QuerySource trainData, @Nullable QuerySource validData) {
        common.noteSkipped(trainData);
        if (validData != null) {
            common.noteSkipped(validData);
        }
    }

    private MatrixLoss loss(LossMatrix matrix) {
        Factorization factors = Factorization.of(matrix);
        return MatrixLoss.of(dimension == null ? factors : LossOptions.truncate(factors, dimension, common));
    }

    private RidgeLearner learner() {
        if (!isTrees()) {
            common.refuse("--param", "--checkpoints", "--resume");
        }
        RidgeLearner.Features map = switch (model.toLowerCase(Locale.ROOT)) {
            case "linear", "trees" -> {
                if (features != null || bandwidth != null) {
                    throw common.usage("--features and --bandwidth go with --model fourier");
                }
                yield new RidgeLearner.Linear();
            }
            case "fourier" ->
                new RidgeLearner.Fourier(features == null ? 500 : features, bandwidth == null ? 1 : bandwidth);
            default -> throw common.usage("--model is linear, fourier or trees, not '" + model + "'");
        };
        return new RidgeLearner(map, common.seed, common.threads());
    }
}
