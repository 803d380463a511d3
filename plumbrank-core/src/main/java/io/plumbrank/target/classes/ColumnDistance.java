package io.plumbrank.target.classes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** How far columns of a matrix lie apart. */
final class ColumnDistance {
    private ColumnDistance() {}

    /**
     * The largest distance between two columns of a matrix by rows. Longest columns first: once two norms add up to no more than the
     * distance found, no later pair can beat it.
     */
    static double largest(double[][] b, int predictions) {
        double[][] columns = new double[predictions][b.length];
        for (int t = 0; t < columns.length; t++) {
            for (int i = 0; i < b.length; i++) {
                columns[t][i] = b[i][t];
            }
        }
        double[] norms = Arrays.stream(columns)
                .mapToDouble(column -> Math.sqrt(CentredSvd.dot(column, column)))
                .toArray();
        int[] order = IntStream.range(0, norms.length)
                .boxed()
                .sorted(Comparator.comparingDouble(t -> -norms[t]))
                .mapToInt(Integer::intValue)
                .toArray();
        double largest = 0;
        for (int i = 0; i < order.length; i++) {
            for (int j = i + 1; j < order.length && norms[order[i]] + norms[order[j]] > largest; j++) {
                double square = 0;
                for (int at = 0; at < b.length; at++) {
                    double difference = columns[order[i]][at] - columns[order[j]][at];
                    square += difference * difference;
                }
                largest = Math.max(largest, Math.sqrt(square));
            }
        }
        return largest;
    }
}
