package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every scorer promises. */
public abstract class ScorerContract {
    /** A random scorer of that shape. */
    protected abstract Scorer scorer(long seed, int inputs, int outputs);

    /** Made anew from what its accessors give. */
    protected abstract Scorer rebuilt(Scorer scorer);

    public static double[] random(SplittableRandom random, int length) {
        return random.doubles(length, -2, 2).toArray();
    }

    public static float[] rows(long seed, int rows, int inputs) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[rows * inputs];
        for (int i = 0; i < x.length; i++) {
            x[i] = random.nextInt(8) == 0 ? Float.NaN : (float) random.nextDouble(-3, 3);
        }
        return x;
    }

    @ParameterizedTest
    @CsvSource({"0,1,3", "1,0,3", "1,1,1", "5,1,40", "7,7,13", "8,8,12", "10,9,11", "4,300,25", "300,3,2"})
    void aRowScoresTheSameBitsAloneAndInABatch(int inputs, int outputs, int rows) {
        Scorer scorer = scorer(1, inputs, outputs);
        float[] x = rows(2, rows, inputs);
        double[] batch = new double[rows * outputs];
        scorer.scoreInto(x, rows, batch);
        double[] u = new double[outputs];
        for (int row = 0; row < rows; row++) {
            scorer.scoreInto(Arrays.copyOfRange(x, row * inputs, (row + 1) * inputs), u);
            assertThat(u).isEqualTo(Arrays.copyOfRange(batch, row * outputs, (row + 1) * outputs));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 12})
    void itIsWhatItsParametersSay(int outputs) {
        Scorer scorer = scorer(3, 6, outputs);
        Scorer copy = rebuilt(scorer);
        assertThat(copy).isEqualTo(scorer).hasSameHashCodeAs(scorer);
        float[] x = rows(4, 30, 6);
        double[] expected = new double[30 * outputs];
        double[] actual = new double[30 * outputs];
        scorer.scoreInto(x, 30, expected);
        copy.scoreInto(x, 30, actual);
        assertThat(actual).isEqualTo(expected);
        assertThat(scorer(4, 6, outputs)).isNotEqualTo(scorer);
    }

    @Test
    void rowsOfAnotherShapeAreRefused() {
        Scorer scorer = scorer(5, 6, 2);
        assertThat(scorer.inputs()).isEqualTo(6);
        assertThat(scorer.outputs()).isEqualTo(2);
        assertThatThrownBy(() -> scorer.scoreInto(new float[7], new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row of 7 features, but the scorer was fitted to 6");
        assertThatThrownBy(() -> scorer.scoreInto(new float[6], new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> scorer.scoreInto(new float[11], 2, new double[4]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> scorer.scoreInto(new float[12], 2, new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
