package io.plumbrank.data.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table of floats, NaN for missing, is the oracle for both layouts. */
class FeatureMatrixTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.3, 0.49, 0.51, 0.7, 1})
    void bothLayoutsHoldTheSameValues(double density) {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            float[][] table = table(random, random.nextInt(8), random.nextInt(9), density);
            assertHolds(dense(table), table);
            assertHolds(compressed(table), table);
        }
    }

    @Test
    void compressedRowsBecomeDenseWhenThatIsSmaller() {
        assertThat(compressed(table(new SplittableRandom(1), 10, 10, 0.9))).isInstanceOf(FeatureMatrix.Dense.class);
        assertThat(compressed(table(new SplittableRandom(1), 10, 10, 0.2))).isInstanceOf(FeatureMatrix.Sparse.class);
    }

    @Test
    void columnsBeyondTheLastAreMissingAndOthersAreNone() {
        for (FeatureMatrix matrix : new FeatureMatrix[] {
            dense(table(new SplittableRandom(1), 3, 3, 1)), compressed(table(new SplittableRandom(1), 3, 30, 0.1))
        }) {
            assertThat(matrix.get(1, 1000)).isNaN();
            assertThatThrownBy(() -> matrix.get(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> matrix.get(3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> matrix.get(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> matrix.rowInto(0, new float[2]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("does not fit in 2");
        }
    }

    @Test
    void columnsOfACompressedRowAscend() {
        int[] starts = {0, 2};
        for (int[] wrong : new int[][] {{1, 1}, {2, 1}, {0, 3}}) {
            for (int columns : new int[] {3, 30}) {
                if (wrong[1] < 3 || columns == 3) {
                    assertThatThrownBy(() -> FeatureMatrix.compressed(columns, starts, wrong, new float[2], Float.NaN))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("columns of row 0 must ascend below " + columns);
                }
            }
        }
    }

    @Test
    void aDenseMatrixNeedsAllItsValues() {
        assertThatThrownBy(() -> FeatureMatrix.dense(2, 3, new float[5])).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void rowsOfSeveralMatricesStackToOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] expected = new float[0][];
        FeatureMatrix[] parts = new FeatureMatrix[4];
        int[][] stretches = new int[4][];
        long present = 0;
        int widest = 0;
        for (int i = 0; i < parts.length; i++) {
            float[][] table = table(random, 1 + random.nextInt(6), 1 + random.nextInt(12), random.nextDouble());
            parts[i] = random.nextBoolean() ? dense(table) : compressed(table);
            int from = random.nextInt(table.length);
            int to = from + random.nextInt(table.length - from + 1);
            stretches[i] = new int[] {from, to};
            present += parts[i].present(from, to);
            widest = Math.max(widest, parts[i].columns());
            int had = expected.length;
            expected = Arrays.copyOf(expected, had + to - from);
            System.arraycopy(table, from, expected, had, to - from);
        }
        FeatureStack stack = new FeatureStack(expected.length, widest, (int) present, Float.NaN);
        for (int i = 0; i < parts.length; i++) {
            stack.add(parts[i], stretches[i][0], stretches[i][1]);
        }
        FeatureMatrix matrix = stack.build();
        assertThat(matrix.columns()).isEqualTo(widest);
        assertHolds(matrix, expected);
    }

    /** Ranges go on from what they were, −0 is 0, and columns with gaps count what is there. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.8, 1})
    void stretchesOfRowsAndRangesAreThoseOfTheTable(double density) {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            float[][] table = table(random, 1 + random.nextInt(8), 1 + random.nextInt(40), density);
            table[0][0] = -0.0f;
            int columns = table[0].length;
            int from = random.nextInt(table.length);
            int to = from + random.nextInt(table.length - from + 1);
            int width = random.nextInt(columns + 3);
            for (FeatureMatrix matrix : new FeatureMatrix[] {dense(table), compressed(table)}) {
                float[] out = new float[2 + (to - from) * width];
                matrix.rowsInto(from, to, width, out, 1);
                assertThat(out[0]).isZero();
                assertThat(out[out.length - 1]).isZero();
                float[] low = new float[columns];
                float[] high = new float[columns];
                long[] present = new long[columns];
                Arrays.fill(low, 0.6f);
                Arrays.fill(high, 0.4f);
                Arrays.fill(present, 7);
                matrix.rangesInto(from, to, low, high, present);
                for (int column = 0; column < Math.max(columns, width); column++) {
                    float least = 0.6f;
                    float most = 0.4f;
                    long count = 7;
                    for (int row = from; row < to; row++) {
                        float value = column < columns ? table[row][column] : Float.NaN;
                        if (column < width) {
                            assertThat(bits(out[1 + (row - from) * width + column]))
                                    .isEqualTo(bits(value));
                        }
                        least = value < least ? value + 0.0f : least;
                        most = value > most ? value : most;
                        count += Float.isNaN(value) ? 0 : 1;
                    }
                    if (column < columns) {
                        assertThat(bits(low[column])).isEqualTo(bits(least));
                        assertThat(bits(high[column])).isEqualTo(bits(most));
                        assertThat(present[column]).isEqualTo(count);
                    }
                }
            }
        }
    }

    private static void assertHolds(FeatureMatrix matrix, float[][] table) {
        assertThat(matrix.rows()).isEqualTo(table.length);
        long present = 0;
        for (int row = 0; row < table.length; row++) {
            float[] out = new float[matrix.columns() + 2];
            matrix.rowInto(row, out);
            TreeMap<Integer, Float> expected = new TreeMap<>();
            for (int column = 0; column < out.length; column++) {
                float value = column < table[row].length ? table[row][column] : Float.NaN;
                assertThat(bits(matrix.get(row, column))).isEqualTo(bits(value));
                assertThat(bits(out[column])).isEqualTo(bits(value));
                if (!Float.isNaN(value)) {
                    expected.put(column, value);
                    present++;
                }
            }
            TreeMap<Integer, Float> seen = new TreeMap<>();
            int[] last = {-1};
            matrix.forEach(row, (column, value) -> {
                assertThat(column).isGreaterThan(last[0]);
                last[0] = column;
                seen.put(column, value);
            });
            assertThat(seen).isEqualTo(expected);
        }
        assertThat(matrix.present(0, matrix.rows())).isEqualTo(present);
    }

    private static int bits(float value) {
        return Float.floatToIntBits(value);
    }

    private static float[][] table(SplittableRandom random, int rows, int columns, double density) {
        float[][] table = new float[rows][columns];
        for (float[] row : table) {
            for (int i = 0; i < columns; i++) {
                row[i] = random.nextDouble() < density ? (float) random.nextDouble() : Float.NaN;
            }
        }
        return table;
    }

    private static FeatureMatrix dense(float[][] table) {
        int columns = table.length == 0 ? 0 : table[0].length;
        float[] values = new float[table.length * columns];
        for (int row = 0; row < table.length; row++) {
            System.arraycopy(table[row], 0, values, row * columns, columns);
        }
        return FeatureMatrix.dense(table.length, columns, values);
    }

    private static FeatureMatrix compressed(float[][] table) {
        int columns = table.length == 0 ? 0 : table[0].length;
        int[] starts = new int[table.length + 1];
        int[] indices = new int[table.length * columns];
        float[] values = new float[table.length * columns];
        int count = 0;
        for (int row = 0; row < table.length; row++) {
            for (int column = 0; column < columns; column++) {
                if (!Float.isNaN(table[row][column])) {
                    indices[count] = column;
                    values[count++] = table[row][column];
                }
            }
            starts[row + 1] = count;
        }
        return FeatureMatrix.compressed(columns, starts, indices, values, Float.NaN);
    }
}
