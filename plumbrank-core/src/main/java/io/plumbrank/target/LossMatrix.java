package io.plumbrank.target;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An immutable matrix of losses L_yt = ℓ(y,t), classes × predictions, not necessarily square, with a name for every
 * class and prediction.
 *
 * <p>Losses are at most 10¹⁵⁰ and not negative. A row with a negative entry is raised so that its smallest entry is 0, and
 * {@link #notes} says so: p·ℓ_t changes by the same amount for all t, so no distribution changes its best predictions.
 *
 * <pre>{@code
 * LossMatrix triage = LossMatrix.of(new double[][] {{0, 1, 3}, {5, 0, 1}, {50, 10, 0}});
 * int cheapest = MatrixLoss.of(triage).decode(u);
 * }</pre>
 */
public final class LossMatrix implements Serializable {
    private static final long serialVersionUID = 1;

    /** Beyond this the squares in a surrogate or a norm may overflow. */
    public static final double LARGEST = 1e150;

    private static final int NAMED_IN_NOTE = 5;

    private final int classes;
    private final int predictions;
    private final double[] values;
    private final double[] raised;
    private final List<String> classNames;
    private final List<String> predictionNames;
    private final Map<String, Integer> classIndex;
    private final Map<String, Integer> predictionIndex;
    private boolean ownClassNames;
    private String readingNote = "";

    /** Takes the row-major values, which belong to the matrix from here on and are at most {@link #LARGEST} in size. */
    LossMatrix(double[] values, List<String> classNames, List<String> predictionNames) {
        this.classes = classNames.size();
        this.predictions = predictionNames.size();
        this.values = values;
        this.raised = new double[classes];
        this.classNames = List.copyOf(classNames);
        this.predictionNames = List.copyOf(predictionNames);
        this.classIndex = index(classNames, "classes");
        this.predictionIndex = index(predictionNames, "predictions");
        for (int y = 0; y < classes; y++) {
            raiseRow(y);
        }
    }

    /** A copy of these losses, one row per class; classes and predictions are called 1, 2, …. */
    public static LossMatrix of(double[][] losses) {
        int predictions = losses.length == 0 ? 0 : losses[0].length;
        return of(losses, numbered(losses.length), numbered(predictions));
    }

    /**
     * A copy of these losses, one row per class.
     *
     * @throws IllegalArgumentException unless the rows are equally long, not empty, and of numbers up to 10¹⁵⁰, and the
     *     names are as many and all different
     */
    public static LossMatrix of(double[][] losses, List<String> classNames, List<String> predictionNames) {
        int n = losses.length;
        int k = n == 0 ? 0 : losses[0].length;
        if (n == 0 || k == 0) {
            throw new IllegalArgumentException(
                    "a loss matrix has at least one class and one prediction, got " + n + " × " + k);
        }
        if (classNames.size() != n || predictionNames.size() != k) {
            throw new IllegalArgumentException(classNames.size() + " class names and " + predictionNames.size()
                    + " prediction names for a matrix of " + n + " × " + k);
        }
        double[] values = new double[Math.multiplyExact(n, k)];
        for (int y = 0; y < n; y++) {
            if (losses[y].length != k) {
                throw new IllegalArgumentException(
                        "row " + y + " has " + losses[y].length + " entries, row 0 has " + k);
            }
            for (int t = 0; t < k; t++) {
                if (!(Math.abs(losses[y][t]) <= LARGEST)) {
                    throw new IllegalArgumentException("the loss in row " + y + ", column " + t + " must be at most "
                            + LARGEST + " in size, got " + losses[y][t]);
                }
                values[y * k + t] = losses[y][t];
            }
        }
        return new LossMatrix(values, classNames, predictionNames);
    }

    /**
     * Reads a CSV file: a row per class, a column per prediction. A first row that holds no numbers names the
     * predictions, a first column that holds no numbers names the classes; with both, the corner cell is ignored. An empty first cell
     * says that the first row and column are names, be they numbers or not. Numbers below a word that count from 0 or 1 name classes,
     * unless the matrix is square with them; other numbers below a word are refused where they may be names. A row
     * or column that mixes names and numbers is an error, since a mistyped number must not pass for a name.
     *
     * @throws io.plumbrank.util.InputException if the file is not such a matrix or cannot be read
     */
    public static LossMatrix read(Path file) {
        return new LossMatrixReader(file).read();
    }

    /** Marks the names of a fresh matrix as its own. */
    LossMatrix withOwnClassNames(String note) {
        ownClassNames = true;
        readingNote = note;
        return this;
    }

    /** Whether a file named the classes; else they have numbers because nobody named them. */
    public boolean hasOwnClassNames() {
        return ownClassNames;
    }

    /** The names 1, 2, …, count. */
    static List<String> numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    }

    /** n, the number of classes (rows). */
    public int classes() {
        return classes;
    }

    /** k, the number of predictions (columns). */
    public int predictions() {
        return predictions;
    }

    /** ℓ(y,t), both 0-based. */
    public double loss(int label, int prediction) {
        Objects.checkIndex(label, classes);
        Objects.checkIndex(prediction, predictions);
        return values[label * predictions + prediction];
    }

    /** The loss as it was given, before a row with a negative entry was raised. */
    public double given(int label, int prediction) {
        return loss(label, prediction) - raised[label];
    }

    /** A matrix as a model file keeps it: raised losses, and by how much each row was raised. */
    public static LossMatrix restore(
            double[][] raisedLosses, double[] raised, List<String> classNames, List<String> predictionNames) {
        LossMatrix matrix = of(raisedLosses, classNames, predictionNames);
        if (raised.length != matrix.classes) {
            throw new IllegalArgumentException(raised.length + " raises for " + matrix.classes + " classes");
        }
        for (int y = 0; y < raised.length; y++) {
            if (matrix.raised[y] != 0 || !(raised[y] >= 0 && raised[y] <= LARGEST)) {
                throw new IllegalArgumentException("row " + y + " has a negative loss or raise");
            }
            matrix.raised[y] = raised[y];
        }
        return matrix;
    }

    /** What was added to a row because it held a negative entry, 0 for most. */
    public double raisedBy(int label) {
        return raised[label];
    }

    /** What was changed while taking the matrix in, in sentences for the user; mostly empty. */
    public List<String> notes() {
        List<String> rows = new ArrayList<>();
        int count = 0;
        for (int y = 0; y < classes; y++) {
            if (raised[y] > 0 && count++ < NAMED_IN_NOTE) {
                rows.add("'" + classNames.get(y) + "' by " + raised[y]);
            }
        }
        List<String> notes = new ArrayList<>(readingNote.isEmpty() ? List.of() : List.of(readingNote));
        if (count == 0) {
            return notes;
        }
        String more = count > NAMED_IN_NOTE ? " and " + (count - NAMED_IN_NOTE) + " more" : "";
        String what = count == 1
                ? "1 row has a negative entry and was raised until its"
                : count + " rows have a negative entry and were raised until their";
        notes.add(what + " smallest entry is 0, which changes no best prediction: " + String.join(", ", rows) + more
                + ".");
        return notes;
    }

    public String className(int label) {
        return classNames.get(label);
    }

    public String predictionName(int prediction) {
        return predictionNames.get(prediction);
    }

    public List<String> classNames() {
        return classNames;
    }

    public List<String> predictionNames() {
        return predictionNames;
    }

    /** The class of this name, or −1. */
    public int classOf(String name) {
        return classIndex.getOrDefault(name, -1);
    }

    /** The prediction of this name, or −1. */
    public int predictionOf(String name) {
        return predictionIndex.getOrDefault(name, -1);
    }

    /** The groups of two or more predictions that cost exactly the same for every class, each in ascending order. */
    public List<List<Integer>> equalPredictions() {
        return ColumnOrder.equal(values, classes, predictions);
    }

    /**
     * The predictions that are never better and somewhere worse than another, ascending, each with the first that
     * dominates it. Such a prediction can be best only where the classes for which it is worse are ruled out, and even
     * there it only ties. O(nk) where most predictions are the only best one for some class, O(nk²) at worst.
     */
    public List<Dominated> dominatedPredictions() {
        return ColumnOrder.dominated(values, classes, predictions);
    }

    /** The losses as a fresh array, one row per class. */
    public double[][] toArray() {
        double[][] rows = new double[classes][predictions];
        for (int y = 0; y < classes; y++) {
            System.arraycopy(values, y * predictions, rows[y], 0, predictions);
        }
        return rows;
    }

    /** The losses row by row; a copy. */
    public double[] values() {
        return values.clone();
    }

    private void raiseRow(int y) {
        int start = y * predictions;
        double smallest = 0;
        for (int t = 0; t < predictions; t++) {
            smallest = Math.min(smallest, values[start + t]);
        }
        if (smallest < 0) {
            raised[y] = -smallest;
            for (int t = 0; t < predictions; t++) {
                values[start + t] -= smallest;
            }
        }
    }

    private static Map<String, Integer> index(List<String> names, String what) {
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (index.putIfAbsent(names.get(i), i) != null) {
                throw new IllegalArgumentException("two " + what + " are called '" + names.get(i) + "'");
            }
        }
        return Map.copyOf(index);
    }

    /**
     * A prediction that another one makes needless.
     *
     * @param prediction costs at least as much as {@code by} for every class and more for some
     * @param by the first prediction that dominates it
     */
    public record Dominated(int prediction, int by) {}
}
