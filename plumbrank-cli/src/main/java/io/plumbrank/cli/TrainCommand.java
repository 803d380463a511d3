package io.plumbrank.cli;

import io.plumbrank.data.BlockRule;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.ClassLabels;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Structure;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.TaskKind;
import io.plumbrank.report.Reported;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.target.rankings.LabelRankingTarget;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import io.plumbrank.target.rankings.Missing;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.Scope;
import io.plumbrank.task.Task;
import io.plumbrank.train.Budget;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank train}. */
@Refused(csv = true)
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
            "  plumbrank train --loss-matrix costs.csv --surrogate auto --train train.csv --out model.json",
            "  plumbrank train --loss-matrix 'ordinal(n=5)' --train train.svm --model fourier --out model.json",
            "  plumbrank train --measure pd --surrogate pairs --model trees --train train.txt --out model.json",
            "  plumbrank train --measure pd --surrogate pairs --train items.txt --preferences clicks.csv --out model.json",
            "  plumbrank train --ranking L --measure kendall --train train.csv --model kernel --out model.json",
            "  plumbrank train --ranking L --measure kendall --train train.csv --model forest --out model.json",
            "",
            "Surrogates: auto (the default: the better of pairwise-squared and squared on the validation data), logistic,",
            "  exponential, squared-hinge, smooth-hinge, pairwise-logistic, pairwise-exponential, linear-value; and, to",
            "  compare with, since they are not calibrated: ranksvm, ranknet, rankboost, listnet, listmle; and, for map, pd and",
            "  kendall, pairs: one output per pair of items, and a decoder that has to search.",
            "With --ranking: auto (the better of the two), pairs, squared.",
            "With --loss-matrix: squared, least squares on the dimensions of the loss; logistic, probabilities by log-loss and then",
            "  the least expected cost; both are calibrated for every matrix.",
            "With --loss-matrix, labels are the names of the matrix's classes; without names, numbers from 0 if the data hold a 0,",
            "  from 1 if they hold the number of classes, else --first-class says it."
        })
final class TrainCommand implements Callable<Integer> {
    private static final int FEATURES = 500;

    /** A budget of time is one of the whole command. */
    private final long begun = System.nanoTime();

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
                            + " the measure is cross-validated, default 10. Not with forests of other tasks.")
    @Nullable
    Integer folds;

    @Option(names = "--measure", paramLabel = "M", description = "The measure to rank for, such as ndcg@10 or map.")
    @Nullable
    String measure;

    @FileOption
    @Option(names = "--loss-matrix", paramLabel = "L", description = LossOptions.DESCRIPTION)
    @Nullable
    String lossMatrix;

    @Option(
            names = "--first-class",
            paramLabel = "0|1",
            description =
                    "With a loss matrix without class names: the label of its first class; default: 0 if the data hold a 0, 1 if"
                            + " they hold the number of classes.")
    @Nullable
    Integer firstClass;

    @Option(
            names = "--ranking",
            paramLabel = "PREFIX",
            description =
                    "Ranks labels, for kendall, spearman or pd: the CSV columns whose names begin so hold each label's"
                            + " position, 1 the best, equal a tie, empty not known; the others are features, except weight, which"
                            + " weighs rows, and label, query or qid, docid or item, and item_weight, which are passed over.")
    @Nullable
    String ranking;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description =
                    "With --ranking: what an unknown position means. label: what is known is the label, unknown pairs cost"
                            + " nothing; random: positions of a full ranking were lost without regard to it, and each pair is"
                            + " fitted on the rows that know it; auto, the default: random unless what is missing stands at one"
                            + " end of the rankings.")
    @Nullable
    String missing;

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
            description =
                    "What training minimises: with --measure default auto, see below; with --loss-matrix squared (the default),"
                            + " logistic, or auto, which takes the one that costs less on the validation data.")
    @Nullable
    String surrogate;

    @Option(
            names = "--calibrate",
            paramLabel = "HOW",
            description =
                    "With --loss-matrix and --surrogate logistic or auto: probabilities calibrated on held-out rows by"
                            + " temperature or isotonic regression; default none.")
    @Nullable
    String calibrate;

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
                            + " z, rank; or none, the default, beside which --model auto tries z,rank.")
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
            defaultValue = "auto",
            description =
                    "auto, linear, fourier (random Fourier features of a Gaussian kernel), kernel (a Laplace kernel at rows of"
                            + " the training data), trees (boosted), or forest (the mean of trees on random parts of the data);"
                            + " default auto: the simplest that is within one standard error of the best.")
    String model = "";

    @Option(
            names = "--budget",
            paramLabel = "B",
            description =
                    "With --model auto: how much to try, a time such as 90s, 10m or 1h, or a number of models; default what a few"
                            + " minutes are estimated to be enough for. Ctrl-C ends it too, and the"
                            + " best so far is written.")
    @Nullable
    String budget;

    @Option(
            names = "--explain",
            description = "Also print what is promised of the model; plumbrank explain --model prints it later.")
    boolean explain;

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
            description =
                    "With --model trees and forest: a parameter by XGBoost's name, such as max_depth=4; may come again.")
    List<String> parameters = List.of();

    @Option(
            names = "--engine",
            paramLabel = "E",
            description =
                    "With --model trees: what boosts them, own (pure Java, one tree for all outputs, the same bits for"
                            + " any number of threads) or xgboost; default own, and xgboost for parameters that it"
                            + " alone has.")
    @Nullable
    String engine;

    @FileOption(written = true)
    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            description =
                    "With --model trees and --valid: where what is done so far is kept, every 50 rounds; default beside --out, as MODEL.checkpoints, until training is done. Not with pairs or"
                            + " --ranking.")
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
            description = "Regularisation, one or several to choose from; default a grid, two per decade, with"
                    + " --surrogate pairs one.")
    List<Double> lambdas = List.of();

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description =
                    "Rows are kept in so many blocks by a hash of their query, and sums are made block by block, so that the order of"
                            + " the file changes no bit and Spark makes the same model; loads the data. Trees are then those of the engine"
                            + " own, without checkpoints. Not with --ranking or --preferences.")
    @Nullable
    Integer blocks;

    @Mixin
    PairOptions pairs = new PairOptions();

    @FileOption(written = true)
    @Option(
            names = "--out",
            required = true,
            paramLabel = "MODEL",
            converter = FileOption.Output.class,
            description = "Where the model goes (JSON); - is standard output, which then has no table.")
    Path out = Path.of("");

    @FileOption(written = true)
    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Also write a report (HTML) on the model, on --valid if it is given, else on --train, with what was tried.")
    @Nullable
    Path report;

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
        if (folds != null && isForest() && ranking == null) {
            throw common.usage("a forest is judged by the trees that did not see a row or query: leave out --folds");
        }
        if (preferences.file == null ? validPreferences != null : (valid == null) != (validPreferences == null)) {
            throw common.usage("--valid-preferences goes with --valid and --preferences, and they with it");
        }
        if (preferences.file != null && (ranking != null || lossMatrix != null)) {
            throw common.usage("--preferences goes with --measure pd alone, not with --ranking or --loss-matrix");
        }
        if (firstClass != null && (lossMatrix == null || (firstClass != 0 && firstClass != 1))) {
            throw common.usage("--first-class is 0 or 1, and goes with --loss-matrix");
        }
        if (blocks != null && (ranking != null || preferences.file != null)) {
            throw common.usage("--blocks goes without --ranking and --preferences");
        }
        AtomicOutput.probe(out);
        if (report != null) {
            AtomicOutput.probe(report);
            if (QuerySource.isReadOnce(valid == null ? train : valid)) {
                throw common.usage("--report reads the data once more: give a file, not a pipe");
            }
        }
        refuseWhatMeansNothing();
        Checkpoints checkpointed = checkpoints();
        Task<?> task = task();
        Trainer<?> trainer = common.checked(() -> trainer(task, checkpointed));
        QuerySource trainData = blocked(open(train, preferences.file, List.of(), task), task);
        QuerySource validData =
                valid == null ? null : blocked(open(valid, validPreferences, trainedOn(trainData), task), task);
        try (Interruption interruption = isAuto() ? new Interruption() : null) {
            Training<?> training;
            try (TerminalProgress progress = new TerminalProgress(common, interruption)) {
                AtomicBoolean stop = interruption == null ? new AtomicBoolean() : interruption.stop();
                training = trainer.train(trainData, validData, progress, stop);
            }
            write(training, trainData, validData, checkpointed);
        }
        return Exit.DONE;
    }

    private void write(
            Training<?> training,
            QuerySource trainData,
            @Nullable QuerySource validData,
            @Nullable Checkpoints checkpointed)
            throws IOException {
        common.noteSkipped(trainData);
        if (validData != null) {
            common.noteSkipped(validData);
        }
        training.notes().forEach(common::note);
        training.model()
                .provenance()
                .choice()
                .ifPresent(choice -> ChoiceText.leftOut(choice).forEach(common::note));
        noteSameData();
        ModelFile.write(training.model(), out);
        if (checkpointed != null && checkpoints == null && !checkpointed.delete()) {
            common.note(checkpointed.directory() + " has other files, and stays");
        }
        if (report != null) {
            writeReport(report, training, validData == null ? trainData : validData);
        }
        boolean free = !out.equals(FileOption.STANDARD_OUTPUT);
        if (free && (!common.quiet || common.format != OutputFormat.TABLE)) {
            new TrainReport(training, out, common.out()).print(common.format, explain);
            common.out().flush(); // an interrupted JVM waits for this method, and not for more
        }
    }

    private void writeReport(Path file, Training<?> training, QuerySource data) {
        String sentence = valid == null
                ? "The data of this report are the training data: the model was fitted to them, and does better on them than on"
                        + " others. The figures under Training are from rows that were not fitted."
                : "The data of this report are the validation data, on which the model was chosen: on others it does somewhat"
                        + " worse.";
        Reported model =
                new Reported(out.getFileName().toString(), training.model().predictor(), data, training);
        new ReportWriter(common, preferences).write(List.of(model), null, List.of(sentence), file);
    }

    private void noteSameData() throws IOException {
        if (valid != null
                && Files.isRegularFile(valid)
                && Files.isRegularFile(train)
                && Files.size(valid) == Files.size(train)
                && Files.mismatch(valid, train) < 0) {
            common.note(
                    "--valid holds the same rows as --train: what is chosen on them is chosen on what was fitted, and its"
                            + " measure says nothing of other data");
        }
    }

    private boolean isAuto() {
        return model.strip().equalsIgnoreCase("auto");
    }

    private Trainer<?> trainer(Task<?> task, @Nullable Checkpoints checkpointed) {
        Trainer<?> trainer = Trainer.of(task).withSettings(settings());
        if (!isAuto()) {
            return trainer.withLearners(learners(task, checkpointed));
        }
        if (features != null || bandwidth != null) {
            throw common.usage("--features and --bandwidth go with --model fourier and kernel");
        }
        boolean viewOpen = context.isEmpty() && normalize == null;
        trainer = trainer.withScope(new Scope(viewOpen, !normalization().equals("none")));
        if (budget != null) {
            trainer = trainer.withBudget(Budget.parse(budget).after(Duration.ofNanos(System.nanoTime() - begun)));
        }
        return trainer;
    }

    private boolean isTrees() {
        return model.strip().equalsIgnoreCase("trees");
    }

    private boolean isForest() {
        return model.strip().equalsIgnoreCase("forest");
    }

    private boolean isPairs() {
        return ranking == null && lossMatrix == null && PairOptions.wanted(surrogate);
    }

    /** Options that mean nothing to what is trained are refused rather than ignored. */
    private void refuseWhatMeansNothing() {
        if (ranking != null) {
            common.refuse(
                    "--loss-matrix",
                    "--dimension",
                    "--calibrate",
                    "--normalize",
                    "--context",
                    "--work-limit",
                    "--time-limit",
                    "--max-pairs");
        } else if (missing != null) {
            throw common.usage("--missing goes with --ranking");
        } else if ((measure == null) == (lossMatrix == null)) {
            throw common.usage("give --measure for a ranker, or --loss-matrix for classes, and not both");
        } else if (lossMatrix != null) {
            pairs.refuse(common);
            common.refuse("--normalize", "--context");
            refuseUncalibrated();
        } else {
            common.refuse("--dimension", "--calibrate");
            if (!isPairs()) {
                pairs.refuse(common);
            }
        }
        if (budget != null && !isAuto()) {
            throw common.usage("--budget goes with --model auto");
        }
        if (isAuto() && calibrate != null) {
            throw common.usage(
                    "--calibrate needs a --model by name, such as linear or trees: the choice among models is made"
                            + " before probabilities are calibrated");
        }
        if (!isTrees()) {
            common.refuseWithout("--model trees", "--engine", "--checkpoints", "--resume");
            if (isForest()) {
                common.refuse("--lambda");
            } else {
                common.refuseWithout("--model trees or --model forest", "--param");
            }
        } else {
            common.refuse("--lambda");
            if ((checkpoints != null || resume) && (ranking != null || isPairs())) {
                throw common.usage(
                        "no checkpoints are kept with --surrogate pairs or --ranking: leave out --checkpoints and"
                                + " --resume");
            }
        }
    }

    /** Probabilities, and so their calibration, come with log-loss alone; and it has no use for fewer dimensions. */
    private void refuseUncalibrated() {
        List<ClassSurrogate> chosen = classSurrogates();
        if (calibrate != null && !chosen.contains(ClassSurrogate.LOGISTIC)) {
            throw common.usage(
                    "--calibrate goes with --surrogate logistic or auto: least squares holds no probabilities");
        }
        if (dimension != null && chosen.contains(ClassSurrogate.LOGISTIC)) {
            throw common.usage(
                    "--dimension goes with --surrogate squared: logistic has an output per class whatever the dimension");
        }
    }

    private List<ClassSurrogate> classSurrogates() {
        String unsaid = isAuto() && dimension == null ? "auto" : "squared";
        return common.checked(() -> ClassSurrogate.parse(surrogate == null ? unsaid : surrogate));
    }

    private Settings settings() {
        return new Settings(
                common.seed,
                common.threads(),
                folds != null ? folds : ranking != null ? 10 : 5,
                lambdas,
                Version.program());
    }

    private Task<?> task() {
        if (lossMatrix != null) {
            String method = calibrate == null ? "none" : calibrate;
            return new ClassTask<>(loss(lossMatrix), classSurrogates())
                    .calibratedBy(common.checked(() -> ProbabilityMap.Method.parse(method)));
        }
        return common.checked(() -> {
            MeasureSpec spec =
                    preferences.measure(MeasureSpec.parse(measure == null ? missingMeasure() : measure), common);
            if (ranking != null) {
                return new LabelRankingTask(
                        spec,
                        forms(),
                        LabelRankingTarget.decoder(pairs.decoder()),
                        ranking,
                        List.of(),
                        true,
                        missing == null ? Missing.AUTO : Missing.parse(missing));
            }
            QueryFeatures view =
                    new QueryFeatures(normalization().equals("query"), QueryFeatures.parseContexts(context));
            if (!isPairs()) {
                return new ItemTask(spec, surrogates(), view, LabelSummary.NONE);
            }
            boolean linear = model.strip().equalsIgnoreCase("linear");
            if (linear && spec.structure() != Structure.AVERAGE_PRECISION && pairs.maxPairs != null) {
                throw common.usage(
                        "--max-pairs has no meaning here: for pd and kendall a linear model takes all pairs, at"
                                + " the cost of items; leave it out");
            }
            return new PairTask(spec, pairs.decoder(), pairs.limits(), pairs.maxPairs(), view, LabelSummary.NONE);
        });
    }

    private String missingMeasure() {
        throw common.usage("--ranking needs --measure: kendall, spearman or pd");
    }

    /** Of several surrogates trees take one. */
    private List<SurrogateSpec> surrogates() {
        if (surrogate != null && !surrogate.strip().equalsIgnoreCase("auto")) {
            return List.of(Surrogates.parse(surrogate));
        }
        return isTrees() || isForest() ? List.of(Surrogates.parse("squared")) : ItemTask.automatic();
    }

    private List<Form> forms() {
        String word = surrogate == null ? "auto" : surrogate.strip();
        return word.equalsIgnoreCase("auto") ? List.of(Form.PAIRS, Form.SCORES) : List.of(Form.ofSurrogate(word));
    }

    private ClassLoss<?> loss(String argument) {
        QuerySource data = csv.stream(train, Reading.rows(Labels.numbers()), common);
        Optional<ClassLoss<?>> closed = dimension == null ? LossOptions.closedForm(argument, common) : Optional.empty();
        ClassLoss<?> loss;
        boolean numbered;
        if (closed.isPresent()) {
            numbered = ClassLabels.isNumbered(closed.get());
            loss = firstClass == null || !numbered
                    ? ClassLabels.countedAsIn(closed.get(), data)
                    : closed.get().countedFrom(firstClass);
        } else {
            LossMatrix given = LossOptions.matrix(argument, common);
            numbered = ClassLabels.isNumbered(given);
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
            throw common.usage("--first-class goes with a matrix without class names");
        }
        if (numbered) {
            common.note("the matrix has no class names; classes are counted from " + loss.className(0)
                    + (firstClass == null ? ", as in the data" : ", as --first-class says"));
        }
        return loss;
    }

    private QuerySource open(Path file, @Nullable Path preferred, List<String> columns, Task<?> task) {
        Reading labelled = labelled(task);
        QuerySource stream = csv.stream(file, labelled, preferred, columns, common);
        return ranking == null && (isAuto() || lossMatrix == null) ? Reading.kept(stream) : stream;
    }

    private Reading labelled(Task<?> task) {
        return common.checked(() -> TaskKind.of(task).labelled(task));
    }

    private QuerySource blocked(QuerySource data, Task<?> task) {
        Integer count = blocks;
        if (count == null) {
            return data;
        }
        Grouping grouping = labelled(task).grouping();
        return data.blocked(common.checked(() -> new BlockRule(count, grouping)), common.threads());
    }

    /** The features of the training data, by name where they have one. */
    private List<String> trainedOn(QuerySource data) {
        String positions = ranking;
        return data.featureNames().stream()
                .filter(name -> positions == null || !name.startsWith(positions))
                .toList();
    }

    private List<? extends Learner> learners(Task<?> task, @Nullable Checkpoints kept) {
        int count = features == null ? FEATURES : features;
        String word = model.strip().toLowerCase(Locale.ROOT);
        if (!List.of("fourier", "kernel").contains(word) && (features != null || bandwidth != null)) {
            throw common.usage("--features and --bandwidth go with --model fourier and kernel");
        }
        boolean choose = task.choosing().variesLearners() && bandwidth == null;
        double factor = bandwidth == null ? 1 : bandwidth;
        List<? extends Learner> learners = switch (word) {
            case "linear" -> List.of(FeatureLearner.linear());
            case "fourier" -> choose ? FeatureLearner.fouriers(count) : List.of(FeatureLearner.fourier(count, factor));
            case "kernel" -> choose ? FeatureLearner.kernels(count) : List.of(FeatureLearner.kernel(count, factor));
            case "trees" ->
                task.choosing().variesLearners()
                        ? TreeLearner.forSmallData(treeParameters())
                        : List.of(new TreeLearner(treeParameters(), kept));
            case "forest" -> ForestLearner.toChooseFrom(treeParameters(), task.shape() == Instances.Shape.ROWS);
            default ->
                throw common.usage("--model is auto, linear, fourier, kernel, trees or forest, not '" + model + "'");
        };
        return normalization().equals("none")
                ? learners.stream().map(TrainCommand::unscaled).toList()
                : learners;
    }

    private static Learner unscaled(Learner learner) {
        return learner instanceof FeatureLearner features ? features.unscaled() : learner;
    }

    private Map<String, String> treeParameters() {
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
        if (engine != null && given.put(TreeLearner.ENGINE, engine.strip().toLowerCase(Locale.ROOT)) != null) {
            throw common.usage("--engine and --param engine say the same; give one");
        }
        if (blocks != null && isTrees()) {
            given.putIfAbsent(TreeLearner.ENGINE, TreeEngine.OWN); // XGBoost's has no blocks
        }
        return given;
    }

    /** Where trees keep what is done so far: where the user says, or beside the model until training is done. */
    private @Nullable Checkpoints checkpoints() {
        if (!isTrees() || ranking != null || isPairs()) {
            return null;
        }
        if (blocks != null) {
            if (checkpoints != null || resume) {
                throw common.usage("no checkpoints are kept with --blocks: leave out --checkpoints and --resume");
            }
            return null;
        }
        if (lossMatrix != null && classSurrogates().size() > 1) {
            if (checkpoints != null || resume) {
                throw common.usage("no checkpoints are kept with --surrogate auto: name the surrogate");
            }
            return null;
        }
        if (valid == null) {
            if (checkpoints != null || resume) {
                throw common.usage("--checkpoints and --resume go with --valid");
            }
            return null;
        }
        if (checkpoints != null) {
            return new Checkpoints(checkpoints, Checkpoints.EVERY, resume);
        }
        return AtomicOutput.isDevice(out) ? null : Checkpoints.beside(out, resume);
    }

    private String normalization() {
        String word = normalize == null ? "global" : normalize.strip().toLowerCase(Locale.ROOT);
        if (!List.of("none", "global", "query").contains(word)) {
            throw common.usage("--normalize is none, global or query, not '" + normalize + "'");
        }
        return word;
    }
}
