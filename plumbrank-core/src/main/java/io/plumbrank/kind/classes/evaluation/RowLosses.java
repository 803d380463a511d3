package io.plumbrank.kind.classes.evaluation;

import io.plumbrank.data.QuerySource;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.PValues;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The loss of each row with one classifier, or by the decisions of a file, so that two can be compared row by row.
 *
 * @param losses one per row
 * @param weights one per row
 */
public record RowLosses(double[] losses, double[] weights) {
    /**
     * Of labelled data, whose labels are indices of the classifier's own classes.
     *
     * @param counted the loss to count, which must know the classifier's classes and predictions by name
     * @throws IllegalArgumentException if it lacks one of them
     */
    public static RowLosses of(Classifier classifier, QuerySource data, LossMatrix counted, int threads) {
        return of(classifier, classifier.task(), data, counted, threads);
    }

    private static <T> RowLosses of(
            Classifier classifier, ClassTask<T> task, QuerySource data, LossMatrix counted, int threads) {
        ClassLoss<T> own = task.loss();
        List<double[]> rows = new ArrayList<>();
        classifier.forEachBatch(
                data,
                threads,
                (batch, outputs) -> {
                    List<T> predictions = task.decodeAll(outputs.u()[0], batch.size());
                    List<double[]> costs = new ArrayList<>();
                    for (int i = 0; i < batch.size(); i++) {
                        String name = own.className((int) batch.get(i).query().label(0));
                        String predicted = own.predictionName(predictions.get(i));
                        int label = counted.classOf(name);
                        int prediction = counted.predictionOf(predicted);
                        if (label < 0 || prediction < 0) {
                            throw new IllegalArgumentException("the loss that is counted has no "
                                    + (label < 0 ? "class '" + name + "'" : "prediction '" + predicted + "'"));
                        }
                        costs.add(new double[] {
                            counted.given(label, prediction), batch.get(i).weight()
                        });
                    }
                    return costs;
                },
                rows::addAll);
        return new RowLosses(
                rows.stream().mapToDouble(row -> row[0]).toArray(),
                rows.stream().mapToDouble(row -> row[1]).toArray());
    }

    /**
     * Losses of decisions that anyone made for labelled data.
     *
     * @param decisions a prediction of {@code counted} per row
     * @param data whose labels are classes of {@code counted}
     * @throws IllegalArgumentException if there are more or fewer decisions than rows
     */
    public static RowLosses of(int[] decisions, QuerySource data, LossMatrix counted) {
        double[] losses = new double[decisions.length];
        double[] weights = new double[decisions.length];
        int[] rows = {0};
        data.visit(query -> {
            int row = rows[0]++;
            if (row < losses.length) {
                losses[row] = counted.given((int) query.label(0), decisions[row]);
                weights[row] = query.weight();
            }
        });
        if (rows[0] != losses.length) {
            throw new IllegalArgumentException(losses.length + " decisions for " + rows[0] + " rows of " + data.file());
        }
        return new RowLosses(losses, weights);
    }

    /** The mean by weight. */
    public double mean() {
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < losses.length; i++) {
            sum += weights[i] * losses[i];
            weight += weights[i];
        }
        return sum / weight;
    }

    /** The mean with its error. */
    public Estimate estimate() {
        double mean = mean();
        double squares = 0;
        double weight = 0;
        double squaredWeight = 0;
        for (int i = 0; i < losses.length; i++) {
            squares += weights[i] * weights[i] * (losses[i] - mean) * (losses[i] - mean);
            weight += weights[i];
            squaredWeight += weights[i] * weights[i];
        }
        return Estimate.ofMean(mean, weight, squaredWeight, squares);
    }

    /** Two-sided p that these rows cost as much as with another classifier, paired by row. */
    public PValues against(RowLosses other, Resamples how) {
        double[] differences = new double[losses.length];
        for (int i = 0; i < losses.length; i++) {
            differences[i] = weights[i] * (losses[i] - other.losses[i]);
        }
        return Evaluation.test(differences, how);
    }
}
