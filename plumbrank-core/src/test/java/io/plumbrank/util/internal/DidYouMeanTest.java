package io.plumbrank.util.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "abc, abc, 0",
        "abc, '', 3",
        "ndgc, ndcg, 1",
        "kitten, sitting, 3",
        "ca, abc, 3",
        "gain, again, 1"
    })
    void distanceCountsEditsAndSwapsOfNeighbours(String a, String b, int distance) {
        assertThat(DidYouMean.distance(a, b)).isEqualTo(distance);
        assertThat(DidYouMean.distance(b, a)).isEqualTo(distance);
    }

    @Test
    void theNearestWordIsSuggestedAndNoneWhenAllAreFar() {
        List<String> commands = List.of("train", "predict", "eval", "explain");
        assertThat(DidYouMean.nearest("Evla", commands)).contains("eval");
        assertThat(DidYouMean.nearest("trian", commands)).contains("train");
        assertThat(DidYouMean.nearest("serve", commands)).isEmpty();
        assertThat(DidYouMean.nearest("x", List.of("p", "q"))).isEmpty();
        assertThat(DidYouMean.hint("predct", commands)).isEqualTo(", did you mean 'predict'?");
        assertThat(DidYouMean.hint("zzz", commands)).isEmpty();
    }
}
