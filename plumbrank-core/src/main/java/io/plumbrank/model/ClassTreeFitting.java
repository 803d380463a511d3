package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.model.TreeBoosting.Boosted;
import io.plumbrank.model.TreeBoosting.Stopped;
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
        TreeBoosting boosting = new TreeBoosting(settings, learner, folds, progress);
        List<Query> rows = load(train, boosting);
        int inputs = rows.stream().mapToInt(Query::featureCount).max().orElse(0);
        Instances all = new Instances(train, rows, inputs);
        Instances held = valid == null ? all : new Instances(valid, load(valid, boosting), inputs);
        FeatureCheck.requireNames(held.source, train.featureNames());
        for (Instances instances : List.of(all, held)) {
            TreeBoosting.requireMatrix(instances.source, instances.count(), inputs);
            TreeBoosting.requireMatrix(instances.source, instances.count(), loss.encodedSize());
        }
        held.queries.forEach(query -> FeatureCheck.requireCount(held.source, query, inputs));

        Boosted<Instances> boosted = boosting.boost(all, valid == null ? null : held);
        double lossSum = 0;
        double surrogateSum = 0;
        for (Stopped<Instances> stopped : boosted.stopped()) {
            Instances without = stopped.held();
            double[] scores = new double[without.count() * loss.encodedSize()];
            stopped.trees().scoreInto(without.matrix().x(), without.count(), scores);
            Sums sums = sums(without, scores);
            lossSum += sums.loss;
            surrogateSum += sums.surrogate;
        }
        double weight = held.weight();
        return new Fitted(boosted.whole(), all.count(), lossSum / weight, surrogateSum / weight, boosted.note());
    }

    private static List<Query> load(QuerySource source, TreeBoosting boosting) {
        List<Query> queries = new ArrayList<>();
        source.visit(queries::add);
        boosting.requireCount(source, queries.size(), "rows");
        return queries;
    }

    /** Rows in memory, each a query of one item. */
    private final class Instances implements TreeExamples<Instances> {
        private final QuerySource source;
        private final List<Query> queries;
        private final int inputs;

        Instances(QuerySource source, List<Query> queries, int inputs) {
            this.source = source;
            this.queries = queries;
            this.inputs = inputs;
        }

        @Override
        public QuerySource source() {
            return source;
        }

        @Override
        public int count() {
            return queries.size();
        }

        @Override
        public double weight() {
            return queries.stream().mapToDouble(Query::weight).sum();
        }

        @Override
        public Instances only(IntPredicate numbers) {
            List<Query> some = IntStream.range(0, queries.size())
                    .filter(numbers)
                    .mapToObj(queries::get)
                    .toList();
            return new Instances(source, some, inputs);
        }

        private TreeRows matrix() {
            float[] x = new float[queries.size() * inputs];
            float[] row = new float[inputs];
            for (int i = 0; i < queries.size(); i++) {
                queries.get(i).featuresInto(0, row);
                System.arraycopy(row, 0, x, i * inputs, inputs);
            }
            return TreeRows.of(x, inputs);
        }

        @Override
        public TreeTask task() {
            int outputs = loss.encodedSize();
            double[] targets = new double[queries.size() * outputs];
            double[] alpha = new double[outputs];
            for (int i = 0; i < queries.size(); i++) {
                loss.encodeInto((int) queries.get(i).label(0), alpha);
                System.arraycopy(alpha, 0, targets, i * outputs, outputs);
            }
            return TreeTask.of(matrix(), targets, outputs)
                    .withWeights(queries.stream().mapToDouble(Query::weight).toArray());
        }

        @Override
        public TreeTask.Validation validation() {
            double weight = weight();
            return new TreeTask.Validation(matrix(), scores -> -sums(this, scores).loss / weight);
        }
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
