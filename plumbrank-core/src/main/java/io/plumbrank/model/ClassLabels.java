package io.plumbrank.model;

import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.target.LossMatrix;
import java.util.List;
import java.util.stream.IntStream;

/** What the labels of a data file mean to a loss matrix. */
public final class ClassLabels {
    private ClassLabels() {}

    /** The labels of data that go with a matrix: the names of its classes. */
    public static Labels of(LossMatrix matrix) {
        return Labels.classes(matrix.classNames());
    }

    /**
     * A matrix without class names, n × k, counts its classes as the data do: from 0 if the data hold a label 0, else from 1.
     * Predictions without names count alike. A matrix with class names is returned as it is.
     *
     * @param data with labels as numbers; read up to the first label that decides, which is 0 or n
     */
    public static LossMatrix countedAsIn(LossMatrix matrix, QuerySource data) {
        int n = matrix.classes();
        return isNumbered(matrix) && holdsZero(data, n) ? countedFromZero(matrix) : matrix;
    }

    /** Whether a matrix came without class names and counts its classes from 1. */
    public static boolean isNumbered(LossMatrix matrix) {
        return matrix.classNames().equals(numbered(1, matrix.classes()));
    }

    /** A matrix without class names counted as another of its size is, from 0 or from 1. */
    public static LossMatrix countedAs(LossMatrix matrix, LossMatrix other) {
        boolean fromZero = other.classNames().equals(numbered(0, other.classes()));
        return isNumbered(matrix) && fromZero ? countedFromZero(matrix) : matrix;
    }

    private static LossMatrix countedFromZero(LossMatrix matrix) {
        int n = matrix.classes();
        boolean predictionsToo = matrix.predictionNames().equals(numbered(1, matrix.predictions()));
        return LossMatrix.of(
                matrix.toArray(),
                numbered(0, n),
                predictionsToo ? numbered(0, matrix.predictions()) : matrix.predictionNames());
    }

    private static boolean holdsZero(QuerySource data, int n) {
        boolean[] zero = {false};
        StopReading.at(data, query -> {
            zero[0] = query.label(0) == 0;
            return zero[0] || query.label(0) == n;
        });
        return zero[0];
    }

    private static List<String> numbered(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(Integer::toString).toList();
    }
}
