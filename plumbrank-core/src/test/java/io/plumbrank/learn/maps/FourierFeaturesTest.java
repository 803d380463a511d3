package io.plumbrank.learn.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.arithmetic.Cosine;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierFeaturesTest {
    private static final FeatureReference REFERENCE =
            FeatureReference.of(new float[] {1, -2, 100, 0}, new double[] {0.5, 2, 30, 1});

    private static double[][] map(FeatureMap map, float[] x, int rows) {
        int inputs = x.length / rows;
        double[][] z = new double[rows][1 + map.size(inputs)];
        map.mapInto(x, 0, inputs, rows, z);
        return Arrays.stream(z)
                .map(row -> Arrays.copyOfRange(row, 1, row.length))
                .toArray(double[][]::new);
    }

    private static float[] rows(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[4 * rows];
        for (int i = 0; i < x.length; i++) {
            int j = i % 4;
            x[i] = (float) (REFERENCE.value(j) + REFERENCE.scale(j) * random.nextDouble(-1.5, 1.5));
        }
        return x;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void innerProductsApproximateTheGaussianKernel(int count) {
        double bandwidth = 1.3;
        int rows = 40;
        float[] x = rows(1, rows);
        double squares = 0;
        double worst = 0;
        for (long seed = 0; seed < 5; seed++) {
            double[][] z = map(new FourierFeatures(REFERENCE, count, bandwidth, seed), x, rows);
            for (int a = 0; a < rows; a++) {
                for (int b = 0; b < rows; b++) {
                    double distance = 0;
                    for (int j = 0; j < 4; j++) {
                        distance += Math.pow(((double) x[4 * a + j] - x[4 * b + j]) / REFERENCE.scale(j), 2);
                    }
                    double product = 0;
                    for (int k = 0; k < count; k++) {
                        product += z[a][k] * z[b][k];
                    }
                    double error = product - Math.exp(-distance / (2 * bandwidth * bandwidth));
                    squares += error * error;
                    worst = Math.max(worst, Math.abs(error));
                }
            }
        }
        // A term 2·cos·cos has variance at most 3/2, so the error has standard deviation below 1.23/√D.
        assertThat(Math.sqrt(squares / (5 * rows * rows))).isLessThan(1.23 / Math.sqrt(count));
        assertThat(worst).isLessThan(5 * 1.23 / Math.sqrt(count));
    }

    @Test
    void theSeedFixesEveryBitAndAnotherSeedDoesNot() {
        float[] x = rows(2, 30);
        double[][] z = map(new FourierFeatures(REFERENCE, 17, 1, 42), x, 30);
        assertThat(map(new FourierFeatures(REFERENCE, 17, 1, 42), x, 30)).isDeepEqualTo(z);
        assertThat(map(new FourierFeatures(REFERENCE, 17, 1, 43), x, 30)[0]).isNotEqualTo(z[0]);
    }

    @Test
    void theSeedMeansTheSameNumbersForEver() {
        // Model files hold the seed and not the frequencies. Expected values: SplittableRandom's and Box and Muller's
        // definitions, written out in Python 3.11.
        double[][] z = map(new FourierFeatures(REFERENCE, 17, 1, 42), new float[] {2, 0, 130, 1}, 1);
        assertThat(z[0][0]).isCloseTo(0.34132803828147523, within(1e-14));
        assertThat(z[0][16]).isCloseTo(0.010683256614388185, within(1e-14));
    }

    @Test
    void aMissingValueCountsAsTheReference() {
        FourierFeatures features = new FourierFeatures(REFERENCE, 50, 1, 7);
        double[][] z = map(features, new float[] {1.2f, Float.NaN, 90, 0, 1.2f, -2, 90, Float.NaN}, 2);
        assertThat(z[0]).isEqualTo(z[1]);
    }

    @Test
    void aFeatureWithoutScaleIsNotSeen() {
        FeatureReference constant = FeatureReference.of(new float[] {1, 5}, new double[] {1, 0});
        FourierFeatures features = new FourierFeatures(constant, 50, 1, 7);
        double[][] z = map(features, new float[] {2, 5, 2, 1000}, 2);
        assertThat(z[0]).isEqualTo(z[1]);
        assertThat(map(
                        new FourierFeatures(FeatureReference.of(new float[] {1}, new double[] {1}), 50, 1, 7),
                        new float[] {2},
                        1)[0])
                .isEqualTo(z[0]);
    }

    @Test
    void theyTravelBetweenMachines() throws IOException, ClassNotFoundException {
        FourierFeatures features = new FourierFeatures(REFERENCE, 12, 2, 3);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(features);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            FourierFeatures copy = (FourierFeatures) in.readObject();
            assertThat(copy).isEqualTo(features);
            assertThat(map(copy, rows(1, 3), 3)).isDeepEqualTo(map(features, rows(1, 3), 3));
        }
    }

    @Test
    void parametersAreChecked() {
        assertThatThrownBy(() -> new FourierFeatures(REFERENCE, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FourierFeatures(REFERENCE, 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FourierFeatures(REFERENCE, 1, Double.NaN, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cosinesAreThoseOfTheLibrary() {
        SplittableRandom random = new SplittableRandom(1);
        for (double size : new double[] {1, 10, 100, 1e6}) {
            double[] x = random.doubles(10_000, -size, size).toArray();
            double[] actual = x.clone();
            Cosine.scaledCosineInto(3, 0, x.length, actual);
            for (int i = 0; i < x.length; i++) {
                assertThat(actual[i]).isCloseTo(3 * Math.cos(x[i]), within(3 * Math.max(1e-14, 1e-16 * size)));
            }
        }
    }

    @Test
    void cosinesOfHugeArgumentsStayInRange() {
        double[] x = {1e15, -1e17, 1e30, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN};
        Cosine.scaledCosineInto(1, 0, x.length, x);
        assertThat(Arrays.copyOf(x, 4)).containsExactly(new double[4], within(1 + 1e-14));
        assertThat(x[4]).isNaN();
        assertThat(x[5]).isNaN();
    }
}
