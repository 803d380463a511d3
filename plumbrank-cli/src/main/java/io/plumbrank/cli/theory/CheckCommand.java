package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Structure;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.theory.OwnSurrogate;
import io.plumbrank.theory.conditions.DmjLemma10;
import io.plumbrank.theory.distributions.CensoredRanking;
import io.plumbrank.theory.distributions.DistributionFile;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.ScoresFile;
import io.plumbrank.theory.papers.PaperResult;
import io.plumbrank.theory.search.CalibrationCheck;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.CalibrationTable;
import io.plumbrank.theory.search.Containment;
import io.plumbrank.theory.search.Finding;
import io.plumbrank.theory.search.LabelRankingProblems;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.OwnSurrogates;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank check}. */
@Refused(options = "--skip-bad", csv = true)
@Command(
        name = "check",
        description = "Looks for a distribution of labels that breaks calibration. Exit code 1 when it finds one.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank check --measure map --items 3",
            "  plumbrank check --measure map --items 4 --condition reinforce",
            "  plumbrank check --measure pd --labels graphs --surrogate ranknet --condition low-noise",
            "  plumbrank check --measure map --distribution witness.csv",
            "  plumbrank check --measure pd --labels graphs --surrogate 'phi=exp(-z)' --condition low-noise",
            "  plumbrank check --measure pd --labels graphs --condition scores --condition dag",
            "  plumbrank check --loss-matrix costs.csv --surrogate logistic",
            "  plumbrank check --measure kendall --labels rankings --surrogate pairs --missing random --condition"
                    + " random",
            "  plumbrank check --result 'DMJ10 Lemma 7'",
            "  plumbrank check --table"
        })
public final class CheckCommand implements Callable<Integer> {
    private static final int DEFAULT_ITEMS = 3;

    /** The prefix of a surrogate that names a class. */
    private static final String OWN = "class=";

    private static final int TRIALS = 10_000;
    private static final int TRIALS_IN_TABLES = 2000;

    @ArgGroup(multiplicity = "1")
    Question question = new Question();

    /** The question. */
    static final class Question {
        @Option(names = "--measure", paramLabel = "M", description = "Measure of rankings, such as ndcg or map.")
        @Nullable
        String measure;

        @FileOption
        @Option(names = "--loss-matrix", paramLabel = "L", description = LossOptions.DESCRIPTION)
        @Nullable
        String lossMatrix;

        @Option(names = "--table", description = "What people train with, against DCG, NDCG and precision.")
        boolean table;

        @Option(
                names = "--results",
                description = "The numbered results of the papers, each with the command that shows it.")
        boolean results;

        @Option(
                names = "--result",
                paramLabel = "NAME",
                description = "One of them, such as 'DMJ10 Lemma 14', tried on random instances.")
        @Nullable
        String result;

        @Option(names = "--tightness", description = "How tight the regret constants of CUG13's Table 2 are.")
        boolean tightness;
    }

    @Option(names = "--items", paramLabel = "R", description = "Items of a query, up to 8; default 3.")
    @Nullable
    Integer items;

    @Option(
            names = "--surrogate",
            paramLabel = "S",
            defaultValue = "squared",
            description =
                    "What training minimises; pairs for map and pd; bregman(squared-norm), bregman(kullback-leibler)"
                            + " or bregman(softmax); with --loss-matrix squared or logistic; or a convex ϕ of your own of"
                            + " observed pairs, such as 'phi=log(1+exp(-z))', or class=NAME, a class that implements"
                            + " io.plumbrank.theory.OwnSurrogate; default ${DEFAULT-VALUE}.")
    String surrogate = "squared";

    @Option(
            names = "--class-path",
            paramLabel = "PATH",
            description = "Where the class of --surrogate class=NAME is: folders and jars, as java has them.")
    @Nullable
    String classPath;

    @Option(
            names = "--decoder",
            paramLabel = "D",
            description = "With --surrogate pairs: exact (default), diagonal for map, algorithm1 for pd.")
    @Nullable
    String decoder;

    @Option(
            names = "--condition",
            paramLabel = "C",
            description =
                    "Only distributions that obey low-noise, dag, scores, reinforce or random; may come again, and"
                            + " then says which of them implies which.")
    List<String> conditions = List.of();

    @Option(
            names = "--scores",
            paramLabel = "FILE",
            description = "With --measure pd --labels graphs: scores f of your own to regress on, CSV of label,scores.")
    @Nullable
    Path scores;

    @Option(
            names = "--dimension",
            paramLabel = "D",
            description = "With --loss-matrix: the surrogate of the D leading dimensions alone.")
    @Nullable
    Integer dimension;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "Distributions to examine; default 10000, in tables 2000 for each entry.")
    @Nullable
    Integer trials;

    @Option(
            names = "--grades",
            paramLabel = "G",
            description = "Largest grade of a label; default 1, and 2 for measures that look at grades.")
    @Nullable
    Integer grades;

    @Option(
            names = "--labels",
            paramLabel = "KIND",
            defaultValue = "grades",
            description =
                    "With --measure pd: grades, or graphs for preferences of any weights, added up as in the papers;"
                            + " with kendall, spearman or pd: rankings of a fixed set of labels; default"
                            + " ${DEFAULT-VALUE}.")
    String labels = "grades";

    @Option(
            names = "--missing",
            paramLabel = "M",
            description = "With --labels rankings: rankings with gaps too, where what is known is the label (label), is"
                    + " part of a full ranking (random), or stands above the rest (bottom), as in train; --condition"
                    + " random keeps to what is lost at random.")
    @Nullable
    String missing;

    @Option(
            names = "--margin",
            paramLabel = "C",
            defaultValue = "0",
            description = "ϕ(s_i − s_j − C) for ranksvm, ranknet and rankboost; default ${DEFAULT-VALUE}.")
    double margin;

    @Option(
            names = "--distribution",
            paramLabel = "FILE",
            description = "Examine this distribution only: CSV of probability,label; grades as '1 0 2', graphs as"
                    + " '1>2:5 3>1', rankings as '2>1=3', with --missing random as '2>1>3 known 1 3', classes by name.")
    @Nullable
    Path distribution;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        return common.checked(() -> question.results || question.result != null
                ? results()
                : question.table || question.tightness ? tables() : check());
    }

    private int results() {
        common.refuse(
                ("--items --surrogate --decoder --condition --grades --labels --margin --distribution --scores --missing"
                                + " --class-path --dimension")
                        .split(" "));
        String name = question.result;
        ResultPrinter printer = new ResultPrinter(common);
        if (name == null) {
            printer.print(PaperResult.all());
            return Exit.DONE;
        }
        return printer.answer(name, trials(TRIALS_IN_TABLES));
    }

    private int tables() {
        common.refuse("--scores", "--missing", "--class-path", "--dimension");
        common.refuse("--surrogate", "--decoder", "--condition", "--grades", "--labels", "--margin", "--distribution");
        if (question.table) {
            new TheoryTables(common).printCalibration(items == null ? DEFAULT_ITEMS : items, search(TRIALS_IN_TABLES));
        } else {
            common.refuse("--items");
            new TheoryTables(common).printTightness(search(TRIALS_IN_TABLES).trials());
        }
        return Exit.DONE;
    }

    private int check() {
        DistributionFile file = distribution == null ? null : DistributionFile.read(distribution);
        if (question.lossMatrix != null) {
            common.refuse("--items", "--decoder", "--condition", "--grades", "--labels", "--margin", "--scores");
            common.refuse("--missing", "--class-path");
            LossMatrix matrix = LossOptions.matrix(question.lossMatrix, common);
            CalibrationProblem<Integer, Integer> problem = problem(matrix);
            LabelDistribution<Integer> given = file == null ? null : file.distribution(LabelFormat.classes(matrix));
            return answer(problem, given, p -> Optional.empty(), matrix::predictionName);
        }
        common.refuse("--dimension");
        MeasureSpec spec = MeasureSpec.parse("" + question.measure);
        if (isOwn()) {
            try (URLClassLoader loader = classLoader()) {
                OwnSurrogate own = OwnSurrogates.load(ownClass(), loader);
                return checkMeasure(spec, new MethodChoice(surrogate.strip(), decoder, margin, own), file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        common.refuse("--class-path");
        return checkMeasure(spec, new MethodChoice(surrogate, decoder, margin), file);
    }

    private boolean isOwn() {
        return surrogate.strip().startsWith(OWN);
    }

    private String ownClass() {
        return surrogate.strip().substring(OWN.length()).strip();
    }

    private URLClassLoader classLoader() throws MalformedURLException {
        List<URL> places = new ArrayList<>();
        for (String place : classPath == null ? new String[0] : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(place);
            if (!Files.exists(path)) {
                throw common.usage("--class-path: there is no folder or jar '" + place + "'");
            }
            places.add(path.toUri().toURL());
        }
        return new URLClassLoader(places.toArray(URL[]::new), CheckCommand.class.getClassLoader());
    }

    private int checkMeasure(MeasureSpec spec, MethodChoice choice, @Nullable DistributionFile file) {
        if (!labels.equalsIgnoreCase("rankings")) {
            common.refuse("--missing");
        }
        return switch (labels.toLowerCase(Locale.ROOT)) {
            case "grades" -> checkGrades(spec, choice, file);
            case "graphs" -> checkGraphs(spec, choice, file);
            case "rankings" -> checkRankings(spec, choice, file);
            default -> throw common.usage("--labels must be grades, graphs or rankings, got '" + labels + "'");
        };
    }

    private CalibrationProblem<Integer, Integer> problem(LossMatrix matrix) {
        List<ClassSurrogate> chosen = ClassSurrogate.parse(surrogate);
        if (chosen.size() > 1) {
            throw common.usage("--surrogate is squared or logistic here; both are calibrated for every matrix");
        }
        if (chosen.get(0) == ClassSurrogate.LOGISTIC) {
            common.refuse("--dimension");
            return CalibrationProblems.ofProbabilities(matrix);
        }
        Factorization factors = Factorization.of(matrix);
        return CalibrationProblems.ofMatrix(
                MatrixLoss.of(dimension == null ? factors : LossOptions.truncate(factors, dimension, common)));
    }

    private int checkGrades(MeasureSpec spec, MethodChoice choice, @Nullable DistributionFile file) {
        common.refuse("--scores");
        if (spec.takesPreferences()) {
            throw common.usage("labels of '" + spec.typed() + "' are preferences: give --labels graphs");
        }
        int r = items != null ? items : file != null ? file.gradesInFirstLabel() : DEFAULT_ITEMS;
        LabelDistribution<double[]> given = file == null ? null : file.distribution(LabelFormat.grades(r));
        LabelSpace<double[]> space = given == null
                ? LabelSpace.grades(r, grades == null ? CalibrationTable.largestGrade(spec) : grades)
                : new LabelSpace<>(given.labels(), LabelFormat.grades(r));
        return answer(
                CalibrationProblems.ofMeasure(spec, space, choice), given, p -> Optional.empty(), Ranking::toString);
    }

    private int checkGraphs(MeasureSpec spec, MethodChoice choice, @Nullable DistributionFile file) {
        common.refuse("--grades");
        if (spec.structure() != Structure.PAIR_SHARE) {
            throw common.usage("--labels graphs is for --measure pd");
        }
        if (scores != null) {
            common.refuse("--surrogate", "--decoder", "--margin", "--items", "--distribution");
            ScoresFile own = ScoresFile.read(scores);
            return answer(
                    CalibrationProblems.ofScores(own.labels(), own::into), null, DmjLemma10::of, Ranking::toString);
        }
        int r = items != null ? items : file != null ? file.largestItem() : DEFAULT_ITEMS;
        LabelDistribution<PreferenceGraph> given = file == null ? null : file.distribution(LabelFormat.graphs(r));
        LabelSpace<PreferenceGraph> space =
                given == null ? LabelSpace.preferences(r) : new LabelSpace<>(given.labels(), LabelFormat.graphs(r));
        return answer(CalibrationProblems.ofGraphs(space, choice), given, DmjLemma10::of, Ranking::toString);
    }

    private int checkRankings(MeasureSpec spec, MethodChoice choice, @Nullable DistributionFile file) {
        common.refuse("--grades", "--scores");
        Missing meaning = missing == null ? null : Missing.parse(missing);
        if (meaning == Missing.AUTO) {
            throw common.usage("--missing auto looks at data, and there are none here: give label, random or bottom");
        }
        int r = items != null ? items : file != null ? file.largestItem() : DEFAULT_ITEMS;
        if (meaning == Missing.RANDOM) {
            LabelDistribution<CensoredRanking> given =
                    file == null ? null : file.distribution(LabelFormat.censoredRankings(r));
            LabelSpace<CensoredRanking> space = given == null
                    ? LabelSpace.censoredRankings(r)
                    : new LabelSpace<>(given.labels(), LabelFormat.censoredRankings(r));
            return answer(
                    LabelRankingProblems.ofCensored(spec, space, choice),
                    given,
                    p -> Optional.empty(),
                    Ranking::toString);
        }
        boolean bottom = meaning == Missing.BOTTOM;
        LabelFormat<double[]> format = bottom ? LabelFormat.topLists(r) : LabelFormat.rankings(r);
        LabelDistribution<double[]> given = file == null ? null : file.distribution(format);
        if (given != null && meaning == null && !isComplete(given)) {
            throw common.usage("some rankings do not name all of the " + r
                    + " labels: give --missing label, or --missing" + " random with full rankings");
        }
        LabelSpace<double[]> space = given == null
                ? LabelSpace.rankings(r, meaning == null || bottom)
                : new LabelSpace<>(given.labels(), format);
        return answer(LabelRankingProblems.of(spec, space, choice), given, p -> Optional.empty(), Ranking::toString);
    }

    private static boolean isComplete(LabelDistribution<double[]> given) {
        return given.labels().stream().flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
    }

    private <Y, T> int answer(
            CalibrationProblem<Y, T> problem,
            @Nullable LabelDistribution<Y> given,
            Function<LabelDistribution<Y>, Optional<DmjLemma10>> lemma,
            Function<T, String> text) {
        CheckPrinter<Y, T> printer = new CheckPrinter<>(common, problem, lemma, text);
        boolean broken;
        if (given == null && conditions.size() > 1) {
            List<NoiseCondition> known = parseConditions();
            new ResultPrinter(common).print(problem, Containment.of(problem, known, trials(TRIALS), common.seed));
            return Exit.DONE;
        }
        if (given == null) {
            broken = printer.print(search(TRIALS).run(problem), parseCondition());
        } else {
            common.refuse("--trials", "--condition");
            Finding<Y, T> finding = problem.examine(given)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the minimiser could not be certified; probabilities may be too far apart"));
            broken = printer.print(finding);
        }
        return broken ? Exit.NO : Exit.DONE;
    }

    private int trials(int unlessTold) {
        if (trials != null && trials < 1) {
            throw common.usage("there must be at least one trial, got " + trials);
        }
        return trials == null ? unlessTold : trials;
    }

    private CalibrationCheck search(int trialsUnlessTold) {
        return new CalibrationCheck(trials(trialsUnlessTold), common.seed, parseCondition(), common.threads());
    }

    private @Nullable NoiseCondition parseCondition() {
        return conditions.isEmpty() ? null : parseConditions().get(0);
    }

    private List<NoiseCondition> parseConditions() {
        return conditions.stream().map(CheckCommand::parseCondition).toList();
    }

    private static NoiseCondition parseCondition(String condition) {
        for (NoiseCondition known : NoiseCondition.values()) {
            if (known.text().equalsIgnoreCase(condition.strip())) {
                return known;
            }
        }
        String possible =
                Arrays.stream(NoiseCondition.values()).map(NoiseCondition::text).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown condition '" + condition + "'; possible: " + possible);
    }
}
