package io.plumbrank.kind.classes.evaluation;

import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.learn.Outputs;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.task.QueryInstance;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a classifier does on labelled data: mean target loss, in the units in which the loss was given, surrogate risk, and what it
 * predicts for which class.
 *
 * @param rows how many rows there were
 * @param weight Σw
 * @param meanLoss the mean target loss, by weight
 * @param surrogateRisk the mean of ψ*, by weight
 * @param cells what was predicted for which class, where that was at all
 * @param reliability of the probabilities of classes; null where the model holds none
 */
public record ClassEvaluation(
        long rows,
        double weight,
        double meanLoss,
        double surrogateRisk,
        Map<Cell, Tally> cells,
        @Nullable Reliability reliability) {

    /**
     * A class and what was predicted for it.
     *
     * @param label index of the class
     * @param prediction by its name
     */
    public record Cell(int label, String prediction) {}

    /**
     * The rows of a cell.
     *
     * @param weight Σw
     * @param squaredWeight Σw², which the standard error needs
     * @param loss of the prediction for the class
     */
    public record Tally(double weight, double squaredWeight, double loss) {
        private Tally plus(Tally other) {
            return new Tally(weight + other.weight, squaredWeight + other.squaredWeight, loss);
        }
    }

    /**
     * Streams a file of labelled instances, whose labels are indices of the loss's classes.
     *
     * @param threads of scoring; they change no bit
     * @param progress is told how many rows are done
     */
    public static ClassEvaluation of(Classifier classifier, QuerySource data, int threads, LongConsumer progress) {
        Sums total = new Sums();
        classifier.forEachBatch(data, threads, (rows, outputs) -> Sums.of(classifier.task(), rows, outputs), batch -> {
            total.add(batch);
            progress.accept(total.rows);
        });
        return new ClassEvaluation(
                total.rows,
                total.weight,
                total.loss / total.weight,
                total.surrogate / total.weight,
                total.cells,
                classifier.holdsProbabilities() ? total.reliability.reliability() : null);
    }

    /**
     * The same predictions under another loss, which must know this one's classes and predictions by name.
     *
     * @param loss what the classifier was trained for
     * @throws IllegalArgumentException if the other loss lacks one of them
     */
    public ClassEvaluation under(ClassLoss<?> loss, LossMatrix other) {
        Map<Cell, Tally> moved = newCells();
        double sum = 0;
        for (int y = 0; y < loss.classes(); y++) {
            requireKnown(other.classOf(loss.className(y)), "class", loss.className(y));
        }
        for (Map.Entry<Cell, Tally> entry : cells.entrySet()) {
            Cell cell = entry.getKey();
            int label = other.classOf(loss.className(cell.label));
            int prediction = requireKnown(other.predictionOf(cell.prediction), "prediction", cell.prediction);
            Tally tally = entry.getValue();
            double cost = other.given(label, prediction);
            moved.put(new Cell(label, cell.prediction), new Tally(tally.weight, tally.squaredWeight, cost));
            sum += tally.weight * cost;
        }
        return new ClassEvaluation(rows, weight, sum / weight, surrogateRisk, moved, reliability);
    }

    private static int requireKnown(int index, String what, String name) {
        if (index < 0) {
            throw new IllegalArgumentException("the other loss has no " + what + " '" + name
                    + "' of the model: name its rows as the model's classes and its columns as the predictions");
        }
        return index;
    }

    private static Map<Cell, Tally> newCells() {
        return new TreeMap<>(Comparator.comparingInt(Cell::label).thenComparing(Cell::prediction));
    }

    /** The mean loss with its error. */
    public Estimate estimate() {
        double squares = 0;
        double squaredWeight = 0;
        for (Tally tally : cells.values()) {
            double difference = tally.loss - meanLoss;
            squares += tally.squaredWeight * difference * difference;
            squaredWeight += tally.squaredWeight;
        }
        return Estimate.ofMean(meanLoss, weight, squaredWeight, squares);
    }

    /** The weight of the rows of one class. */
    public double weight(int label) {
        return cells.entrySet().stream()
                .filter(entry -> entry.getKey().label == label)
                .mapToDouble(entry -> entry.getValue().weight)
                .sum();
    }

    /** The weight of the rows of one class with one prediction. */
    public double weight(int label, String prediction) {
        Tally tally = cells.get(new Cell(label, prediction));
        return tally == null ? 0 : tally.weight;
    }

    /** The mean loss of the rows of one class; NaN if there are none. */
    public double meanLoss(int label) {
        double sum = cells.entrySet().stream()
                .filter(entry -> entry.getKey().label == label)
                .mapToDouble(entry -> entry.getValue().weight * entry.getValue().loss)
                .sum();
        return sum / weight(label);
    }

    /** Sums over rows; those of a batch are made by one thread, and batches are added in their order. */
    private static final class Sums {
        private final Map<Cell, Tally> cells = newCells();
        private long rows;
        private double weight;
        private double loss;
        private double surrogate;
        private final Reliability.Sums reliability = new Reliability.Sums();

        static <T> Sums of(ClassTask<T> task, List<QueryInstance> rows, Outputs outputs) {
            ClassLoss<T> target = task.loss();
            Sums sums = new Sums();
            double[] u = outputs.u()[0];
            int size = outputs.outputs()[0];
            List<T> predictions = task.decodeAll(u, rows.size());
            double[] p = new double[target.classes()];
            for (int i = 0; i < rows.size(); i++) {
                QueryInstance row = rows.get(i);
                int label = task.label(row);
                double own = row.weight();
                double cost = target.given(label, predictions.get(i));
                sums.rows++;
                sums.weight += own;
                sums.loss += own * cost;
                double risk = task.risk(label, u, i * size);
                sums.surrogate += own * risk;
                if (task.holdsProbabilities()) {
                    task.map().probabilitiesInto(u, i * size, p);
                    sums.reliability.add(p, label, own, risk);
                }
                Cell cell = new Cell(label, target.predictionName(predictions.get(i)));
                sums.cells.merge(cell, new Tally(own, own * own, cost), Tally::plus);
            }
            return sums;
        }

        void add(Sums other) {
            rows += other.rows;
            weight += other.weight;
            loss += other.loss;
            surrogate += other.surrogate;
            reliability.add(other.reliability);
            other.cells.forEach((cell, tally) -> cells.merge(cell, tally, Tally::plus));
        }
    }
}
