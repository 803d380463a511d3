package io.plumbrank.target;

import io.plumbrank.target.classes.Factorization;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** Ranks of matrices of whole numbers or decimals in exact arithmetic: the oracle for {@link Factorization}. */
public final class ExactRanks {
    private ExactRanks() {}

    /** A double stands for the shortest decimal that rounds to it, so 0.1 is one tenth. */
    public static BigInteger[][] scaledToIntegers(double[][] matrix) {
        int scale = Arrays.stream(matrix)
                .flatMapToDouble(Arrays::stream)
                .mapToInt(value -> Math.max(0, BigDecimal.valueOf(value).scale()))
                .max()
                .orElse(0);
        return Arrays.stream(matrix)
                .map(row -> Arrays.stream(row)
                        .mapToObj(value ->
                                BigDecimal.valueOf(value).movePointRight(scale).toBigIntegerExact())
                        .toArray(BigInteger[]::new))
                .toArray(BigInteger[][]::new);
    }

    /** By fraction-free elimination (Bareiss). */
    public static int rank(BigInteger[][] matrix) {
        BigInteger[][] m = Arrays.stream(matrix).map(BigInteger[]::clone).toArray(BigInteger[][]::new);
        BigInteger previous = BigInteger.ONE;
        int rank = 0;
        for (int column = 0; column < m[0].length && rank < m.length; column++) {
            int pivot = rank;
            while (pivot < m.length && m[pivot][column].signum() == 0) {
                pivot++;
            }
            if (pivot == m.length) {
                continue;
            }
            BigInteger[] swap = m[rank];
            m[rank] = m[pivot];
            m[pivot] = swap;
            for (int row = rank + 1; row < m.length; row++) {
                for (int j = m[0].length - 1; j >= column; j--) {
                    m[row][j] = m[row][j]
                            .multiply(m[rank][column])
                            .subtract(m[rank][j].multiply(m[row][column]))
                            .divide(previous);
                }
            }
            previous = m[rank][column];
            rank++;
        }
        return rank;
    }

    /** nk times (I − 11ᵀ/n) M (I − 11ᵀ/k). */
    public static BigInteger[][] doublyCentred(BigInteger[][] matrix) {
        return transposed(columnsCentred(transposed(columnsCentred(matrix))));
    }

    /** k times M (I − 11ᵀ/k): the mean column is taken out of every column. */
    public static BigInteger[][] columnsCentred(BigInteger[][] matrix) {
        return Arrays.stream(matrix)
                .map(row -> {
                    BigInteger sum = Arrays.stream(row).reduce(BigInteger.ZERO, BigInteger::add);
                    return Arrays.stream(row)
                            .map(value -> value.multiply(BigInteger.valueOf(row.length))
                                    .subtract(sum))
                            .toArray(BigInteger[]::new);
                })
                .toArray(BigInteger[][]::new);
    }

    private static BigInteger[][] transposed(BigInteger[][] matrix) {
        BigInteger[][] transposed = new BigInteger[matrix[0].length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix[0].length; j++) {
                transposed[j][i] = matrix[i][j];
            }
        }
        return transposed;
    }
}
