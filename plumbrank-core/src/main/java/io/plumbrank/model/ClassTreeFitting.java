package io.plumbrank.model;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.target.MatrixLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits boosted trees to the encoded labels by least squares, trees of its own for each output, and stops on the mean target
 * loss of decoded scores, as {@link TreeBoosting} says. In memory.
 */
final class ClassTreeFitting {
    private final MatrixLoss loss;
    private final TreeSettings settings;
    private final RidgeLearner learner;
    private final @Nullable Folds folds;

    /**
     * @param learner whose seed and threads count
     * @param folds null for a validation file
     */
    ClassTreeFitting(MatrixLoss loss, TreeSettings settings, RidgeLearner learner, @Nullable Folds folds) {
        this.loss = loss;
        this.settings = settings;
        this.learner = learner;
        this.folds = folds;
    }

    /**
     * The trees, and how they do on the validation file, or on each fold if fitted without it.
     *
     * @param rows of training
     * @param meanLoss the mean target loss there
     * @param surrogateRisk likewise
     * @param note a whole sentence
     */
    record Fitted(Scorer scorer, long rows, double meanLoss, double surrogateRisk, String note) {}

    /** @param valid null to validate on folds */
    Fitted fit(QuerySource train, @Nullable QuerySource valid, Progress progress) {
        progress.begin("load");
        Instances all = load(train);
        int inputs = all.queries.stream().mapToInt(Query::featureCount).max().orElse(0);
        Instances held = valid == null ? all : load(valid);
        FeatureCheck.requireNames(held.source, train.featureNames());
        for (Instances instances : List.of(all, held)) {
            TreeBoosting.requireMatrix(instances.source, instances.queries.size(), inputs);
            TreeBoosting.requireMatrix(instances.source, instances.queries.size(), loss.encodedSize());
        }
        held.queries.forEach(query -> FeatureCheck.requireCount(held.source, query, inputs));

        Boosted boosted = new TreeBoosting(settings, learner, folds, progress).boost(fold -> {
            if (fold < 0) {
                TreeTask task = task(all, fold, inputs);
                return valid == null ? task : validated(task, held, fold);
            }
            Instances in = all.of(row -> isIn(fold, row));
            return validated(task(all.of(row -> !isIn(fold, row)), fold, inputs), in, fold);
        });
        double lossSum = 0;
        double surrogateSum = 0;
        for (int fold = 0; fold < boosted.validation().size(); fold++) {
            int only = fold;
            Instances rows = valid == null ? all.of(row -> isIn(only, row)) : held;
            double[] scores = new double[rows.queries.size() * loss.encodedSize()];
            boosted.validation().get(fold).scoreInto(rows.matrix(inputs).x(), rows.queries.size(), scores);
            Sums sums = sums(rows, scores);
            lossSum += sums.loss;
            surrogateSum += sums.surrogate;
        }
        double weight = held.weight();
        return new Fitted(boosted.whole(), all.queries.size(), lossSum / weight, surrogateSum / weight, boosted.note());
    }

    /** Rows in memory, each a query of one item. */
    private record Instances(QuerySource source, List<Query> queries) {
        Instances of(IntPredicate chosen) {
            return new Instances(
                    source,
                    IntStream.range(0, queries.size())
                            .filter(chosen)
                            .mapToObj(queries::get)
                            .toList());
        }

        TreeRows matrix(int inputs) {
            float[] x = new float[queries.size() * inputs];
            float[] row = new float[inputs];
            for (int i = 0; i < queries.size(); i++) {
                queries.get(i).featuresInto(0, row);
                System.arraycopy(row, 0, x, i * inputs, inputs);
            }
            return TreeRows.of(x, inputs);
        }

        double weight() {
            return queries.stream().mapToDouble(Query::weight).sum();
        }
    }

    private Instances load(QuerySource source) {
        List<Query> queries = new ArrayList<>();
        source.visit(queries::add);
        if (queries.isEmpty() || (folds != null && queries.size() < folds.count())) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    "too few rows",
                    folds == null
                            ? "at least one"
                            : "at least one for each of the " + folds.count()
                                    + " folds (--folds), or a file for --valid");
        }
        return new Instances(source, queries);
    }

    private boolean isIn(int fold, int row) {
        return folds != null && folds.of(row) == fold;
    }

    private TreeTask task(Instances rows, int fold, int inputs) {
        TreeBoosting.requireWeight(rows.source, rows.weight(), fold);
        int outputs = loss.encodedSize();
        double[] targets = new double[rows.queries.size() * outputs];
        double[] alpha = new double[outputs];
        for (int i = 0; i < rows.queries.size(); i++) {
            loss.encodeInto((int) rows.queries.get(i).label(0), alpha);
            System.arraycopy(alpha, 0, targets, i * outputs, outputs);
        }
        return TreeTask.of(rows.matrix(inputs), targets, outputs)
                .withWeights(rows.queries.stream().mapToDouble(Query::weight).toArray());
    }

    private TreeTask validated(TreeTask task, Instances held, int fold) {
        double weight = held.weight();
        TreeBoosting.requireWeight(held.source, weight, fold);
        return task.withValidation(held.matrix(task.rows().inputs()), scores -> -sums(held, scores).loss / weight);
    }

    private Sums sums(Instances rows, double[] scores) {
        int outputs = loss.encodedSize();
        int[] predictions = new int[rows.queries.size()];
        loss.decodeInto(scores, predictions.length, predictions);
        double[] alpha = new double[outputs];
        double lossSum = 0;
        double surrogateSum = 0;
        for (int i = 0; i < predictions.length; i++) {
            Query query = rows.queries.get(i);
            int label = (int) query.label(0);
            loss.encodeInto(label, alpha);
            lossSum += query.weight() * loss.toMatrix().given(label, predictions[i]);
            surrogateSum += query.weight() * ClassTrainer.squaredDistance(scores, i * outputs, alpha);
        }
        return new Sums(lossSum, surrogateSum);
    }

    /** Over rows, by their weights. */
    private record Sums(double loss, double surrogate) {}
}
