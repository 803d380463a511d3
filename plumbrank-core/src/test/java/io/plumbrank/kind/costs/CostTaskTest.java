package io.plumbrank.kind.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Predictor;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostTaskTest {
    @TempDir
    Path folder;

    /** Orthonormal coordinates keep differences of costs and lengths, for any number of predictions. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 20})
    void coordinatesAreThoseOfCentredCosts(int predictions) {
        SplittableRandom random = new SplittableRandom(predictions);
        for (int trial = 0; trial < 50; trial++) {
            double[] costs = DoubleStream.generate(() -> 1000 * random.nextDouble() - 300)
                    .limit(predictions)
                    .toArray();
            double mean = Arrays.stream(costs).average().orElseThrow();
            double[] alpha = CostVector.encode(costs);
            assertThat(alpha).hasSize(predictions - 1);
            double[] back = CostVector.costs(alpha);
            double squares = 0;
            int cheapest = 0;
            for (int t = 0; t < predictions; t++) {
                assertThat(back[t]).isCloseTo(costs[t] - mean, within(1e-9));
                squares += (costs[t] - mean) * (costs[t] - mean);
                cheapest = costs[t] < costs[cheapest] ? t : cheapest;
            }
            assertThat(Arrays.stream(alpha).map(a -> a * a).sum()).isCloseTo(squares, within(1e-6));
            assertThat(CostVector.decode(alpha)).isEqualTo(cheapest);
            assertThat(CostVector.decision(IntStream.range(0, predictions)
                                    .mapToObj(Integer::toString)
                                    .toList())
                            .cost(alpha, cheapest))
                    .isCloseTo(costs[cheapest] - mean, within(1e-9));
        }
    }

    /** What is promised: for random expected costs and fits, the regret of the decision is within √2 times the distance. */
    @Test
    void theRegretIsWithinThePromise() {
        SplittableRandom random = new SplittableRandom(3);
        double largest = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            int n = 2 + random.nextInt(4);
            double[] expected =
                    DoubleStream.generate(random::nextDouble).limit(n).toArray();
            double[] alpha = CostVector.encode(expected);
            double[] u = Arrays.stream(alpha)
                    .map(a -> a + (random.nextDouble() - 0.5))
                    .toArray();
            double distance = 0;
            for (int k = 0; k < u.length; k++) {
                distance += (u[k] - alpha[k]) * (u[k] - alpha[k]);
            }
            double regret = expected[CostVector.decode(u)]
                    - Arrays.stream(expected).min().orElseThrow();
            double constant =
                    Objects.requireNonNull(CostVector.guarantee().bound()).constant();
            assertThat(regret).isLessThanOrEqualTo(constant * Math.sqrt(distance) + 1e-12);
            largest = Math.max(largest, regret / Math.sqrt(distance));
        }
        assertThat(largest).isGreaterThan(1.2); // no constant much below √2 would do
    }

    /** Credits: to lose the amount where one defaults, or the interest of 0.2 where a good one is refused. */
    private Path credits(String name, long seed, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("id,income,amount,cost_accept,cost_refuse\n");
        for (int i = 0; i < rows; i++) {
            double income = random.nextDouble();
            double amount = 100 * random.nextInt(1, 100);
            boolean defaults = random.nextDouble() < 0.5 * (1 - income);
            text.append("c")
                    .append(i)
                    .append(',')
                    .append(income)
                    .append(',')
                    .append(amount)
                    .append(',');
            text.append(defaults ? amount : 0)
                    .append(',')
                    .append(defaults ? 0 : 0.2 * amount)
                    .append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private QuerySource open(Path file) {
        return Reading.rankings("cost_").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }

    private Trainer<CostPredictor> trees() {
        return Plumbrank.forRowCosts("cost_")
                .withLearner(new TreeLearner(Map.of("n_estimators", "60", "max_depth", "3"), null));
    }

    /**
     * One should accept where P(default) · amount &lt; (1 − P(default)) · 0.2 · amount, which is an income above 2/3: what that rule
     * costs is the oracle.
     */
    @Test
    void theCheapestDecisionIsLearntFromCostsAlone() throws IOException {
        Path test = credits("test.csv", 2, 4000);
        Model model = trees().train(open(credits("train.csv", 1, 4000))).model();
        Model.Judged judged = model.judge(open(test));
        double learnt = Arrays.stream(judged.values()).average().orElseThrow();
        double[] oracle = new double[3];
        List<String> lines = Files.readAllLines(test);
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",");
            double accept = Double.parseDouble(fields[3]);
            double refuse = Double.parseDouble(fields[4]);
            oracle[0] += (Double.parseDouble(fields[1]) > 2 / 3.0 ? accept : refuse) / 4000;
            oracle[1] += accept / 4000;
            oracle[2] += refuse / 4000;
        }
        assertThat(learnt)
                .isBetween(oracle[0] * 0.98, oracle[0] * 1.05)
                .isLessThan(0.95 * Math.min(oracle[1], oracle[2]));
        Map<String, Model.Judged> constants = new CostKind().constants((CostTask) model.task(), open(test));
        assertThat(constants.keySet()).containsExactly("always accept", "always refuse");
        assertThat(Arrays.stream(Objects.requireNonNull(constants.get("always accept"))
                                .values())
                        .average()
                        .orElseThrow())
                .isCloseTo(oracle[1], within(1e-3));
        assertThat(Arrays.stream(Objects.requireNonNull(constants.get("always refuse"))
                                .values())
                        .average()
                        .orElseThrow())
                .isCloseTo(oracle[2], within(1e-3));
    }

    /** With two predictions least squares are those of the difference of costs, which a loss matrix makes where costs are by class. */
    @Test
    void aModelIsReadBackAndPredictsTheSame() throws IOException {
        CostPredictor trained = Plumbrank.forRowCosts("cost_")
                .withLearner(FeatureLearner.linear())
                .train(open(credits("train.csv", 1, 500)))
                .predictor();
        Path file = folder.resolve("model.json");
        ModelFile.write(trained.model().orElseThrow(), file);
        CostPredictor read = Predictor.read(file, CostPredictor.class, "costs");
        assertThat(read.predictions()).containsExactly("accept", "refuse");
        for (float income = 0; income < 1; income += 0.1f) {
            float[] x = {income, 1000};
            assertThat(read.costsAboveBest(x)).isEqualTo(trained.costsAboveBest(x));
            assertThat(Arrays.stream(read.costsAboveBest(x)).min().orElseThrow())
                    .isZero();
        }
    }

    @Test
    void whatCannotBeLearntFromIsRefused() throws IOException {
        Path gaps = Files.writeString(folder.resolve("gaps.csv"), "a,c_x,c_y\n1,2,3\n2,1,\n");
        Trainer<CostPredictor> trainer = Plumbrank.forRowCosts("c_").withLearner(FeatureLearner.linear());
        assertThatThrownBy(() -> trainer.train(
                        Reading.rankings("c_").stream(gaps, CsvColumns.defaults(), ReadOptions.defaults())))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(
                        gaps + ":3: found nothing in column 'c_y', expected the cost of every prediction")
                .hasMessageContaining("bandit feedback");
        Path one = Files.writeString(folder.resolve("one.csv"), "a,c_x\n1,2\n2,1\n");
        assertThatThrownBy(() -> trainer.train(
                        Reading.rankings("c_").stream(one, CsvColumns.defaults(), ReadOptions.defaults())))
                .hasMessageStartingWith(
                        one + ":1: found one column whose name begins with 'c_', expected a column of costs");
    }
}
