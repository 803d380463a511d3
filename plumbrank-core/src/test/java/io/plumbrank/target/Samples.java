package io.plumbrank.target;

import java.util.Random;

/** Random distributions, vectors and matrices, and expectations by definition. */
public final class Samples {
    private Samples() {}

    /** From the corners, the faces and the inside of the simplex. */
    public static double[] distribution(int n, Random random) {
        double[] p = new double[n];
        int kind = random.nextInt(4);
        if (kind == 0) {
            p[random.nextInt(n)] = 1;
            return p;
        }
        double sum = 0;
        for (int y = 0; y < n; y++) {
            boolean present = kind != 1 || random.nextInt(3) == 0 || y == n - 1;
            // Equal weights make ties; powers of exponentials are Dirichlet-like and skewed.
            double weight =
                    kind == 2 ? random.nextInt(3) + (y == 0 ? 1 : 0) : Math.pow(-Math.log(1 - random.nextDouble()), 2);
            p[y] = present ? weight : 0;
            sum += p[y];
        }
        for (int y = 0; y < n; y++) {
            p[y] /= sum;
        }
        return p;
    }

    /** Near to and far from the mean, over many orders of magnitude. */
    public static double[] near(double[] mean, Random random) {
        double scale = Math.pow(10, random.nextDouble() * 5 - 4);
        double[] u = mean.clone();
        for (int i = 0; i < u.length; i++) {
            u[i] += scale * random.nextGaussian();
        }
        return u;
    }

    public static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    /** A matrix of whole numbers of given shape: with ties, of low rank, constant, additive, or any. */
    public static double[][] wholeNumbers(int n, int k, Random random) {
        int rank = 1 + random.nextInt(Math.min(n, k));
        int kind = random.nextInt(5);
        int constant = random.nextInt(4);
        int[][] a = small(n, rank, random);
        int[][] b = small(rank, k, random);
        int[][] c = small(n, 1, random);
        int[][] s = small(k, 1, random);
        double[][] matrix = new double[n][k];
        for (int y = 0; y < n; y++) {
            for (int t = 0; t < k; t++) {
                int product = 0;
                for (int i = 0; i < rank; i++) {
                    product += a[y][i] * b[i][t];
                }
                matrix[y][t] = switch (kind) {
                    case 0 -> random.nextInt(3);
                    case 1 -> product;
                    case 2 -> product + c[y][0] + s[t][0];
                    case 3 -> random.nextInt(8) == 0 ? c[y][0] + s[t][0] : constant;
                    default -> random.nextBoolean() ? constant : c[y][0];
                };
            }
        }
        return matrix;
    }

    private static int[][] small(int rows, int columns, Random random) {
        int[][] matrix = new int[rows][columns];
        for (int[] row : matrix) {
            for (int j = 0; j < columns; j++) {
                row[j] = random.nextInt(7) - 2;
            }
        }
        return matrix;
    }

    /** A matrix of reals of given rank, up to rounding. */
    public static double[][] lowRank(int n, int k, int rank, Random random) {
        double[][] matrix = new double[n][k];
        for (int i = 0; i < rank; i++) {
            double[] b = random.doubles(k).toArray();
            for (int y = 0; y < n; y++) {
                double a = random.nextDouble();
                for (int t = 0; t < k; t++) {
                    matrix[y][t] += a * b[t];
                }
            }
        }
        return matrix;
    }
}
