package io.plumbrank.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
        assertThat(bins).allMatch(bin -> bin.observed().mean() == 2 * bin.predicted());
        assertThat(bins.stream().mapToInt(Reliability.Bin::count).sum()).isEqualTo(1000);
        assertThat(bins.stream()
                        .mapToDouble(bin -> bin.count() * bin.observed().mean())
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
        assertThat(bin.observed().mean()).isEqualTo(2);
        // √(9·1 + 1·9) / 4, for as many as 16/10 rows
        assertThat(bin.observed().error()).isCloseTo(Math.sqrt(18) / 4 * Math.sqrt(1.6 / 0.6), within(1e-12));
    }

    @Test
    void textsAreEscapedEverywhere() {
        assertThat(Texts.escape("<a href=\"x\" y='z'>&\u0000\uD800"))
                .isEqualTo("&lt;a href=&quot;x&quot; y=&#39;z&#39;&gt;&amp;  ");
        assertThat(Texts.escape("√ 𝒫")).isEqualTo("√ 𝒫");
    }
}
