package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Search.Rung;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchTrainerTest {
    private static final MeasureSpec MEASURE = MeasureSpec.parse("ndcg@5");

    /** Queries of 6 items with 4 features, of which the last two tell nothing. */
    private static List<Query> queries(int count, SplittableRandom random, ToDoubleFunction<float[]> grade) {
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] features = new float[6][4];
            double[] labels = new double[6];
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 4; j++) {
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

    private static Trainer<?> trainer(int trials, long seed) {
        return Trainer.of(ItemTask.of(MEASURE))
                .searching()
                .withSettings(Settings.defaults().withThreads(1).withSeed(seed))
                .withBudget(Budget.ofTrials(trials));
    }

    private static ModelChoice choice(Training<?> search) {
        return search.model().provenance().choice().orElseThrow();
    }

    /** Stops a search after so many trials. */
    private static final class Impatient implements Progress {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final int trials;
        private int done;

        Impatient(int trials) {
            this.trials = trials;
        }

        @Override
        public void begin(String part, String unit, long total) {}

        @Override
        public void at(long done) {}

        @Override
        public void tried(String sentence) {
            stop.set(++done == trials);
        }
    }

    @Test
    void trialsAreHalvedAndTheBudgetIsKeptExactly() {
        SplittableRandom random = new SplittableRandom(1);
        List<Query> train = queries(40, random, x -> x[0] * x[1] > 0 ? 3 : 0);
        List<Query> valid = queries(30, random, x -> x[0] * x[1] > 0 ? 3 : 0);
        Training<?> search = trainer(28, 1).train(source(train), source(valid));
        assertThat(search.search().orElseThrow().trials()).hasSize(28);
        List<Rung> rungs = search.search().orElseThrow().trials().stream()
                .map(Search.Attempt::rung)
                .toList();
        assertThat(rungs.subList(0, 7)).as("kinds of models").containsOnly(Rung.WHOLE);
        assertThat(rungs.subList(7, 16)).containsOnly(Rung.FIRST);
        assertThat(rungs.subList(16, 19)).containsOnly(Rung.SECOND);
        assertThat(rungs.get(19)).isEqualTo(Rung.WHOLE);
        List<String> best = search.search().orElseThrow().trials().subList(7, 16).stream()
                .sorted((one, other) ->
                        Double.compare(other.value().mean(), one.value().mean()))
                .limit(3)
                .map(Search.Attempt::name)
                .toList();
        assertThat(search.search().orElseThrow().trials().subList(16, 19))
                .extracting(Search.Attempt::name)
                .containsExactlyElementsOf(best);
        assertThat(search.search().orElseThrow().groups())
                .extracting(Search.Group::name)
                .containsExactly("0", "1", "2", "3");
        assertThat(search.search().orElseThrow().groups().get(0).cost().mean())
                .as("the truth needs the first feature")
                .isGreaterThan(
                        search.search().orElseThrow().groups().get(3).cost().mean());
        assertThat(search.search().orElseThrow().expectedGain()).isGreaterThanOrEqualTo(0);
        Rival chosen = choice(search).chosen();
        assertThat(choice(search).rivals().get(0).name()).isEqualTo("linear");
        assertThat(chosen.behind().mean())
                .as("within one standard error of the best, so not worse than any default by more")
                .isLessThanOrEqualTo(chosen.behind().error());
    }

    /** A linear truth: settings of trees would have to make up for what they are behind before they bring anything. */
    @Test
    void settingsThatAreFarBehindPromiseNothing() {
        SplittableRandom random = new SplittableRandom(6);
        List<Query> train = queries(60, random, x -> 1.5 + x[0] + x[1] + x[2] - x[3]);
        Training<?> search = trainer(20, 1).train(source(train));
        assertThat(choice(search).rivals().get(7).name()).startsWith("setting");
        assertThat(choice(search).rivals().get(7).behind().mean()).isGreaterThan(0.01);
        assertThat(search.search().orElseThrow().expectedGain()).isZero();
    }

    @Test
    void aSearchThatGoesOnEndsAsOneThatWasNeverStopped(@TempDir Path folder) throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        List<Query> train = queries(30, random, x -> 3 * x[0] * x[1] + random.nextDouble());
        Training<?> whole = trainer(22, 3).train(source(train));
        Folds fifths = new Folds(5, 3 ^ 5);
        long others =
                IntStream.range(0, train.size()).filter(i -> fifths.of(i) != 0).count();
        assertThat(choice(whole).judgedOn())
                .as("the fifth that judged what goes on has no part in the choice and its figure")
                .isEqualTo(others + " queries in 5 folds");
        Kept kept = new Kept(folder.resolve("kept"), true);
        for (int trials : new int[] {4, 11, 20}) {
            Impatient impatient = new Impatient(trials);
            Training<?> part = trainer(22, 3).keptIn(kept).train(source(train), null, impatient, impatient.stop);
            assertThat(part.search().orElseThrow().trials()).hasSize(trials);
            assertThat(part.search().orElseThrow().stopped()).isTrue();
        }
        Training<?> resumed = trainer(22, 3)
                .withSettings(Settings.defaults().withThreads(2).withSeed(3))
                .keptIn(kept)
                .train(source(train));
        assertThat(resumed.search().orElseThrow().trials())
                .isEqualTo(whole.search().orElseThrow().trials());
        assertThat(resumed.tried()).isEqualTo(whole.tried());
        ModelFile.write(whole.model(), folder.resolve("whole.json"));
        ModelFile.write(resumed.model(), folder.resolve("resumed.json"));
        assertThat(folder.resolve("whole.json")).hasSameBinaryContentAs(folder.resolve("resumed.json"));
        assertThat(kept.delete()).isTrue();
    }

    @Test
    void trialsOfOtherDataOrOptionsOrThatAreDamagedAreRefused(@TempDir Path folder) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        List<Query> train = queries(20, random, x -> 3 * x[0]);
        Kept kept = new Kept(folder, true);
        Trainer<?> same = trainer(2, 1).keptIn(kept);
        same.train(source(train));
        assertOther(() -> trainer(2, 2).keptIn(kept).train(source(train)));
        assertOther(() -> same.withSettings(same.settings().withFolds(4)).train(source(train)));
        assertOther(() ->
                same.withSettings(same.settings().withLambdas(List.of(1.0))).train(source(train)));
        assertOther(() -> Trainer.of(ItemTask.of(MeasureSpec.parse("map")))
                .searching()
                .withSettings(same.settings())
                .withBudget(same.budget())
                .keptIn(kept)
                .train(source(train)));
        assertOther(() -> same.train(source(train.subList(0, 19))));
        assertOther(() -> same.train(source(train), source(train)));
        List<Query> valid = queries(8, random, x -> 3 * x[0]);
        Trainer<?> validated = same.keptIn(new Kept(folder.resolve("validated"), true));
        validated.train(source(train), source(valid));
        assertOther(() -> validated.train(source(train), source(valid.subList(0, 7))));
        Query last = train.get(19);
        for (Query other : List.of(
                last.withWeight(2),
                Query.of(last.id(), relabelled(last), features(last, 0)),
                Query.of(last.id(), labels(last), features(last, 1)),
                Query.of("other", labels(last), features(last, 0)))) {
            List<Query> changed = new ArrayList<>(train);
            changed.set(19, other);
            assertOther(() -> same.train(source(changed)));
        }
        assertThat(trainer(3, 1)
                        .keptIn(kept)
                        .train(source(train))
                        .search()
                        .orElseThrow()
                        .trials())
                .as("more trials of the same search")
                .hasSize(3);
        Path file = folder.resolve(Kept.FILE);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> trainer(3, 1).keptIn(kept).train(source(train)))
                .withMessageContaining("a damaged checkpoint");
        assertThat(trainer(1, 1)
                        .keptIn(new Kept(folder, false))
                        .train(source(train))
                        .search()
                        .orElseThrow()
                        .trials())
                .hasSize(1);
    }

    private static void assertOther(ThrowingCallable search) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(search)
                .withMessageContaining("a search with other data or options");
    }

    private static double[] labels(Query query) {
        return IntStream.range(0, query.size()).mapToDouble(query::label).toArray();
    }

    private static double[] relabelled(Query query) {
        double[] labels = labels(query);
        labels[0] = 3 - labels[0];
        return labels;
    }

    /** @param more what is added to the last value */
    private static float[][] features(Query query, float more) {
        float[][] features = new float[query.size()][4];
        for (int item = 0; item < features.length; item++) {
            float[] own = features[item];
            query.forEachFeature(item, (feature, value) -> own[feature] = value);
        }
        features[query.size() - 1][3] += more;
        return features;
    }

    /** Costs decide, and so does how much of them is kept. */
    @Test
    void trialsOfOtherCostsAreRefused(@TempDir Path folder) {
        SplittableRandom random = new SplittableRandom(8);
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < 40; row++) {
            float[] x = {(float) random.nextDouble(), (float) random.nextDouble()};
            rows.add(Query.of("r" + row, new double[] {random.nextInt(3)}, new float[][] {x}));
        }
        double[][] costs = {{0, 1, 4}, {2, 0, 1}, {3, 2, 0}};
        Factorization whole = Factorization.of(named(costs));
        costs[1][2] = 1.5;
        Factorization other = Factorization.of(named(costs));
        Kept kept = new Kept(folder, true);
        searched(whole.truncate(1), rows, kept);
        searched(whole.truncate(1), rows, kept);
        for (Factorization each : List.of(whole, other.truncate(1))) {
            assertThatExceptionOfType(InputException.class)
                    .isThrownBy(() -> searched(each, rows, kept))
                    .withMessageContaining("a search with other data or options");
        }
    }

    private static LossMatrix named(double[][] costs) {
        return LossMatrix.of(costs, List.of("a", "b", "c"), List.of("a", "b", "c"));
    }

    private static void searched(Factorization costs, List<Query> rows, Kept kept) {
        Training<?> search = Trainer.of(
                        new ClassTask<>(MatrixLoss.of(costs)).withSurrogates(List.of(ClassSurrogate.SQUARED)))
                .searching()
                .withSettings(Settings.defaults().withThreads(1).withFolds(2))
                .withBudget(Budget.ofTrials(1))
                .keptIn(kept)
                .train(source(rows));
        assertThat(search.search().orElseThrow().trials()).hasSize(1);
    }

    /** The chance of a query is the measure where all scores are tied, since ties are averaged exactly. */
    private static double chance(List<Query> queries) {
        return queries.stream()
                .mapToDouble(
                        query -> MEASURE.measure().evaluate(Judgements.of(query).rankedBy(new double[query.size()])))
                .average()
                .orElseThrow();
    }

    /** Labels that features say nothing of; half of the seeds over folds and half by a file. */
    @Test
    void onRandomLabelsTheReportedMeasureIsThatOfChance() {
        int seeds = 20;
        double[] off = new double[seeds];
        double sum = 0;
        double onParts = 0;
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Query> train = queries(14, random, x -> random.nextInt(4));
            List<Query> valid = queries(10, random, x -> random.nextInt(4));
            boolean file = seed % 2 == 0;
            Training<?> search = file
                    ? trainer(19, seed).train(source(train), source(valid))
                    : trainer(19, seed).train(source(train));
            // over folds a fifth of the queries has no part in the figure, and its chance differs by chance
            off[seed] = search.valid().measure() - chance(file ? valid : train);
            sum += off[seed];
            double parts = search.search().orElseThrow().trials().stream()
                    .filter(trial -> trial.rung() != Rung.WHOLE)
                    .mapToDouble(trial -> trial.value().mean())
                    .average()
                    .orElseThrow();
            onParts += (parts - chance(train)) / seeds;
        }
        assertThat(onParts)
                .as("what judges trials on parts of the data was not fitted")
                .isCloseTo(0, within(0.05));
        double mean = sum / seeds;
        double squares = 0;
        for (double each : off) {
            squares += (each - mean) * (each - mean);
        }
        assertThat(mean).isCloseTo(0, within(2.5 * Math.sqrt(squares) / seeds));
    }

    @Test
    void lossMatricesAreSearchedTooAndOtherTasksAreNot() {
        SplittableRandom random = new SplittableRandom(5);
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < 60; row++) {
            float[] x = {(float) random.nextDouble(), (float) random.nextDouble()};
            rows.add(Query.of("r" + row, new double[] {x[0] > 0.5 ? 1 : 0}, new float[][] {x}));
        }
        LossMatrix costs = LossMatrix.of(new double[][] {{0, 1}, {5, 0}}, List.of("a", "b"), List.of("a", "b"));
        Training<?> search = Trainer.of(new ClassTask<>(MatrixLoss.of(costs)))
                .searching()
                .withSettings(Settings.defaults().withThreads(1).withFolds(2))
                .withBudget(Budget.ofTrials(18))
                .train(source(rows));
        assertThat(search.search().orElseThrow().trials()).hasSize(18);
        assertThat(search.valid().measure()).isLessThan(0.5);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(
                        () -> Trainer.of(PairTask.of(MeasureSpec.parse("pd"))).searching())
                .withMessageContaining("leave it out");
    }
}
