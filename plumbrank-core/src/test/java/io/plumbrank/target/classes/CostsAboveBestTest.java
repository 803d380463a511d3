package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostsAboveBestTest {
    private static final int TRIALS = 50;

    /** The oracle sums the losses themselves and knows nothing of encodings. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "zero-one(n=5)",
                "abstain(n=4,cost=0.3)",
                "ordinal(n=6)",
                "squared(n=5)",
                "hamming(b=3)",
                "top-k(n=5,k=2)",
                "tree((a,b),(c,(d,e)))"
            })
    void atAMeanEncodingTheyAreTheExpectedCostsAboveTheLeast(String text) {
        check(ClassLosses.parse(text));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void alsoOfMatrices(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] losses = new double[4][6];
        for (double[] row : losses) {
            Arrays.setAll(row, t -> random.nextInt(10) - 2.0);
        }
        check(MatrixLoss.of(LossMatrix.of(
                losses,
                IntStream.range(0, 4).mapToObj(y -> "y" + y).toList(),
                IntStream.range(0, 6).mapToObj(t -> "t" + t).toList())));
    }

    private static <T> void check(ClassLoss<T> loss) {
        CostsAboveBest<T> costs = CostsAboveBest.of(loss);
        SplittableRandom random = new SplittableRandom(7);
        double[] alpha = new double[loss.encodedSize()];
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] p = IntStream.range(0, loss.classes())
                    .mapToDouble(y -> -Math.log(1 - random.nextDouble()))
                    .toArray();
            double sum = Arrays.stream(p).sum();
            double[] u = new double[alpha.length];
            double[] expected = new double[loss.predictions().size()];
            for (int y = 0; y < p.length; y++) {
                loss.encodeInto(y, alpha);
                for (int i = 0; i < u.length; i++) {
                    u[i] += p[y] / sum * alpha[i];
                }
                for (int t = 0; t < expected.length; t++) {
                    expected[t] += p[y] / sum * loss.given(y, loss.predictions().get(t));
                }
            }
            double least = Arrays.stream(expected).min().orElseThrow();
            double[] found = costs.of(u);
            for (int t = 0; t < expected.length; t++) {
                assertThat(found[t]).isCloseTo(expected[t] - least, within(1e-9));
            }
        }
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] anything = random.doubles(alpha.length, -2, 2).toArray();
            int decoded = loss.predictions().indexOf(loss.decode(anything));
            assertThat(costs.of(anything)[decoded]).isCloseTo(0, within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zero-one(n=4)", "ordinal(n=5)", "top-k(n=4,k=2)", "tree((a,b),(c,d))"})
    void differencesAreWhatMovesTheCosts(String text) {
        CostsAboveBest<?> costs = CostsAboveBest.of(ClassLosses.parse(text));
        int size = ClassLosses.parse(text).encodedSize();
        SplittableRandom random = new SplittableRandom(3);
        double[] one = random.doubles(size, -1, 1).toArray();
        double[] other = random.doubles(size, -1, 1).toArray();
        double[] factors = costs.difference(1, 0);
        double moved = 0;
        for (int i = 0; i < size; i++) {
            moved += factors[i] * (other[i] - one[i]);
        }
        double before = costs.of(one)[1] - costs.of(one)[0];
        double after = costs.of(other)[1] - costs.of(other)[0];
        assertThat(after - before).isCloseTo(moved, within(1e-9));
    }
}
