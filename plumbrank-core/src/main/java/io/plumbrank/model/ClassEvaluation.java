package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.InOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * How a class model does on labelled data: mean target loss, in the units of the matrix as it was given, surrogate risk, and
 * what it predicts for which class.
 *
 * @param rows how many rows there were
 * @param weight Σw
 * @param meanLoss the mean target loss, by weight
 * @param surrogateRisk the mean of ψ*, by weight
 * @param confusion the weight of rows of class y (rows) that got prediction t (columns)
 * @param squaredWeights their Σw², which the standard error needs
 */
public record ClassEvaluation(
        long rows,
        double weight,
        double meanLoss,
        double surrogateRisk,
        double[][] confusion,
        double[][] squaredWeights) {

    /**
     * Streams a file of labelled instances, whose labels are indices of the loss's classes.
     *
     * @param threads of scoring; they change no bit
     * @param progress is told how many rows are done
     */
    public static ClassEvaluation of(ClassModel model, QuerySource data, int threads, LongConsumer progress) {
        Sums total = new Sums(model.loss());
        try (InOrder<Sums> workers = new InOrder<>(threads, "plumbrank-scorer", batch -> {
            total.add(batch);
            progress.accept(total.rows);
        })) {
            Rows.forEach(
                    data,
                    model.scorer().inputs(),
                    model.provenance().featureNames(),
                    rows -> workers.submit(() -> Sums.of(model, rows)));
            workers.finish();
        }
        return new ClassEvaluation(
                total.rows,
                total.weight,
                total.loss / total.weight,
                total.surrogate / total.weight,
                total.confusion,
                total.squaredWeights);
    }

    /**
     * The same predictions under another loss, which must know this one's classes and predictions by name.
     *
     * @param loss what the model was trained for
     * @throws IllegalArgumentException if the other loss lacks one of them
     */
    public ClassEvaluation under(MatrixLoss loss, LossMatrix other) {
        double[][] moved = new double[other.classes()][other.predictions()];
        double[][] movedSquares = new double[other.classes()][other.predictions()];
        double sum = 0;
        for (int y = 0; y < confusion.length; y++) {
            for (int t = 0; t < confusion[y].length; t++) {
                int label = other.classOf(loss.className(y));
                int prediction = other.predictionOf(loss.predictionName(t));
                if (label < 0 || prediction < 0) {
                    throw new IllegalArgumentException("the other loss has no "
                            + (label < 0
                                    ? "class '" + loss.className(y) + "'"
                                    : "prediction '" + loss.predictionName(t) + "'"));
                }
                moved[label][prediction] = confusion[y][t];
                movedSquares[label][prediction] = squaredWeights[y][t];
                sum += confusion[y][t] * other.given(label, prediction);
            }
        }
        return new ClassEvaluation(rows, weight, sum / weight, surrogateRisk, moved, movedSquares);
    }

    /** The standard error of {@link #meanLoss}, √Σw²(ℓ − mean)² / Σw; NaN for fewer than two rows. */
    public double standardError(MatrixLoss loss) {
        LossMatrix matrix = loss.toMatrix();
        double squares = 0;
        for (int y = 0; y < confusion.length; y++) {
            for (int t = 0; t < confusion[y].length; t++) {
                double difference = matrix.given(y, t) - meanLoss;
                squares += squaredWeights[y][t] * difference * difference;
            }
        }
        return rows < 2 ? Double.NaN : Math.sqrt(squares) / weight;
    }

    /** The weight of the rows of one class. */
    public double weight(int label) {
        return Arrays.stream(confusion[label]).sum();
    }

    /** The mean loss of the rows of one class; NaN if there are none. */
    public double meanLoss(MatrixLoss loss, int label) {
        double sum = 0;
        for (int t = 0; t < confusion[label].length; t++) {
            sum += confusion[label][t] * loss.toMatrix().given(label, t);
        }
        return sum / weight(label);
    }

    /** Sums over rows; those of a batch are made by one thread, and batches are added in their order. */
    private static final class Sums {
        private final double[][] confusion;
        private final double[][] squaredWeights;
        private long rows;
        private double weight;
        private double loss;
        private double surrogate;

        Sums(MatrixLoss loss) {
            this.confusion = new double[loss.classes()][loss.predictions().size()];
            this.squaredWeights = new double[loss.classes()][loss.predictions().size()];
        }

        static Sums of(ClassModel model, Rows rows) {
            MatrixLoss target = model.loss();
            int outputs = model.scorer().outputs();
            double[] u = new double[rows.count() * outputs];
            int[] predictions = new int[rows.count()];
            model.scorer().scoreInto(rows.features(), rows.count(), u);
            target.decodeInto(u, rows.count(), predictions);
            Sums sums = new Sums(target);
            double[] alpha = new double[outputs];
            for (int i = 0; i < rows.count(); i++) {
                int label = (int) rows.labels()[i];
                double weight = rows.weights()[i];
                target.encodeInto(label, alpha);
                sums.rows++;
                sums.weight += weight;
                sums.loss += weight * target.toMatrix().given(label, predictions[i]);
                sums.surrogate += weight * ClassTrainer.squaredDistance(u, i * outputs, alpha);
                sums.confusion[label][predictions[i]] += weight;
                sums.squaredWeights[label][predictions[i]] += weight * weight;
            }
            return sums;
        }

        void add(Sums other) {
            rows += other.rows;
            weight += other.weight;
            loss += other.loss;
            surrogate += other.surrogate;
            for (int y = 0; y < confusion.length; y++) {
                for (int t = 0; t < confusion[y].length; t++) {
                    confusion[y][t] += other.confusion[y][t];
                    squaredWeights[y][t] += other.squaredWeights[y][t];
                }
            }
        }
    }
}
