package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.pairs.PairFunction;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees by XGBoost on pairs of items. */
class TreePairsTest {
    private static final int INPUTS = 3;
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

    private static Trainer<?> trainer(PairTask task) {
        return Trainer.of(task)
                .withLearner(new TreeLearner(QUICK, null))
                .withSettings(Settings.defaults().withThreads(1).withFolds(3));
    }

    private static PairTask task(String measure) {
        return PairTask.of(MeasureSpec.parse(measure));
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
        TreeProblem task = TreeProblem.of(TreeRows.of(x, width), targets, 1)
                .withParameters(Map.of("num_round", "12", "eta", "0.5"))
                .withValidation(TreeRows.of(x, width), scores -> {
                    predicted.add(scores);
                    return predicted.size();
                });
        TreeEnsemble kept = new XgboostEngine().fit(task).ensemble();
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
        Model model = trainer(task(measure))
                .train(data("data", 1, 60), null, Progress.NONE)
                .model();
        PairFunction pairs = ((PairScores) model.scorer()).pairs();
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 50; trial++) {
            float[] there = items(random, 2);
            float[] back = new float[2 * INPUTS];
            System.arraycopy(there, 0, back, INPUTS, INPUTS);
            System.arraycopy(there, INPUTS, back, 0, INPUTS);
            double one = pairs.scorePairs(there, 2)[0][0];
            double other = pairs.scorePairs(back, 2)[0][0];
            assertThat(other).isEqualTo(measure.equals("map") ? one : 0 - one);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pd", "map"})
    void ofManyPairsSomeAreDrawnBySeed(String measure) throws IOException {
        QuerySource data = data("data", 5, 60);
        Trainer<?> all = trainer(task(measure));
        Trainer<?> some = trainer(task(measure).withMaxPairs(10));
        Training<?> training = some.train(data, null, Progress.NONE);
        assertThat(training.notes()).last().asString().contains("queries 10 pairs each were drawn and weighed");
        assertThat(some.train(data, null, Progress.NONE).model().scorer())
                .isEqualTo(training.model().scorer());
        assertThat(all.train(data, null, Progress.NONE).model().scorer())
                .isNotEqualTo(training.model().scorer());
        assertThat(some.withSettings(some.settings().withSeed(2))
                        .train(data, data, Progress.NONE)
                        .model()
                        .scorer())
                .isNotEqualTo(some.train(data, data, Progress.NONE).model().scorer());
    }

    @Test
    void treesOnPairsNeedPairs() {
        QuerySource single =
                QuerySource.of("single", new Dataset(List.of(Query.of("q", new double[] {1}, new float[][] {{1}}))));
        assertThatThrownBy(() -> trainer(task("pd")).train(single, single, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("single: found ");
    }
}
