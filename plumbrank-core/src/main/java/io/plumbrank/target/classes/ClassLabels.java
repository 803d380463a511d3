package io.plumbrank.target.classes;

import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.stream.IntStream;

/** What the labels of a data file are to a loss over classes. */
public final class ClassLabels {
    private static final int MOST_NAMES = 1 << 20;

    private ClassLabels() {}

    /**
     * The names of the loss's classes.
     *
     * @throws IllegalArgumentException if there are too many to list
     */
    public static Labels of(ClassLoss<?> loss) {
        if (loss.classes() > MOST_NAMES) {
            throw new IllegalArgumentException(
                    loss + " has " + loss.classes() + " classes; data can have at most " + MOST_NAMES);
        }
        return Labels.classes(
                IntStream.range(0, loss.classes()).mapToObj(loss::className).toList());
    }

    /**
     * A matrix without class names, n × k, counts its classes as the data do: from 0 if the data hold a label 0, from 1 if they
     * hold a label n. Predictions without names count alike. A matrix with class names is returned as it is.
     *
     * @param data with labels as numbers; read up to the first label that decides, which is 0 or n
     * @throws InputException if there is neither: to guess would be to give each class the row of its neighbour
     */
    public static LossMatrix countedAsIn(LossMatrix matrix, QuerySource data) {
        return isNumbered(matrix) && holdsZero(data, matrix.classes()) ? countedFromZero(matrix) : matrix;
    }

    /** A loss whose classes go by numbers, counted as in the data. */
    public static ClassLoss<?> countedAsIn(ClassLoss<?> loss, QuerySource data) {
        return isNumbered(loss) && holdsZero(data, loss.classes()) ? loss.countedFrom(0) : loss;
    }

    /** Whether classes go by numbers from 1, which may be because nobody said otherwise. */
    public static boolean isNumbered(ClassLoss<?> loss) {
        return loss.countedFrom(0).first() == 0;
    }

    /** Whether a matrix came without class names and counts its classes from 1. */
    public static boolean isNumbered(LossMatrix matrix) {
        return !matrix.hasOwnClassNames() && matrix.classNames().equals(numbered(1, matrix.classes()));
    }

    /** A matrix without class names counted as the classes of a loss are, from 0 or from 1. */
    public static LossMatrix countedAs(LossMatrix matrix, ClassLoss<?> loss) {
        return isNumbered(matrix) && loss.className(0).equals("0") ? countedFromZero(matrix) : matrix;
    }

    /**
     * A matrix with its rows in the order of a loss's classes.
     *
     * @throws IllegalArgumentException if it lacks one of them, or has others; the message is one line for the user
     */
    public static LossMatrix ordered(LossMatrix matrix, ClassLoss<?> loss) {
        int n = loss.classes();
        if (matrix.classes() != n) {
            throw new IllegalArgumentException(
                    "the costs are for " + matrix.classes() + " classes, and the model has " + n);
        }
        double[][] rows = new double[n][matrix.predictions()];
        List<String> names = IntStream.range(0, n).mapToObj(loss::className).toList();
        for (int y = 0; y < n; y++) {
            int row = matrix.classOf(names.get(y));
            if (row < 0) {
                throw new IllegalArgumentException("the costs have no row for the class '" + names.get(y)
                        + "' of the model: name the rows as the model's classes");
            }
            for (int t = 0; t < rows[y].length; t++) {
                rows[y][t] = matrix.given(row, t);
            }
        }
        return LossMatrix.of(rows, names, matrix.predictionNames());
    }

    private static LossMatrix countedFromZero(LossMatrix matrix) {
        int n = matrix.classes();
        boolean predictionsToo = matrix.predictionNames().equals(numbered(1, matrix.predictions()));
        return LossMatrix.of(
                matrix.toArray(),
                numbered(0, n),
                predictionsToo ? numbered(0, matrix.predictions()) : matrix.predictionNames());
    }

    /** A matrix without class names whose classes count from 0 or from 1; one with names as it is. */
    public static LossMatrix countedFrom(LossMatrix matrix, int first) {
        return isNumbered(matrix) && first == 0 ? countedFromZero(matrix) : matrix;
    }

    private static boolean holdsZero(QuerySource data, int n) {
        double[] decides = {Double.NaN};
        data.visitUntil(query -> {
            double label = query.label(0);
            decides[0] = label == 0 || label == n ? label : Double.NaN;
            return !Double.isNaN(decides[0]);
        });
        if (Double.isNaN(decides[0])) {
            throw new InputException(
                    data.file().toString(),
                    0,
                    "neither class 0 nor class " + n + " among its labels, and a matrix of " + n
                            + " classes without names",
                    "to be told the first class, 0 or 1, or names in the matrix");
        }
        return decides[0] == 0;
    }

    private static List<String> numbered(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(Integer::toString).toList();
    }
}
