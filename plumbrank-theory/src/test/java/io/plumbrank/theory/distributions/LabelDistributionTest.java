package io.plumbrank.theory.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.LossMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelDistributionTest {

    @Test
    void meansAreWeighedByProbability() {
        LabelDistribution<double[]> p =
                LabelDistribution.proportional(List.of(new double[] {1, 0}, new double[] {0, 1}), 3, 1);
        assertThat(p.probabilities()).containsExactly(.75, .25);
        assertThat(p.mean(2, (label, v) -> System.arraycopy(label, 0, v, 0, 2))).containsExactly(.75, .25);
        assertThat(p.expectation(label -> label[0] - label[1])).isEqualTo(.5);
    }

    @Test
    void labelsWithoutProbabilityAreLeftOut() {
        LabelDistribution<String> p = LabelDistribution.proportional(List.of("a", "b", "c"), 3, 0, 1);
        assertThat(p.labels()).containsExactly("a", "c");
        assertThat(p.probability(1)).isEqualTo(.25);
        assertThatIllegalArgumentException().isThrownBy(() -> LabelDistribution.of(List.of("a", "b"), .5, .4));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelDistribution.of(List.of("a", "b"), 1.5, -.5));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelDistribution.of(List.of("a"), .5, .5));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelDistribution.proportional(List.of("a"), 0));
    }

    @Test
    void theBayesOptimalSetHoldsAllThatTie() {
        LossTable<Integer, Integer> table = LossTable.of(List.of(0, 1, 2), (y, t) -> Math.abs(y - t));
        BayesRisk<Integer> risk = table.bayesRisk(LabelDistribution.of(List.of(0, 2), .5, .5));
        assertThat(risk.optimal()).containsExactly(0, 1, 2);
        assertThat(risk.least()).isEqualTo(1);
        assertThat(table.bayesRisk(LabelDistribution.of(List.of(0, 2), .4, .6)).optimal())
                .containsExactly(2);
        assertThat(LossTable.<Integer>ofRankings(4, (y, t) -> t.itemAt(0)).predictions())
                .hasSize(24)
                .contains(Ranking.identity(4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossTable.<Integer>ofRankings(9, (y, t) -> 0))
                .withMessageContaining("1 to 8 items");
    }

    @Test
    void labelsReadBackAsTheyAreWritten() {
        LabelFormat<double[]> grades = LabelFormat.grades(3);
        assertThat(grades.parse("1 0 2.5")).containsExactly(1, 0, 2.5);
        assertThat(grades.text(new double[] {1, 0, 2.5})).isEqualTo("1 0 2.5");
        assertThatIllegalArgumentException().isThrownBy(() -> grades.parse("1 0"));
        LabelFormat<PreferenceGraph> graphs = LabelFormat.graphs(3);
        assertThat(graphs.text(graphs.parse(" 1>2:2, 3>1 "))).isEqualTo("1>2:2 3>1");
        assertThat(graphs.text(graphs.parse("none"))).isEqualTo("none");
        assertThatIllegalArgumentException().isThrownBy(() -> graphs.parse("1>4"));
        assertThatIllegalArgumentException().isThrownBy(() -> graphs.parse("1<2"));
        LabelFormat<Integer> classes = LabelFormat.classes(LossMatrix.of(
                new double[][] {{0, 1}, {1, 0}}, List.of("ill", "well"), List.of("a", "b")));
        assertThat(classes.parse("well")).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> classes.parse("dead"));
    }

    @Test
    void spacesHoldAllLabels() {
        assertThat(LabelSpace.grades(3, 2).labels()).hasSize(27);
        assertThat(LabelSpace.preferences(4).labels()).hasSize(12);
        assertThatIllegalArgumentException().isThrownBy(() -> LabelSpace.grades(20, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelSpace.grades(0, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> LabelSpace.preferences(1));
    }

    @ParameterizedTest
    @CsvSource({
        "0.033333333333333333, 1/30",
        "-0.375, -3/8",
        "2, 2",
        "0, 0",
        "0.4358490566037736, 231/530",
        "0.70710678118654752, 0.7071",
        "1e-20, 0",
    })
    void aNumberIsWrittenAsTheFractionThatItIs(double value, String text) {
        assertThat(Fractions.text(value)).isEqualTo(text);
    }

    @Test
    void fractionsAreRead() {
        assertThat(Fractions.parse("8/19")).isCloseTo(8 / 19.0, within(1e-16));
        assertThatIllegalArgumentException().isThrownBy(() -> Fractions.parse("1/0"));
        assertThatIllegalArgumentException().isThrownBy(() -> Fractions.parse("half"));
    }
}
