package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.PairRankerTrainer;
import io.plumbrank.model.PairRankerTraining;
import io.plumbrank.model.PairScores;
import io.plumbrank.model.Progress;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PairRankerTrainer} with trees by XGBoost. */
class TreePairsTest {
    private static final int INPUTS = 3;
    private static final RidgeLearner ONE_THREAD = RidgeLearner.linear().withThreads(1);
    private static final Map<String, String> QUICK =
            Map.of("eta", "0.3", "max_depth", "4", "num_round", "20", "early_stopping_rounds", "5");

    private static float[] items(SplittableRandom random, int count) {
        float[] items = new float[count * INPUTS];
        for (int i = 0; i < items.length; i++) {
            items[i] = random.nextInt(15) == 0 ? Float.NaN : (float) random.nextDouble();
        }
        return items;
    }

    /** The first feature less the second decides, with noise; some values are missing. */
    private static QuerySource data(String name, long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries; q++) {
            int count = 1 + random.nextInt(9);
            float[] x = items(random, count);
            float[][] rows = new float[count][];
            double[] grades = new double[count];
            for (int i = 0; i < count; i++) {
                rows[i] = Arrays.copyOfRange(x, i * INPUTS, (i + 1) * INPUTS);
                double level = rows[i][0] - rows[i][1] + 0.3 * random.nextDouble();
                grades[i] = level > 0.3 ? 2 : level > 0 ? 1 : 0;
            }
            made.add(Query.of("q" + q, grades, rows).withWeight(1 + q % 3));
        }
        return QuerySource.of(name, new Dataset(made));
    }

    private static PairRankerTrainer trainer(String measure) {
        return PairRankerTrainer.of(MeasureSpec.parse(measure))
                .withLearner(ONE_THREAD)
                .withFolds(3)
                .withTrees(QUICK);
    }

    /** What XGBoost itself predicts for validation rows, against the scorer of the fitted trees. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void pairsAreWhatXgboostPredictsForBothOrders(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean antisymmetric = seed % 2 == 0;
        int count = 30;
        float[] items = items(random, count);
        int pairs = count * (count - 1) / 2;
        int width = TreePairs.width(INPUTS);
        float[] x = new float[2 * pairs * width];
        double[] targets = new double[2 * pairs];
        int row = 0;
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++, row += 2) {
                TreePairs.rowsInto(items, INPUTS, i, j, x, row * width);
                targets[row] = random.nextDouble();
                targets[row + 1] = random.nextDouble();
            }
        }
        List<double[]> predicted = new ArrayList<>();
        TreeTask task = TreeTask.of(TreeRows.of(x, width), targets, 1)
                .withParameters(Map.of("num_round", "12", "eta", "0.5"))
                .withValidation(TreeRows.of(x, width), scores -> {
                    predicted.add(scores);
                    return predicted.size();
                });
        TreeEnsemble kept = new XgboostLearner().fit(task).ensemble();
        double[] last = predicted.get(11);
        double[] u = new TreePairs(kept, antisymmetric).scorePairs(items, count)[0];
        for (int pair = 0; pair < pairs; pair++) {
            double sum = last[2 * pair] + (antisymmetric ? -1 : 1) * last[2 * pair + 1];
            assertThat(u[pair]).isEqualTo(sum / 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"pd", "kendall", "map"})
    void changingPlacesChangesTheSignOrNothing(String measure) throws IOException {
        PairRankerModel model =
                trainer(measure).train(data("data", 1, 60), null, Progress.NONE).model();
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 50; trial++) {
            float[] there = items(random, 2);
            float[] back = new float[2 * INPUTS];
            System.arraycopy(there, 0, back, INPUTS, INPUTS);
            System.arraycopy(there, INPUTS, back, 0, INPUTS);
            double one = model.scores().pairs().scorePairs(there, 2)[0][0];
            double other = model.scores().pairs().scorePairs(back, 2)[0][0];
            assertThat(other).isEqualTo(measure.equals("map") ? one : 0 - one);
        }
    }

    /** By a plain loop over queries of few items, for which the quick decoder is the exact one. */
    @ParameterizedTest
    @ValueSource(strings = {"pd", "kendall", "map"})
    void boostingStopsOnTheMeasureOfDecodedPairs(String measure) throws IOException {
        QuerySource train = data("train", 3, 80);
        QuerySource valid = data("valid", 4, 50);
        PairRankerTraining training = trainer(measure).train(train, valid, Progress.NONE);
        PairRankerModel model = training.model();
        assertThat(training.valid().measure()).isCloseTo(mean(model, valid), within(1e-12));
        assertThat(training.train().measure()).isCloseTo(mean(model, train), within(1e-12));
        TreeEnsemble kept = ((TreePairs) model.scores().pairs()).trees();
        for (int trees = 1; trees < kept.members().size(); trees++) {
            TreeEnsemble fewer = TreeEnsemble.of(
                    kept.inputs(), kept.baseScores(), kept.members().subList(0, trees));
            PairRankerModel shorter = new PairRankerModel(
                    model.measure(),
                    model.decoder(),
                    model.timeLimit(),
                    new PairScores(model.scores().single(), new TreePairs(fewer, !measure.equals("map"))),
                    model.features(),
                    model.lambda(),
                    model.labels(),
                    model.provenance());
            double sign = model.measure().largerIsBetter() ? 1 : -1;
            assertThat(sign * mean(shorter, valid))
                    .isLessThan(sign * training.valid().measure());
        }
    }

    private static double mean(PairRankerModel model, QuerySource data) {
        double[] sums = new double[2];
        data.visit(query -> {
            double value = model.measure().measure().evaluate(JudgedList.ofRanking(model.rank(query), query.labels()));
            if (!Double.isNaN(value)) {
                sums[0] += query.weight() * value;
                sums[1] += query.weight();
            }
        });
        return sums[0] / sums[1];
    }

    @ParameterizedTest
    @ValueSource(strings = {"pd", "map"})
    void theSameSeedGivesTheSameModelAndTheFileKeepsIt(String measure, @TempDir Path folder) throws IOException {
        QuerySource data = data("data", 5, 60);
        PairRankerTrainer trainer = trainer(measure).withMaxPairs(10);
        PairRankerTraining training = trainer.train(data, null, Progress.NONE);
        assertThat(training.notes()).last().asString().contains("queries 10 pairs each were drawn and weighed");
        Path a = folder.resolve("a.json");
        Path b = folder.resolve("b.json");
        ModelFile.write(training.model(), a);
        ModelFile.write(trainer.train(data, null, Progress.NONE).model(), b);
        assertThat(b).hasSameBinaryContentAs(a);
        PairRankerModel read = (PairRankerModel) ModelFile.read(a);
        data.visit(query -> {
            assertThat(read.predict(query)).isEqualTo(training.model().predict(query));
            assertThat(read.rank(query)).isEqualTo(training.model().rank(query));
        });
        assertThat(read.guarantee()).isEqualTo(training.model().guarantee());
    }

    @Test
    void treesOnPairsNeedPairsAndFeatures() {
        QuerySource single =
                QuerySource.of("single", new Dataset(List.of(Query.of("q", new double[] {1}, new float[][] {{1}}))));
        assertThatThrownBy(() -> trainer("pd").train(single, single, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("single:0: found ");
        assertThatThrownBy(() -> trainer("pd").withTrees(Map.of("max_dept", "3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("max_depth");
    }
}
