package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.FileGuard;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.train.Budget;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.internal.AtomicOutput;
import io.plumbrank.util.internal.DidYouMean;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code train} that name the learner and its hyperparameters. */
final class LearnerOptions {
    private static final int FEATURES = 500;

    /** The models of which an option needs one. */
    private static final Map<String, List<String>> TABLE = Map.of(
            "--budget", List.of("--model auto"),
            "--prefer", List.of("--model auto"),
            "--for", List.of("--model auto"),
            "--engine", List.of("--model trees"),
            "--checkpoints", List.of("--model trees"),
            "--resume", List.of("--model trees"),
            "--param", List.of("--model trees", "--model forest"),
            "--monotone", List.of("--model linear", "--model trees", "--model forest"),
            "--interactions", List.of("--model trees", "--model forest"),
            "--lambda", List.of("--model auto", "--model linear", "--model fourier", "--model kernel"));

    /** A budget of time is one of the whole command. */
    private final long begun = System.nanoTime();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            defaultValue = "auto",
            description =
                    "auto, linear, fourier (random Fourier features), kernel (Laplace), trees (boosted) or forest. Default auto: the best of several.")
    String model = "";

    @Option(
            names = "--budget",
            paramLabel = "B",
            description =
                    "Limit of --model auto: a time such as 90s, 10m or 1h, or a number of models; default 5m. Ctrl-C stops it and writes the best so far.")
    @Nullable
    String budget;

    @Option(
            names = "--prefer",
            paramLabel = "P",
            description =
                    "Model that --model auto takes: best (default), simple, small or fast. The last three may be one standard error behind the best.")
    @Nullable
    String prefer;

    @Option(
            names = "--for",
            paramLabel = "SYSTEM",
            description =
                    "System that will run the model: opensearch, solr, elasticsearch, vespa, onnx, java, ranklib or any (default). --model auto then tries only what the system can run.")
    @Nullable
    String system;

    @Option(
            names = "--features",
            paramLabel = "D",
            description = "Number of features of --model fourier or kernel; default 500.")
    @Nullable
    Integer features;

    @Option(
            names = "--bandwidth",
            paramLabel = "F",
            description =
                    "Bandwidth of --model fourier or kernel, in units of the median distance; default 1, with --ranking chosen.")
    @Nullable
    Double bandwidth;

    @Option(
            names = "--param",
            paramLabel = "K=V",
            description =
                    "A parameter of --model trees or forest by XGBoost's name, such as max_depth=4. May be repeated.")
    List<String> parameters = List.of();

    @Option(
            names = "--monotone",
            split = ",",
            paramLabel = "F=±1",
            description =
                    "With --model linear, trees or forest: the prediction rises (1) or falls (-1) with feature F, by its name or its number in the data.")
    List<String> monotone = List.of();

    @Option(
            names = "--interactions",
            paramLabel = "F,F",
            description =
                    "With --model trees or forest: a group of features, by name or number. Features act together only within a group. May be repeated.")
    List<String> interactions = List.of();

    @Option(
            names = "--engine",
            paramLabel = "E",
            description = "Engine of --model trees: own or xgboost; default own, unless a --param needs xgboost.")
    @Nullable
    String engine;

    @FileOption(written = true)
    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            description =
                    "Folder for checkpoints of --model trees with --valid, every 50 rounds; default MODEL.checkpoints, deleted at the end.")
    @Nullable
    Path checkpoints;

    @Option(names = "--resume", description = "Continue from the last checkpoint.")
    boolean resume;

    @Option(
            names = "--lambda",
            split = ",",
            paramLabel = "X",
            description = "Regularisation: one value, or several to choose from; default a grid of two per decade.")
    List<Double> lambdas = List.of();

    /** Whether the user named this model. */
    boolean is(String word) {
        return model.strip().equalsIgnoreCase(word);
    }

    boolean isAuto() {
        return is("auto");
    }

    void refuse(OptionRules rules) {
        rules.oneOf("--model", model, List.of("auto", "linear", "fourier", "kernel", "trees", "forest"))
                .oneOf("--for", system == null ? Systems.ANY : system, Systems.names())
                .oneOf("--engine", engine == null ? "own" : engine, List.of("own", "xgboost"))
                .wrong(
                        (features != null || bandwidth != null) && !is("fourier") && !is("kernel"),
                        "--features and --bandwidth need --model fourier or kernel")
                .goesWith(TABLE, "--model " + model.strip().toLowerCase(Locale.ROOT));
    }

    /** A trainer with the learners that the user named. */
    Trainer<?> trainer(Task<?> task, Scope scope, FitOptions fit, @Nullable Checkpoints kept) {
        Trainer<?> trainer = Trainer.of(task).withScope(scope);
        if (system != null) {
            trainer = Systems.limited(trainer, system.strip().toLowerCase(Locale.ROOT));
        }
        if (isAuto()) {
            String preferred = prefer;
            String most = budget;
            Trainer<?> preferring = preferred == null
                    ? trainer
                    : trainer.withPreference(fit.common.parsed("--prefer", () -> Preference.parse(preferred)));
            return most == null
                    ? preferring
                    : preferring.withBudget(fit.common
                            .parsed("--budget", () -> Budget.parse(most))
                            .after(Duration.ofNanos(System.nanoTime() - begun)));
        }
        List<? extends Learner> learners = learners(task, fit, kept);
        if (scope.scaled()) {
            return trainer.withLearners(learners);
        }
        if (is("trees") || is("forest")) {
            fit.common.note("--normalize none and global are the same to trees");
        }
        return trainer.withLearners(
                learners.stream().map(LearnerOptions::unscaled).toList());
    }

    private List<? extends Learner> learners(Task<?> task, FitOptions fit, @Nullable Checkpoints kept) {
        int count = features == null ? FEATURES : features;
        boolean varies = task.choosing().variesLearners();
        boolean choose = varies && bandwidth == null;
        double factor = bandwidth == null ? 1 : bandwidth;
        return switch (model.strip().toLowerCase(Locale.ROOT)) {
            case "linear" ->
                List.of(FeatureLearner.linear()
                        .withSigns(
                                monotone.isEmpty()
                                        ? List.of()
                                        : Arrays.stream(signs(fit.featureNames(task), fit.common))
                                                .boxed()
                                                .toList()));
            case "fourier" -> choose ? FeatureLearner.fouriers(count) : List.of(FeatureLearner.fourier(count, factor));
            case "kernel" -> choose ? FeatureLearner.kernels(count) : List.of(FeatureLearner.kernel(count, factor));
            case "trees" ->
                varies
                        ? TreeLearner.forSmallData(treeParameters(task, fit))
                        : List.of(new TreeLearner(treeParameters(task, fit), kept));
            default -> ForestLearner.toChooseFrom(treeParameters(task, fit), task.shape() == Instances.Shape.ROWS);
        };
    }

    private static Learner unscaled(Learner learner) {
        return learner instanceof FeatureLearner features ? features.unscaled() : learner;
    }

    private Map<String, String> treeParameters(Task<?> task, FitOptions fit) {
        OptionRules rules = fit.common.rules();
        Map<String, String> given = new LinkedHashMap<>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            rules.wrong(equals < 1, "--param is NAME=VALUE, such as max_depth=4, not '" + parameter + "'");
            String name = parameter.substring(0, equals).strip();
            rules.wrong(
                    given.put(name, parameter.substring(equals + 1)) != null,
                    "--param " + name + " comes twice; give it once");
        }
        if (!monotone.isEmpty()) {
            rules.wrong(
                    given.put(
                                    "monotone_constraints",
                                    IntStream.of(signs(fit.featureNames(task), fit.common))
                                            .mapToObj(Integer::toString)
                                            .collect(Collectors.joining(",", "(", ")")))
                            != null,
                    "--monotone and --param monotone_constraints say the same; give one");
        }
        if (!interactions.isEmpty()) {
            rules.wrong(
                    given.put("interaction_constraints", groups(fit.featureNames(task), fit.common)) != null,
                    "--interactions and --param interaction_constraints say the same; give one");
        }
        if (engine != null) {
            rules.wrong(
                    given.put(TreeLearner.ENGINE, engine.strip().toLowerCase(Locale.ROOT)) != null,
                    "--engine and --param engine say the same; give one");
        }
        if (fit.blocks != null && is("trees")) {
            given.putIfAbsent(TreeLearner.ENGINE, TreeEngine.OWN); // XGBoost's has no blocks
        }
        return given;
    }

    private static int place(String option, String feature, List<String> names, CommonOptions common) {
        boolean numbered = names.isEmpty() && feature.matches("\\d{1,6}");
        int place = numbered ? Integer.parseInt(feature) : names.indexOf(feature);
        if (place < 0) {
            throw common.usage(option + ": no feature '" + feature + "'"
                    + (names.isEmpty() ? "; features of LETOR text have numbers" : DidYouMean.hint(feature, names)));
        }
        return place;
    }

    /** The places of a feature, or of all levels of a column of text. */
    private static Stream<String> places(String option, String feature, List<String> names, CommonOptions common) {
        List<String> levels =
                names.stream().filter(name -> name.startsWith(feature + "=")).toList();
        return (names.contains(feature) || levels.isEmpty() ? List.of(feature) : levels)
                .stream().map(name -> Integer.toString(place(option, name, names, common)));
    }

    /** The groups of --interactions, as parameters of trees have them. */
    private String groups(List<String> names, CommonOptions common) {
        return interactions.stream()
                .map(group -> Arrays.stream(group.split(",", -1))
                        .flatMap(feature -> places("--interactions", feature.strip(), names, common))
                        .collect(Collectors.joining(",", "[", "]")))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** The signs of --monotone by the place of each feature. */
    private int[] signs(List<String> names, CommonOptions common) {
        int[] signs = new int[names.size()];
        Set<Integer> seen = new HashSet<>();
        for (String each : monotone) {
            int equals = each.lastIndexOf('=');
            String sign = each.substring(equals + 1).strip();
            if (equals < 1 || !sign.matches("[-+]?1|0")) {
                throw common.usage("--monotone is FEATURE=1 or FEATURE=-1, not '" + each + "'");
            }
            String feature = each.substring(0, equals).strip();
            int place = place("--monotone", feature, names, common);
            common.rules().wrong(!seen.add(place), "--monotone " + feature + " comes twice; give it once");
            signs = Arrays.copyOf(signs, Math.max(signs.length, place + 1));
            signs[place] = Integer.parseInt(sign);
        }
        return signs;
    }

    /**
     * Where trees keep what is done so far: where the user says, or beside the model until training is done; null where nothing is kept.
     *
     * @param none why a kind of task keeps none
     */
    @Nullable
    Checkpoints checkpoints(Optional<String> none, FitOptions fit, Path out) {
        if (!is("trees")) {
            return null;
        }
        String why = none.orElse(
                fit.blocks != null
                        ? "no checkpoints are kept with --blocks: leave out --checkpoints and --resume"
                        : fit.valid == null ? "--checkpoints and --resume need --valid" : "");
        if (!why.isEmpty()) {
            fit.common.rules().wrong(checkpoints != null || resume, why);
            return null;
        }
        if (checkpoints != null) {
            return new Checkpoints(checkpoints, Checkpoints.EVERY, resume);
        }
        if (AtomicOutput.isDevice(out)) {
            return null;
        }
        Checkpoints kept = Checkpoints.beside(out, resume);
        for (Path input : fit.valid == null ? List.of(fit.train) : List.of(fit.train, fit.valid)) {
            fit.common
                    .rules()
                    .wrong(
                            FileGuard.isSame(input, kept.file()),
                            "checkpoints would replace " + input
                                    + ", which is read: give --checkpoints another folder");
        }
        return kept;
    }

    /** Removes what was kept beside the model. */
    void done(@Nullable Checkpoints kept, CommonOptions common) throws IOException {
        if (kept != null && checkpoints == null && !kept.delete()) {
            common.note(kept.directory() + " has other files, and stays");
        }
    }
}
