package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.costs.CostTask;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Provenance;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What training promises, whatever the task and the learner. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TrainerContract {
    private static final int FOLDS = 3;

    @TempDir
    Path folder;

    /** The learners to try with every problem that they can be asked for. */
    protected abstract List<? extends Learner> learners();

    /** True for problems that the learners can fit; those that they refuse before data are read are left out anyway. */
    protected boolean takes(Problem problem) {
        return true;
    }

    /** How many instances make several blocks of rows, or are many for the learner. */
    protected abstract int many(Problem problem);

    /** A problem and who learns it. */
    public record Case(Problem problem, Learner learner) {
        Trainer trainer() {
            Settings settings = Settings.defaults()
                    .withThreads(1)
                    .withFolds(FOLDS)
                    .withProgram("test 1")
                    .withLambdas(problem.isSquares() ? List.of() : List.of(0.1, 1.0));
            return Trainer.of(problem.task()).withSettings(settings).withLearner(learner);
        }

        Trainer trainer(Double... lambdas) {
            Trainer<?> trainer = trainer();
            return trainer.withSettings(trainer.settings().withLambdas(List.of(lambdas)));
        }

        /** Of what should be the same but for rounding, or for where a descent ends. */
        double precision() {
            return isBoosted() ? 1e-5 : problem.isSquares() ? 1e-9 : 1e-4;
        }

        Case with(Problem other) {
            return new Case(other, learner);
        }

        boolean isLinear() {
            return learner.text().equals("linear");
        }

        boolean isBoosted() {
            return !learner.leavesOutRows();
        }

        @Override
        public String toString() {
            return problem + " by " + learner.text();
        }
    }

    Stream<Case> cases() {
        return Problem.all().stream()
                .filter(this::takes)
                .flatMap(problem -> learners().stream().map(learner -> new Case(problem, learner)))
                .filter(TrainerContract::suits);
    }

    /**
     * Of label rankings, rows of weight 0 are left out, and features that are made of rows differ without them; whatever draws rows
     * draws others.
     */
    Stream<Case> casesOfWeights() {
        return cases().filter(each -> each.problem.task().choosing().isByMeasure() || each.isLinear())
                .filter(each -> !each.learner.parameters().containsKey("subsample"));
    }

    Stream<Case> casesWithLambdas() {
        return cases().filter(each -> !each.isBoosted());
    }

    private static boolean suits(Case each) {
        try {
            each.trainer();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Path file(String name) {
        return folder.resolve(name + ".csv");
    }

    private QuerySource write(Case each, Table table, String name) {
        return each.problem.write(table, file(name));
    }

    private static Training<?> train(Trainer<?> trainer, QuerySource train, @Nullable QuerySource valid) {
        return trainer.train(train, valid, Progress.NONE);
    }

    private byte[] bytes(Model model) throws IOException {
        Path file = folder.resolve("bytes.json");
        ModelFile.write(model, file);
        return Files.readAllBytes(file);
    }

    /** u of every instance of a file. */
    private static <I extends Instance> List<double[]> outputs(Task<I> task, Model model, QuerySource data) {
        List<double[]> all = new ArrayList<>();
        task.training(data)
                .visit(instance -> all.add(
                        HeldOut.by(model.scorer()).score(List.of(instance), 0).u()[0]));
        return all;
    }

    private static void assertSameFunction(Model one, Model other, Case each, QuerySource data, double precision) {
        List<double[]> expected = outputs(each.problem.task(), one, data);
        List<double[]> actual = outputs(each.problem.task(), other, data);
        assertThat(expected).isNotEmpty();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(actual.get(i)).containsExactly(expected.get(i), within(precision));
        }
    }

    private String predictions(Model model, QuerySource data) {
        StringBuilder text = new StringBuilder();
        Predictor predictor = model.predictor();
        predictor.write(data, predictor.formats().get(0), 1, text::append);
        return text.toString();
    }

    /** A problem, who learns it, and whether it is chosen for on folds or on a file. */
    record Chosen(Case each, boolean folds) {
        @Override
        public String toString() {
            return each + (folds ? ", folds" : ", a file");
        }
    }

    /** Every pair of two of the problem, the learner and the way to choose, where each has more than one. */
    Stream<Chosen> casesInPairs() {
        List<Problem> problems = Problem.all();
        List<? extends Learner> learners = learners();
        return IntStream.range(0, problems.size() * learners.size())
                .mapToObj(k -> {
                    int problem = k / learners.size();
                    int learner = k % learners.size();
                    Case each = new Case(problems.get(problem), learners.get(learner));
                    return new Chosen(each, (problem + learner) % 2 == 0);
                })
                .filter(half -> takes(half.each.problem) && suits(half.each));
    }

    /** The other half of the product. */
    Stream<Chosen> otherCases() {
        return casesInPairs().map(half -> new Chosen(half.each, !half.folds));
    }

    @ParameterizedTest
    @MethodSource("casesInPairs")
    void threadsAndStreamsChangeNoBit(Chosen half) throws IOException {
        assertThreadsAndStreamsChangeNoBit(half.each, half.folds);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("otherCases")
    void norDoTheyInTheOtherHalf(Chosen half) throws IOException {
        assertThreadsAndStreamsChangeNoBit(half.each, half.folds);
    }

    private void assertThreadsAndStreamsChangeNoBit(Case each, boolean folds) throws IOException {
        write(each, each.problem.table(1, many(each.problem)), "train");
        write(each, each.problem.table(2, 40), "valid");
        Trainer<?> one = each.trainer();
        Trainer<?> three = one.withSettings(one.settings().withThreads(3));
        Training<?> streamed =
                train(one, each.problem.source(file("train"), 1), folds ? null : each.problem.source(file("valid"), 1));
        Training<?> loaded = train(
                three,
                each.problem.source(file("train"), 3).loaded(),
                folds ? null : each.problem.source(file("valid"), 2).loaded());
        assertThat(bytes(loaded.model())).isEqualTo(bytes(streamed.model()));
        assertThat(loaded.tried()).isEqualTo(streamed.tried());
        assertThat(loaded.train()).isEqualTo(streamed.train());
        assertThat(loaded.valid()).isEqualTo(streamed.valid());
        assertThat(loaded.notes()).isEqualTo(streamed.notes());
        assertThat(streamed.folds()).isEqualTo(folds ? FOLDS : 0);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anotherSeedDrawsOtherFolds(Case each) {
        QuerySource data = write(each, each.problem.table(3, 60), "train");
        Trainer<?> trainer = each.trainer();
        Training<?> first = train(trainer, data, null);
        Training<?> other = train(trainer.withSettings(trainer.settings().withSeed(2)), data, null);
        assertThat(other.valid().surrogateRisk()).isNotEqualTo(first.valid().surrogateRisk());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void modelFilesReadBackAsTheyWere(Case each) throws IOException {
        QuerySource data = write(each, each.problem.table(4, 60), "train");
        Model model = train(each.trainer(), data, data).model();
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        Model read = ModelFile.read(file);
        assertThat(read.scorer()).isEqualTo(model.scorer());
        assertThat(read.lambda()).isEqualTo(model.lambda());
        assertThat(read.provenance()).isEqualTo(model.provenance());
        assertThat(read.guarantee()).isEqualTo(model.guarantee());
        assertThat(bytes(read)).isEqualTo(Files.readAllBytes(file));
        QuerySource more = write(each, each.problem.table(5, 30), "more");
        assertThat(predictions(read, more)).isEqualTo(predictions(model, more)).isNotEmpty();
    }

    /**
     * The oracle trains without each fold, and takes the fold as a file. Features that are made of rows are made of all rows, whatever
     * they weigh; trees would see those that weigh nothing, so that they are left out.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void theFigureOverFoldsIsThatOfTrainingWithoutEachFold(Case each) {
        Table all = each.problem.table(6, 90);
        boolean nested = !each.problem.task().choosing().isByMeasure();
        Trainer<?> trainer =
                nested ? each.trainer() : each.with(each.problem.simple()).trainer(0.01);
        Folds folds = new Folds(FOLDS, trainer.settings().seed());
        double measure = 0;
        double risk = 0;
        for (int fold = 0; fold < FOLDS; fold++) {
            int held = fold;
            Table in = all.only(i -> folds.of(i) == held);
            Table others = nested || each.isBoosted()
                    ? all.only(i -> folds.of(i) != held)
                    : all.weighed(
                            i -> folds.of(i) == held ? 0 : all.entries().get(i).weight());
            QuerySource train = write(each, others, "others");
            QuerySource valid = write(each, in, "fold");
            if (nested) {
                Model model = train(trainer, train, null).model();
                measure += in.weight() * each.problem.mean(model.predictor(), in, file("fold"));
            } else {
                Result result = train(trainer, train, valid).valid();
                measure += in.weight() * result.measure();
                risk += in.weight() * result.surrogateRisk();
            }
        }
        Result reported = train(trainer, write(each, all, "train"), null).valid();
        // how often pairs are known, by which they count in choices, is taken from all rows
        double precision = each.problem.hasGaps() ? 0.01 : each.isBoosted() ? 1e-12 : each.precision();
        assertThat(reported.measure()).isCloseTo(measure / all.weight(), within(precision));
        if (!nested) {
            assertThat(reported.surrogateRisk()).isCloseTo(risk / all.weight(), within(precision));
        }
    }

    /** Sums of folds add up to those of all instances. Trees are as many as were best on the folds, so they differ. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("casesWithLambdas")
    void overFoldsTheModelIsFittedToAllInstances(Case each) {
        QuerySource data = write(each, each.problem.complete(7, 60), "train");
        Trainer<?> trainer = each.with(each.problem.simple()).trainer(0.1);
        Model overFolds = train(trainer, data, null).model();
        Model byFile = train(trainer, data, data).model();
        assertSameFunction(overFolds, byFile, each, data, each.precision());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFiguresAreThoseOfThePredictor(Case each) {
        Table train = each.problem.table(8, 60);
        Table valid = each.problem.table(9, 40);
        Training<?> training = train(each.trainer(), write(each, train, "train"), write(each, valid, "valid"));
        Predictor predictor = training.model().predictor();
        assertThat(training.train().measure())
                .isCloseTo(each.problem.mean(predictor, train, file("train")), within(1e-12));
        assertThat(training.valid().measure())
                .isCloseTo(each.problem.mean(predictor, valid, file("valid")), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theBestOfWhatWasTriedIsChosen(Case each) {
        QuerySource data = write(each, each.problem.table(10, 60), "train");
        Training<?> training = train(each.trainer(), data, null);
        Trial chosen = training.chosen();
        double sign = each.problem.task().choosing().larger() ? 1 : -1;
        assertThat(training.tried()).filteredOn(Trial::chosen).hasSize(1);
        boolean byLogLoss = each.problem.task() instanceof ClassTask<?>
                && chosen.surrogate().equals("logistic");
        for (Trial trial : training.tried()) {
            boolean sameSurrogate = trial.surrogate().equals(chosen.surrogate());
            if (byLogLoss && sameSurrogate) {
                assertThat(trial.valid().surrogateRisk())
                        .isGreaterThanOrEqualTo(chosen.valid().surrogateRisk());
                continue;
            }
            double better = sign * (trial.valid().measure() - chosen.valid().measure());
            assertThat(better).isLessThanOrEqualTo(0);
            assertThat(better == 0 && trial.lambda() > chosen.lambda() && sameSurrogate)
                    .isFalse();
        }
        assertThat(training.model().lambda()).isEqualTo(chosen.lambda());
        assertThat(training.model().task().surrogate()).isEqualTo(chosen.surrogate());
        assertThat(chosen.learner()).isEqualTo(each.learner.text());
        if (each.problem.task().choosing().isByMeasure()) {
            assertThat(training.valid()).isEqualTo(chosen.valid());
        }
    }

    /** The oracle trains each candidate by itself. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("casesWithLambdas")
    void everyCandidateIsWhatItIsAlone(Case each) {
        QuerySource train = write(each, each.problem.table(11, 60), "train");
        QuerySource valid = write(each, each.problem.table(12, 40), "valid");
        Training<?> training = train(each.trainer(0.001, 1.0, 100.0), train, valid);
        for (Trial trial : training.tried()) {
            Trial same = train(each.with(each.problem.only(trial.surrogate())).trainer(trial.lambda()), train, valid)
                    .chosen();
            assertThat(same.valid().measure()).isCloseTo(trial.valid().measure(), within(1e-9));
            assertThat(same.valid().surrogateRisk()).isCloseTo(trial.valid().surrogateRisk(), within(each.precision()));
        }
    }

    /** Where there is nothing to see, all λ do as well, and the largest is taken. */
    @ParameterizedTest
    @MethodSource("cases")
    void aLambdaAtTheEndOfTheGridIsNoted(Case each) {
        Table blind = each.problem.complete(13, 40).with(Problem.FEATURES, x -> "0.5");
        QuerySource data = write(each, blind, "train");
        Trainer<?> trainer = each.trainer();
        Training<?> training = train(trainer.withSettings(trainer.settings().withLambdas(List.of())), data, null);
        double largest =
                training.tried().stream().mapToDouble(Trial::lambda).max().orElseThrow();
        assertThat(training.model().lambda()).isEqualTo(largest);
        assertThat(training.notes().stream().filter(note -> note.startsWith("The best lambda, ")))
                .hasSize(each.isBoosted() ? 0 : 1)
                .allMatch(note -> note.contains(Double.toString(largest)));
        assertThat(train(each.trainer(1.0, 2.0), data, null).notes())
                .noneMatch(note -> note.contains("The best lambda"));
    }

    /** In both files stand the same rows, of which the first third counts twice. */
    @ParameterizedTest
    @MethodSource("casesOfWeights")
    void weightsOfEqualInstancesAddUp(Case each) {
        Table once = each.problem.complete(14, 45);
        QuerySource valid = write(each, once, "valid");
        Table apart = once.weighed(i -> 1).and(once.weighed(i -> i < 15 ? 1 : 0));
        Table together = once.weighed(i -> i < 15 ? 2 : 1).and(once.weighed(i -> 0));
        Training<?> one = train(each.trainer(0.1), write(each, apart, "apart"), valid);
        Training<?> other = train(each.trainer(0.1), write(each, together, "together"), valid);
        assertSameFunction(one.model(), other.model(), each, valid, each.precision());
        assertThat(one.train().measure()).isCloseTo(other.train().measure(), within(1e-9));
        assertThat(one.train().surrogateRisk()).isCloseTo(other.train().surrogateRisk(), within(each.precision()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theLabelOfAnInstanceOfWeightZeroDoesNotMatter(Case each) {
        Table all = each.problem.table(15, 45).weighed(i -> i % 4 == 0 ? 0 : 1 + i % 3);
        Table others = all.with(i -> i % 4 == 0, each.problem.reversed(all));
        QuerySource valid = write(each, all, "valid");
        Training<?> one = train(each.trainer(), write(each, all, "train"), valid);
        Training<?> other = train(each.trainer(), write(each, others, "others"), write(each, others, "othersToo"));
        assertSameFunction(one.model(), other.model(), each, valid, each.precision());
        assertThat(other.tried()).isEqualTo(one.tried());
        assertThat(other.train()).isEqualTo(one.train());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dataWithoutWeightAreRefused(Case each) {
        Table all = each.problem.table(16, 30);
        QuerySource some = write(each, all, "some");
        QuerySource none = write(each, all.weighed(i -> 0), "none");
        QuerySource one = write(each, all.weighed(i -> i == 0 ? 1 : 0), "one");
        Trainer<?> trainer = each.trainer(1.0);
        assertRefused(() -> train(trainer, none, some), "none");
        assertRefused(() -> train(trainer, some, none), "none");
        assertRefused(() -> train(trainer, one, null), "one");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tooFewInstancesAreRefused(Case each) {
        QuerySource some = write(each, each.problem.table(17, 30), "some");
        QuerySource few = write(each, each.problem.table(17, FOLDS - 1), "few");
        QuerySource none = write(each, each.problem.table(17, 0), "none");
        Trainer<?> trainer = each.trainer(1.0);
        assertThatThrownBy(() -> train(trainer, few, null))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file("few") + ": found ")
                .hasMessageContaining("fold");
        assertRefused(() -> train(trainer, none, null), "none");
        assertRefused(() -> train(trainer, none, some), "none");
        assertRefused(() -> train(trainer, some, none), "none");
    }

    private void assertRefused(Runnable training, String name) {
        assertThatThrownBy(training::run)
                .isInstanceOf(InputException.class)
                .hasMessageMatching("(?s)" + file(name) + "(:\\d+)?: found .*, expected .*");
    }

    /** Classes always cost something, so that there is none for them. */
    @ParameterizedTest
    @MethodSource("cases")
    void validationThatCannotTellModelsApartIsRefusedBeforeWorkBegins(Case each) {
        if (each.problem.task() instanceof ClassTask<?> || each.problem.task() instanceof CostTask) {
            return; // a mean cost is defined for all rows
        }
        Table all = each.problem.table(18, 30);
        QuerySource some = write(each, all, "some");
        QuerySource equal = write(each, each.problem.withoutLabels(all), "equal");
        List<String> begun = new ArrayList<>();
        for (boolean folds : new boolean[] {true, false}) {
            assertThatThrownBy(() -> each.trainer().train(folds ? equal : some, folds ? null : equal, noting(begun)))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(file("equal") + ": found no ");
        }
        assertThat(begun).isEmpty();
    }

    private static Progress noting(List<String> begun) {
        return new Progress() {
            @Override
            public void begin(String part, String unit, long total) {
                begun.add(part);
            }

            @Override
            public void at(long done) {}
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    void featuresAreThoseOfTrainingOrRefused(Case each) {
        Table all = each.problem.table(19, 30);
        QuerySource data = write(each, all, "train");
        QuerySource other = write(each, all.renamed("b", "other"), "other");
        Trainer<?> trainer = each.trainer(1.0);
        Model model = train(trainer, data, data).model();
        String message = file("other") + ":1: found feature column 'other', expected 'b' there";
        assertThatThrownBy(() -> train(trainer, data, other))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
        assertThatThrownBy(() -> predictions(model, other))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(message);
        if (!each.problem.isLabelled()) {
            return; // text with numbers has no columns for positions or costs
        }
        Path text = all.writeNumbered(folder.resolve("text.txt"), each.problem.isQueries());
        QuerySource numbered = each.problem.source(text, 1);
        Model ofNumbers = train(trainer, numbered, numbered).model();
        assertThatThrownBy(() -> predictions(model, numbered))
                .isInstanceOf(InputException.class)
                .hasMessage(text + ":1: found features by number, expected a CSV file with the columns of the training"
                        + " data: a, b, c");
        assertThatThrownBy(() -> predictions(ofNumbers, data))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file("train") + ":1: found features by column name");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void provenanceSaysWhereAModelComesFrom(Case each) throws IOException {
        Table table = each.problem.table(20, 30);
        QuerySource data = write(each, table, "train");
        Trainer<?> trainer = each.trainer(1.0);
        Provenance provenance = train(trainer.withSettings(trainer.settings().withSeed(7)), data, data)
                .model()
                .provenance();
        CRC32C crc = new CRC32C();
        crc.update(Files.readAllBytes(file("train")));
        assertThat(provenance)
                .isEqualTo(new Provenance(
                        new Provenance.DataFile(
                                file("train").toString(), String.format(Locale.ROOT, "crc32c:%08x", crc.getValue())),
                        null,
                        table.rows(),
                        new Provenance.Features(
                                Problem.FEATURES, provenance.features().seen()),
                        7,
                        "test 1",
                        new Provenance.Making(each.learner.parameters(), null)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aModelTakesNoScorerOfAnotherTask(Case each) {
        QuerySource data = write(each, each.problem.table(21, 30), "train");
        Model model = train(each.trainer(1.0), data, data).model();
        for (Problem other : Problem.all()) {
            boolean alike = other.task().shape() == each.problem.task().shape()
                    && Arrays.equals(sizes(other), sizes(each.problem));
            if (!alike) {
                Task<?> task = other.task() instanceof CostTask costs
                        ? new CostTask(costs.beginning(), List.of("a", "b", "c"))
                        : other.task() instanceof LabelRankingTask labels
                                ? new LabelRankingTask(
                                        labels.measure(),
                                        labels.forms(),
                                        labels.decoder(),
                                        labels.beginning(),
                                        List.of("1", "2", "3", "4"),
                                        true)
                                : other.task();
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> new Model(task, model.scorer(), 1, model.provenance()));
            }
        }
    }

    /** The numbers of outputs that a model of the problem may have. */
    private static int[] sizes(Problem problem) {
        if (problem.task() instanceof CostTask) {
            return new int[] {2};
        }
        return problem.task() instanceof LabelRankingTask
                ? new int[] {6, 4}
                : new int[] {problem.task().outputs()};
    }
}
