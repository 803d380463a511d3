package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every explained scorer promises. */
public abstract class ExplainedScorerContract extends ScorerContract {
    @Override
    protected abstract ExplainedScorer scorer(long seed, int inputs, int outputs);

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    static float[] row(long seed, int inputs) {
        return rows(seed, 1, inputs);
    }

    public static double[] contributions(ExplainedScorer scorer, float[] a, float[] b, int output) {
        double[] contributions = new double[scorer.inputs()];
        Arrays.fill(contributions, 99);
        scorer.differenceInto(a, b, output, contributions);
        return contributions;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void contributionsSumToTheDifference(long seed) {
        int inputs = 1 + (int) seed % 9;
        int outputs = 1 + (int) seed % 3;
        ExplainedScorer scorer = scorer(seed, inputs, outputs);
        float[] a = row(seed + 1000, inputs);
        float[] b = row(seed + 2000, inputs);
        double[] scoreOfA = new double[outputs];
        double[] scoreOfB = new double[outputs];
        scorer.scoreInto(a, scoreOfA);
        scorer.scoreInto(b, scoreOfB);
        for (int o = 0; o < outputs; o++) {
            double sum = Arrays.stream(contributions(scorer, a, b, o)).sum();
            assertThat(sum).isCloseTo(scoreOfA[o] - scoreOfB[o], within(1e-9));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOtherWayRoundHasTheOtherSign(long seed) {
        ExplainedScorer scorer = scorer(seed, 6, 1);
        float[] a = row(seed + 1000, 6);
        float[] b = row(seed + 2000, 6);
        double[] there = contributions(scorer, a, b, 0);
        double[] back = contributions(scorer, b, a, 0);
        for (int j = 0; j < 6; j++) {
            assertThat(back[j]).isCloseTo(-there[j], within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsTheSameInBothRowsAddsNothing(long seed) {
        ExplainedScorer scorer = scorer(seed, 6, 1);
        float[] a = row(seed + 1000, 6);
        float[] b = row(seed + 2000, 6);
        int same = (int) seed % 6;
        b[same] = a[same];
        assertThat(contributions(scorer, a, b, 0)[same]).isZero();
        assertThat(contributions(scorer, a, a, 0)).containsOnly(0);
    }

    @Test
    void pairsOfAnotherShapeAreRefused() {
        ExplainedScorer scorer = scorer(5, 6, 2);
        float[] row = new float[6];
        assertThatThrownBy(() -> scorer.differenceInto(new float[5], row, 0, new double[6]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows of 5 and 6 features, but the scorer was fitted to 6");
        assertThatThrownBy(() -> scorer.differenceInto(row, row, 0, new double[7]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> scorer.differenceInto(row, row, 2, new double[6]))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
