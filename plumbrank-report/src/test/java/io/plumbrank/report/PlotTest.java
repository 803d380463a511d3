package io.plumbrank.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.report.Plot.Interval;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class PlotTest {
    private static String drawn(List<Interval> values) {
        return Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            StringBuilder html = new StringBuilder();
            Plot.intervals(values).appendTo("intervals", html);
            Plot.bars(values).appendTo("bars", html);
            return html.toString();
        });
    }

    /** Their ticks would be closer together than two numbers can be. */
    @Test
    void valuesThatDifferInTheLastBitsAreDrawn() {
        String plot = drawn(List.of(new Interval("m", .6309297535714574, .6309297535714572, .6309297535714575)));
        assertThat(plot).contains("<circle").doesNotContain("NaN");
    }

    @Test
    void zerosAreDrawn() {
        assertThat(drawn(List.of(new Interval("a", 0, 0, 0), new Interval("b", 0, Double.NaN, Double.NaN))))
                .contains("<circle")
                .doesNotContain("NaN")
                .doesNotContain("Infinity");
    }

    @Test
    void tinyAndLargeValuesHaveAScale() {
        assertThat(drawn(List.of(new Interval("a", 3e-9, 2e-9, 4e-9)))).doesNotContain("NaN");
        assertThat(drawn(List.of(new Interval("a", -1e300, -2e300, 1e300)))).doesNotContain("NaN");
    }

    @Test
    void countsHaveAllTheirDigits() {
        assertThat(Texts.count(17277)).isEqualTo("17277");
        assertThat(Texts.count(0)).isEqualTo("0");
        assertThat(Texts.count(2.5)).isEqualTo("2.5");
    }
}
