package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {
    private static final List<String> KNOWN = List.of("label", "query", "score_a", "p");

    @Test
    void aSlipOfTheFingerIsForgiven() {
        assertThat(DidYouMean.nearest("lable", KNOWN)).contains("label");
        assertThat(DidYouMean.nearest("LABEL", KNOWN)).contains("label");
        assertThat(DidYouMean.nearest("qery", KNOWN)).contains("query");
        assertThat(DidYouMean.nearest("querry", KNOWN)).contains("query");
        assertThat(DidYouMean.nearest("scorea", KNOWN)).contains("score_a");
        assertThat(DidYouMean.hint("lable", KNOWN)).isEqualTo(", did you mean 'label'?");
    }

    @Test
    void anotherWordIsNoSlip() {
        assertThat(DidYouMean.nearest("relevance", KNOWN)).isEmpty();
        assertThat(DidYouMean.nearest("x", KNOWN)).isEmpty();
        assertThat(DidYouMean.nearest("", KNOWN)).isEmpty();
        assertThat(DidYouMean.hint("relevance", KNOWN)).isEmpty();
    }

    @Test
    void distancesCountSwapsOfNeighboursOnce() {
        assertThat(DidYouMean.distance("abcd", "abdc")).isEqualTo(1);
        assertThat(DidYouMean.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(DidYouMean.distance("", "abc")).isEqualTo(3);
        assertThat(DidYouMean.distance("same", "same")).isZero();
    }
}
