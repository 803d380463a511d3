package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutoTrainerTest {
    private static final MeasureSpec MEASURE = MeasureSpec.parse("ndcg@5");

    /** Queries of 8 items with 3 features; grades are the steps of a function of the features, or of nothing. */
    private static List<Query> queries(int count, SplittableRandom random, ToDoubleFunction<float[]> grade) {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] features = new float[8][3];
            double[] labels = new double[8];
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 3; j++) {
                    features[i][j] = (float) random.nextDouble(-1, 1);
                }
                labels[i] = Math.max(0, Math.min(3, Math.rint(grade.applyAsDouble(features[i]))));
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        return queries;
    }

    private static QuerySource source(List<Query> queries) {
        return QuerySource.of(queries);
    }

    private static Trainer<?> trainer() {
        return Trainer.of(ItemTask.of(MEASURE)).withSettings(Settings.defaults().withThreads(1));
    }

    private static ModelChoice choice(Training<?> training) {
        return training.model().provenance().choice().orElseThrow();
    }

    @Test
    void aLinearProblemGetsALinearModelAndAnotherTrees() {
        SplittableRandom random = new SplittableRandom(3);
        ToDoubleFunction<float[]> linear = x -> 1.5 + 1.5 * x[0] + 0.3 * random.nextDouble(-1, 1);
        Training<?> training =
                trainer().train(source(queries(60, random, linear)), source(queries(60, random, linear)));
        assertThat(choice(training).chosen().name()).startsWith("linear");
        ToDoubleFunction<float[]> steps = x -> x[0] * x[1] > 0 ? 3 : 0;
        Training<?> other = trainer().train(source(queries(120, random, steps)), source(queries(60, random, steps)));
        assertThat(choice(other).chosen().name()).matches("trees.*|forest|fourier");
        assertThat(choice(other).rivals())
                .extracting(ModelChoice.Rival::name)
                .containsExactly(
                        "linear",
                        "linear with z,rank",
                        "fourier",
                        "trees",
                        "trees by pairwise-logistic",
                        "trees with z,rank",
                        "forest",
                        "blend");
    }

    /** The chance of a query is the measure where all scores are tied, since ties are averaged exactly. */
    private static double chance(List<Query> queries) {
        return queries.stream()
                .mapToDouble(
                        query -> MEASURE.measure().evaluate(Judgements.of(query).rankedBy(new double[query.size()])))
                .average()
                .orElseThrow();
    }

    /** Labels that features say nothing of: so many sets that a bias of .005 is outside of what chance explains. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onRandomLabelsTheExpectedMeasureIsThatOfChance(boolean file) {
        int seeds = 1000;
        double[] reported = new double[seeds];
        double[] apparent = new double[seeds];
        IntStream.range(0, seeds).parallel().forEach(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            ToDoubleFunction<float[]> nothing = x -> random.nextInt(4);
            List<Query> train = queries(20, random, nothing);
            List<Query> valid = queries(20, random, nothing);
            Trainer<?> trainer = trainer()
                    .withSettings(Settings.defaults().withThreads(1).withSeed(seed))
                    .withBudget(Budget.ofTrials(2));
            Training<?> training = file ? trainer.train(source(train), source(valid)) : trainer.train(source(train));
            double chance = chance(file ? valid : train);
            reported[seed] = training.valid().measure() - chance;
            apparent[seed] = training.tried().stream()
                            .mapToDouble(trial -> trial.valid().measure())
                            .max()
                            .orElseThrow()
                    - chance;
            assertThat(choice(training).valueBy()).isEqualTo(file ? ModelChoice.BY_FILE : ModelChoice.byFolds(5, 5));
        });
        double mean = DoubleStream.of(reported).average().orElseThrow();
        double error = Math.sqrt(DoubleStream.of(reported)
                        .map(d -> (d - mean) * (d - mean))
                        .sum())
                / seeds;
        assertThat(error).isLessThan(0.005 / 2.5);
        assertThat(mean).isCloseTo(0, within(2.5 * error));
        assertThat(DoubleStream.of(apparent).average().orElseThrow())
                .as("the best of all that was tried looks better than chance")
                .isGreaterThan(5 * error);
    }

    @Test
    void whatNoFoldEstimatedIsCalledOptimistic() {
        List<Query> train = queries(20, new SplittableRandom(14), x -> 3 * x[0]);
        ModelChoice choice =
                choice(trainer().withBudget(Budget.ofTime(Duration.ofNanos(1))).train(source(train)));
        assertThat(choice.valueBy()).isEqualTo(ModelChoice.OPTIMISTIC);
    }

    @Test
    void classesOfRandomLabelsCostWhatTheBestConstantCosts() {
        double sum = 0;
        double squares = 0;
        LossMatrix costs = LossMatrix.of(new double[][] {{0, 1}, {1, 0}}, List.of("a", "b"), List.of("a", "b"));
        int seeds = 10;
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Query> rows = new ArrayList<>();
            for (int row = 0; row < 40; row++) {
                float[] x = {(float) random.nextDouble(), (float) random.nextDouble()};
                rows.add(Query.of("r" + row, new double[] {random.nextInt(2)}, new float[][] {x}));
            }
            ClassTask<?> task = new ClassTask<>(MatrixLoss.of(costs), List.of(ClassSurrogate.values()));
            Training<?> training = Trainer.of(task)
                    .withSettings(Settings.defaults().withThreads(1).withSeed(seed))
                    .withBudget(Budget.ofTrials(5))
                    .train(source(rows));
            double off = training.valid().measure() - 0.5;
            sum += off;
            squares += off * off;
        }
        assertThat(sum / seeds).isGreaterThan(-2.5 * Math.sqrt(squares) / seeds);
    }

    @Test
    void threadsChangeNothingAndTheFileKeepsTheChoice(@TempDir Path folder) {
        SplittableRandom random = new SplittableRandom(11);
        List<Query> train = queries(40, random, x -> 3 * x[0] * x[1] + random.nextDouble());
        Training<?> one = trainer().train(source(train));
        Training<?> three =
                trainer().withSettings(Settings.defaults().withThreads(3)).train(source(train));
        ModelFile.write(one.model(), folder.resolve("one.json"));
        ModelFile.write(three.model(), folder.resolve("three.json"));
        assertThat(folder.resolve("one.json")).hasSameBinaryContentAs(folder.resolve("three.json"));
        assertThat(ModelFile.read(folder.resolve("one.json")).provenance().choice())
                .contains(choice(one));
    }

    @Test
    void theSmallestAndTheFastestFunctionCanBePreferred() {
        SplittableRandom random = new SplittableRandom(9);
        List<Query> train = queries(12, random, x -> random.nextInt(4));
        Training<?> best = trainer().train(source(train));
        Training<?> small = trainer().withPreference(Preference.SMALL).train(source(train));
        Training<?> fast = trainer().withPreference(Preference.FAST).train(source(train));
        assertThat(choice(small).preference()).isEqualTo(Preference.SMALL);
        assertThat(Costs.of(Preference.SMALL, small.model().scorer()))
                .isLessThan(Costs.of(Preference.SMALL, best.model().scorer()));
        assertThat(Costs.of(Preference.FAST, fast.model().scorer()))
                .isLessThan(Costs.of(Preference.FAST, best.model().scorer()));
        assertThat(choice(small).rivals())
                .extracting(ModelChoice.Rival::value)
                .isEqualTo(choice(best).rivals().stream()
                        .filter(rival -> !rival.name().equals("blend"))
                        .map(ModelChoice.Rival::value)
                        .toList());
    }

    @Test
    void oneQueryTellsNothingSoThatTheSimplestIsTaken() {
        SplittableRandom random = new SplittableRandom(14);
        List<Query> train = queries(60, random, x -> 6 * x[0] * x[0]);
        List<Query> valid = queries(1, random, x -> 6 * x[0] * x[0]);
        ModelChoice choice = choice(trainer().train(source(train), source(valid)));
        assertThat(choice.chosen().name()).isEqualTo("linear");
        assertThat(choice.chosen().behind().error()).isNaN();
    }

    @Test
    void aBudgetOfTrialsIsKeptAndSaysWhatWasLeftOut() {
        SplittableRandom random = new SplittableRandom(12);
        List<Query> train = queries(20, random, x -> 3 * x[0]);
        ModelChoice choice = choice(trainer().withBudget(Budget.ofTrials(2)).train(source(train)));
        assertThat(choice.rivals())
                .filteredOn(rival -> !rival.name().equals("blend"))
                .hasSize(2);
        assertThat(choice.leftOut()).extracting(ModelChoice.LeftOut::name).contains("trees", "forest");
        assertThat(choice.leftOut().get(0).why()).isEqualTo("the budget is 2 trials");
    }

    @Test
    void withoutTimeTheSimplestAloneIsTried() {
        List<Query> train = queries(20, new SplittableRandom(14), x -> 3 * x[0]);
        ModelChoice choice =
                choice(trainer().withBudget(Budget.ofTime(Duration.ofNanos(1))).train(source(train)));
        assertThat(choice.rivals()).extracting(ModelChoice.Rival::name).containsExactly("linear");
        assertThat(choice.leftOut()).hasSize(6).allMatch(each -> each.why().equals("no time was left"));
    }

    /** Solving for 500 features takes seconds, so that a short time would be passed by far if all folds were solved first. */
    @Test
    void aKindIsLeftBetweenTheSolutionsOfFolds() {
        List<Query> train = queries(20, new SplittableRandom(15), x -> 3 * x[0]);
        AtomicBoolean stop = new AtomicBoolean();
        Progress impatient = new Progress() {
            private int solutions;
            private boolean solving;

            @Override
            public void begin(String part, String unit, long total) {
                solving = part.equals("solve");
            }

            @Override
            public void at(long done) {
                // six are of the first kind: five folds, and all
                stop.compareAndSet(false, solving && ++solutions == 8);
            }
        };
        ModelChoice choice = choice(trainer().train(source(train), null, impatient, stop));
        assertThat(choice.rivals()).hasSize(1);
        assertThat(choice.leftOut().get(0).name()).isEqualTo("linear with z,rank");
        assertThat(choice.leftOut().get(0).why()).isEqualTo("time ran out while it was fitted");
    }

    /** A file stops the one run of boosting, so that its trees are a model after any round; with folds there are other runs to come. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void treesThatAreGrownWhenTimeEndsAreKept(boolean file) {
        SplittableRandom random = new SplittableRandom(8);
        ToDoubleFunction<float[]> steps = x -> x[0] * x[1] > 0 ? 3 : 0;
        List<Query> train = queries(120, random, steps);
        List<Query> valid = queries(60, random, steps);
        AtomicBoolean stop = new AtomicBoolean();
        Progress impatient = new Progress() {
            private boolean boosting;

            @Override
            public void begin(String part, String unit, long total) {
                boosting = part.startsWith("boost");
            }

            @Override
            public void at(long done) {
                stop.compareAndSet(false, boosting && done == 7);
            }
        };
        Training<?> training = trainer().train(source(train), file ? source(valid) : null, impatient, stop);
        ModelChoice choice = choice(training);
        if (!file) {
            assertThat(choice.leftOut().get(0))
                    .isEqualTo(new ModelChoice.LeftOut("trees", "time ran out while it was fitted"));
            return;
        }
        assertThat(choice.rivals())
                .extracting(ModelChoice.Rival::name)
                .startsWith("linear", "linear with z,rank", "fourier", "trees")
                .doesNotContain("trees by pairwise-logistic");
        assertThat(choice.rivals().get(3).value().mean())
                .isGreaterThan(choice.rivals().get(0).value().mean());
        assertThat(choice.leftOut()).hasSize(3).allMatch(each -> each.why().equals("no time was left"));
    }

    /** The best may be the first kind, or one that was fitted under the eye of the clock. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoStopsGetsTheBestSoFar(boolean linear) {
        SplittableRandom random = new SplittableRandom(13);
        List<Query> train = queries(60, random, x -> linear ? 3 * x[0] : 6 * x[0] * x[0]);
        AtomicBoolean stop = new AtomicBoolean();
        Progress impatient = new Progress() {
            private int models;

            @Override
            public void begin(String part, String unit, long total) {}

            @Override
            public void at(long done) {}

            @Override
            public void tried(String sentence) {
                stop.set(++models == 3);
            }
        };
        ModelChoice choice = choice(trainer().train(source(train), null, impatient, stop));
        assertThat(choice.rivals())
                .filteredOn(rival -> !rival.name().equals("blend"))
                .hasSize(3);
        assertThat(choice.rivals().get(0).chosen()).isEqualTo(linear);
        assertThat(choice.leftOut()).allMatch(each -> each.why().equals("no time was left"));
    }
}
