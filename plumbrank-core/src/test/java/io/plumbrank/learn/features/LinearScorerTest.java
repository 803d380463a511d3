package io.plumbrank.learn.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.ExplainedScorerContract;
import io.plumbrank.learn.Scorer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearScorerTest extends ExplainedScorerContract {
    @Override
    protected LinearScorer scorer(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] reference = new float[inputs];
        for (int j = 0; j < inputs; j++) {
            reference[j] = (float) random.nextDouble(-5, 5);
        }
        double[][] weights = new double[outputs][];
        for (int o = 0; o < outputs; o++) {
            weights[o] = random(random, inputs);
        }
        return LinearScorer.of(reference, random(random, outputs), weights);
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        LinearScorer linear = (LinearScorer) scorer;
        return LinearScorer.of(linear.reference(), linear.intercepts(), linear.weights());
    }

    @Test
    void theScoreIsTheInterceptPlusWeightedDistancesFromTheReference() {
        for (int outputs : new int[] {2, 11}) {
            LinearScorer scorer = scorer(9, 7, outputs);
            float[] x = rows(1, 1, 7);
            x[3] = Float.NaN;
            double[] u = new double[outputs];
            scorer.scoreInto(x, u);
            for (int o = 0; o < outputs; o++) {
                double expected = scorer.intercepts()[o];
                for (int j = 0; j < 7; j++) {
                    expected += Float.isNaN(x[j]) ? 0 : scorer.weight(o, j) * (x[j] - (double) scorer.reference()[j]);
                }
                assertThat(u[o]).isCloseTo(expected, within(1e-13));
            }
        }
    }

    @Test
    void aFeatureContributesItsWeightTimesItsDistanceAndAMissingOneCountsAsItsReference() {
        LinearScorer scorer =
                LinearScorer.of(new float[] {1, 5, 0}, new double[2], new double[][] {{9, 9, 9}, {2, -3, 0}});
        float[] a = {4, Float.NaN, 7};
        float[] b = {2, 6, 1};
        assertThat(contributions(scorer, a, b, 1)).containsExactly(2 * (4 - 2), -3 * (5 - 6), 0);
        assertThat(scorer.uses(2)).isTrue();
        LinearScorer two = LinearScorer.of(new float[2], new double[2], new double[][] {{0, 0}, {0, 1}});
        assertThat(two.uses(0)).isFalse();
        assertThat(two.uses(1)).isTrue();
    }

    @Test
    void parametersAreCheckedAndCopied() {
        double[][] weights = {{1, 2}};
        LinearScorer scorer = LinearScorer.of(new float[2], new double[1], weights);
        weights[0][0] = 9;
        scorer.weights()[0][1] = 9;
        assertThat(scorer.weight(0, 0)).isEqualTo(1);
        assertThat(scorer.weight(0, 1)).isEqualTo(2);
        assertThatThrownBy(() -> LinearScorer.of(new float[3], new double[1], weights))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("output 1 has 2 weights, expected 3");
        assertThatThrownBy(() -> LinearScorer.of(new float[2], new double[2], weights))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LinearScorer.of(new float[] {0, Float.NaN}, new double[1], weights))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LinearScorer.of(new float[2], new double[] {Double.NaN}, weights))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
