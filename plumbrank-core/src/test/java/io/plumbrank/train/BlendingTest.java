package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.train.TrainingRun.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlendingTest {
    private static final ItemTask TASK = ItemTask.of(MeasureSpec.parse("ndcg@5"));

    /** A smooth part that a linear model sees at once, and a step that only trees see. */
    private static QuerySource queries(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] features = new float[10][5];
            double[] labels = new double[10];
            for (int i = 0; i < labels.length; i++) {
                for (int j = 0; j < 5; j++) {
                    features[i][j] = (float) random.nextDouble(-1, 1);
                }
                float[] x = features[i];
                double value = x[0] + x[1] + x[2] + (x[3] > 0.3 ? 0.5 : -0.5) + 3 * random.nextDouble(-1, 1);
                labels[i] = Math.max(0, Math.min(3, Math.rint(value)));
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        return QuerySource.of(queries);
    }

    private static Trainer<?> trainer(Task<?> task) {
        return Trainer.of(task).withSettings(Settings.defaults().withThreads(1));
    }

    private static ModelChoice choice(Training<?> training) {
        return training.model().provenance().choice().orElseThrow();
    }

    private static List<Attempt> attempts(QuerySource train, @Nullable QuerySource valid) {
        ItemTask squares = TASK.withSurrogates(Surrogates.parse("squared"));
        ItemTask pairs = TASK.withSurrogates(Surrogates.parse("pairwise-logistic"));
        return Stream.of(
                        trainer(TASK.withView(Scope.inContext())).withLearner(FeatureLearner.linear()),
                        trainer(TASK).withLearner(FeatureLearner.fourier(40)),
                        trainer(squares).withLearner(new TreeLearner()),
                        trainer(pairs).withLearner(new TreeLearner()),
                        trainer(squares).withLearner(new ForestLearner()))
                .<Attempt>map(kind -> {
                    TrainingRun<?> run = TrainingRun.of(kind, new Files(train, valid), true, Progress.NONE);
                    return new Attempt(run, run.choose());
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theScoresAreASumOfThoseOfThePartsAndTheFileKeepsEveryBit(boolean file, @TempDir Path folder) {
        List<Attempt> attempts = List.of();
        Blending.Blended blend = null;
        for (long seed = 1; blend == null; seed += 2) { // on some queries one kind is best alone
            attempts = attempts(queries(seed, 60), file ? queries(seed + 1, 60) : null);
            blend = Blending.of(attempts, scorer -> true);
        }
        Attempt sum = blend.attempt();
        assertThat(Arrays.stream(blend.shares()).sum()).isCloseTo(1, within(1e-12));
        List<Query> others = queries(99, 5).load().queries();
        List<double[]> parts = new ArrayList<>();
        for (int k = 0; k < attempts.size(); k++) {
            if (blend.shares()[k] > 0) {
                parts.add(centred(attempts.get(k), others));
            }
        }
        assertThat(parts).hasSizeGreaterThan(1);
        double[] scores = centred(sum, others);
        double[] weights = solved(parts, scores);
        assertThat(Arrays.stream(weights).min().orElseThrow()).isPositive();
        for (int i = 0; i < scores.length; i++) {
            double expected = 0;
            for (int k = 0; k < weights.length; k++) {
                expected += weights[k] * parts.get(k)[i];
            }
            assertThat(scores[i]).isCloseTo(expected, within(1e-5));
        }
        Training<?> training = sum.run().finish(sum.choice(), null, null);
        ModelFile.write(training.model(), folder.resolve("m.json"));
        Ranker back = (Ranker) ModelFile.read(folder.resolve("m.json")).predictor();
        for (Query query : others) {
            assertThat(back.scores(query)).isEqualTo(((Ranker) training.predictor()).scores(query));
        }
    }

    /** Greedy steps by the measure, made anew with {@link Measure} alone: each group is left out in turn. */
    @Test
    void eachStepAddsThePartThatMakesTheMeasureBest() {
        QuerySource valid = queries(2, 60);
        List<Attempt> attempts = attempts(queries(1, 60), valid);
        Blending.Blended blend = Objects.requireNonNull(Blending.of(attempts, scorer -> true));
        List<Query> queries = valid.load().queries();
        List<double[]> scaled = new ArrayList<>();
        double[] alpha = queries.stream().flatMapToDouble(BlendingTest::gains).toArray();
        for (Attempt each : attempts) {
            double[] own = centred(each, queries);
            double scale = dot(own, alpha) / dot(own, own);
            scaled.add(Arrays.stream(own).map(score -> score * scale).toArray());
        }
        double[] shares = new double[attempts.size()];
        Folds groups = new Folds(5, Settings.defaults().seed());
        for (int group = 0; group < 5; group++) {
            double[] sum = new double[alpha.length];
            for (int step = 0; step < 6; step++) {
                int best = 0;
                double most = -1;
                for (int k = 0; k < scaled.size(); k++) {
                    double value = 0;
                    for (int q = 0; q < queries.size(); q++) {
                        double[] own = new double[10];
                        for (int i = 0; i < 10; i++) {
                            own[i] = sum[q * 10 + i] + scaled.get(k)[q * 10 + i];
                        }
                        double one = TASK.measure()
                                .measure()
                                .evaluate(Judgements.of(queries.get(q)).rankedBy(own));
                        value += groups.of(q) == group || Double.isNaN(one) ? 0 : one;
                    }
                    if (value > most + 1e-9) {
                        most = value;
                        best = k;
                    }
                }
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += scaled.get(best)[i];
                }
                shares[best] += 1 / 30.0;
            }
        }
        assertThat(blend.shares()).containsExactly(shares, within(1e-9));
    }

    /** Centred gains by the largest sum of discounted ones. */
    private static DoubleStream gains(Query query) {
        double[] gains =
                Arrays.stream(query.labels()).map(g -> Math.pow(2, g) - 1).toArray();
        double[] sorted = Arrays.stream(gains).map(g -> -g).sorted().toArray();
        double ideal = 0;
        for (int position = 0; position < 5; position++) {
            ideal -= sorted[position] / (Math.log(position + 2) / Math.log(2));
        }
        double most = ideal == 0 ? 1 : ideal;
        double mean = Arrays.stream(gains).average().orElseThrow();
        return Arrays.stream(gains).map(g -> (g - mean) / most);
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    private static double[] centred(Attempt attempt, List<Query> queries) {
        return queries.stream()
                .flatMapToDouble(query -> {
                    double[] scores =
                            attempt.choice().scorer().score(query, attempt.run().view());
                    double mean = Arrays.stream(scores).average().orElseThrow();
                    return Arrays.stream(scores).map(score -> score - mean);
                })
                .toArray();
    }

    /** The weights of the parts that make up a sum, by least squares and elimination. */
    private static double[] solved(List<double[]> parts, double[] sum) {
        int n = parts.size();
        double[][] a = new double[n][n + 1];
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < sum.length; i++) {
                for (int l = 0; l < n; l++) {
                    a[k][l] += parts.get(k)[i] * parts.get(l)[i];
                }
                a[k][n] += parts.get(k)[i] * sum[i];
            }
        }
        for (int k = 0; k < n; k++) {
            for (int row = 0; row < n; row++) {
                double factor = row == k ? 0 : a[row][k] / a[k][k];
                for (int l = 0; l <= n; l++) {
                    a[row][l] -= factor * a[k][l];
                }
            }
        }
        double[] weights = new double[n];
        Arrays.setAll(weights, k -> a[k][n] / a[k][k]);
        return weights;
    }

    @Test
    void whatPrefersASimplerModelHasNoBlend() {
        ModelChoice choice =
                choice(trainer(TASK).withPreference(Preference.SIMPLE).train(queries(1, 60), queries(2, 60)));
        assertThat(choice.rivals()).extracting(Rival::name).doesNotContain("blend");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aBlendIsChosenOnlyWhereItIsBetterThanEveryPart(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 60; q++) {
            float[][] features = new float[6][2];
            double[] labels = new double[6];
            for (int i = 0; i < 6; i++) {
                features[i][0] = (float) random.nextDouble(-1, 1);
                features[i][1] = (float) random.nextDouble(-1, 1);
                labels[i] = Math.max(0, Math.rint(seed % 2 == 0 ? 2 * features[i][0] : random.nextInt(3)));
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        ModelChoice choice = choice(
                trainer(TASK).train(QuerySource.of(queries.subList(0, 30)), QuerySource.of(queries.subList(30, 60))));
        Rival blend = choice.rivals().get(choice.rivals().size() - 1);
        if (choice.chosen().name().equals("blend")) {
            assertThat(choice.best().name()).isEqualTo("blend");
            assertThat(choice.rivals())
                    .filteredOn(rival -> !rival.chosen())
                    .allSatisfy(rival -> assertThat(rival.behind().mean())
                            .isGreaterThan(0.25 * rival.behind().error()));
        } else {
            assertThat(choice.chosen().behind().mean())
                    .isLessThanOrEqualTo(0.25 * choice.chosen().behind().error());
        }
        assertThat(blend.value().mean()).isBetween(0.0, 1.0);
    }

    /** Outputs of log-loss estimate no α, and have no part. */
    @Test
    void classesBlendWhatEstimatesAlpha() {
        SplittableRandom random = new SplittableRandom(5);
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < 300; row++) {
            float[] x = new float[4];
            for (int j = 0; j < x.length; j++) {
                x[j] = (float) random.nextDouble(-1, 1);
            }
            double value = x[0] + x[1] + (x[2] * x[3] > 0 ? 0.7 : -0.7) + random.nextDouble(-1, 1);
            rows.add(Query.of("r" + row, new double[] {value < -0.5 ? 0 : value < 0.5 ? 1 : 2}, new float[][] {x}));
        }
        LossMatrix costs = LossMatrix.of(
                new double[][] {{0, 1, 4}, {1, 0, 1}, {4, 1, 0}}, List.of("a", "b", "c"), List.of("a", "b", "c"));
        ClassTask<?> task = new ClassTask<>(MatrixLoss.of(costs), Arrays.asList(ClassSurrogate.values()));
        ModelChoice choice = choice(
                trainer(task).train(QuerySource.of(rows.subList(0, 200)), QuerySource.of(rows.subList(200, 300))));
        assertThat(choice.rivals())
                .filteredOn(rival -> rival.name().equals("blend"))
                .singleElement()
                .satisfies(blend -> assertThat(blend.settings()).doesNotContain("log-loss"));
    }
}
