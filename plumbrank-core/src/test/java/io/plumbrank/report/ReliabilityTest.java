package io.plumbrank.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityTest {
    @Test
    void binsHoldAllNumbersOnceAndEqualPredictionsTogether() {
        Reliability reliability = new Reliability();
        Random random = new Random(4);
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            double prediction = random.nextInt(7);
            sum += prediction * 2;
            reliability.add(prediction, prediction * 2, 1);
        }
        List<Reliability.Bin> bins = reliability.bins(10);
        assertThat(bins).hasSize(7);
        assertThat(bins).allMatch(bin -> bin.observed() == 2 * bin.predicted() && bin.error() == 0);
        assertThat(bins.stream().mapToInt(Reliability.Bin::count).sum()).isEqualTo(1000);
        assertThat(bins.stream()
                        .mapToDouble(bin -> bin.count() * bin.observed())
                        .sum())
                .isCloseTo(sum, within(1e-6));
    }

    @Test
    void meansAreByWeightAndTheErrorIsThatOfAMean() {
        Reliability reliability = new Reliability();
        reliability.add(0, 1, 3);
        reliability.add(1, 5, 1);
        reliability.add(2, 9, 0);
        Reliability.Bin bin = reliability.bins(1).get(0);
        assertThat(bin.predicted()).isEqualTo(0.25);
        assertThat(bin.observed()).isEqualTo(2);
        // √(9·1 + 1·9) / 4
        assertThat(bin.error()).isCloseTo(Math.sqrt(18) / 4, within(1e-12));
    }

    /** At u^p the differences of expected costs are those of p·ℓ. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void costsOfOutputsAreExpectedCosts(long seed) {
        Random random = new Random(seed);
        int classes = 2 + random.nextInt(4);
        double[][] losses = new double[classes][2 + random.nextInt(4)];
        double[] p = new double[classes];
        double total = 0;
        for (int y = 0; y < classes; y++) {
            p[y] = random.nextDouble();
            total += p[y];
            for (int t = 0; t < losses[y].length; t++) {
                losses[y][t] = random.nextInt(10);
            }
        }
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(losses));
        double[] u = new double[loss.encodedSize()];
        double[] alpha = new double[loss.encodedSize()];
        for (int y = 0; y < classes; y++) {
            loss.encodeInto(y, alpha);
            for (int o = 0; o < u.length; o++) {
                u[o] += p[y] / total * alpha[o];
            }
        }
        double[] costs = CostsOfOutputs.of(loss).of(u);
        for (int t = 0; t < costs.length; t++) {
            double expected = 0;
            for (int y = 0; y < classes; y++) {
                expected += p[y] / total * (losses[y][t] - losses[y][0]);
            }
            assertThat(costs[t]).isCloseTo(expected, within(1e-9));
        }
    }

    @Test
    void textsAreEscapedEverywhere() {
        assertThat(Texts.escape("<a href=\"x\" y='z'>&\u0000\uD800"))
                .isEqualTo("&lt;a href=&quot;x&quot; y=&#39;z&#39;&gt;&amp;  ");
        assertThat(Texts.escape("√ 𝒫")).isEqualTo("√ 𝒫");
    }
}
