package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.BlockSums;
import io.plumbrank.learn.FeatureMap;
import io.plumbrank.learn.RegressionSums;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.SumsPass;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.model.ClassTreeFitting.Fitted;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trains a class model for a loss matrix: encode, least squares in closed form, decode (RAT13, Theorem 3). Streams: one pass
 * sums the training data, one validates all λ at once, one evaluates; folds and Fourier features take one more, before, for a
 * sample. Memory does not grow with the rows.
 *
 * <p>λ is the one with the smallest mean <em>target</em> loss, on the validation file if there is one, else over folds of
 * the training data; of equal ones the largest. The final model is fitted to all of the training data. Boosted trees are
 * fitted in memory, and it is rounds that the target loss decides.
 *
 * @param loss the target
 * @param learner linear or Fourier, with seed and threads
 * @param trees null for the learner's model; else boosted trees take its place, and only its seed and threads count
 * @param lambdas what to try, at least one; trees pass over them
 * @param folds how many, where there is no validation file; at least 2
 * @param program name and version of the caller, for the model's provenance
 */
public record ClassTrainer(
        MatrixLoss loss,
        RidgeLearner learner,
        @Nullable TreeSettings trees,
        List<Double> lambdas,
        int folds,
        String program) {

    public ClassTrainer {
        lambdas = List.copyOf(lambdas);
        if (lambdas.isEmpty() || lambdas.stream().anyMatch(lambda -> !(lambda >= 0 && Double.isFinite(lambda)))) {
            throw new IllegalArgumentException(
                    "lambdas must be at least one finite number, none negative, got " + lambdas);
        }
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + folds);
        }
        if (trees != null && loss.encodedSize() == 0) {
            throw new IllegalArgumentException("trees have nothing to learn where all predictions cost the same");
        }
        if (trees != null) {
            TreeLearner.find().require(trees.parameters());
        }
    }

    /** Without trees. */
    public ClassTrainer(MatrixLoss loss, RidgeLearner learner, List<Double> lambdas, int folds, String program) {
        this(loss, learner, null, lambdas, folds, program);
    }

    /** The same with boosted trees in place of the learner's model. */
    public ClassTrainer withTrees(TreeSettings settings) {
        return new ClassTrainer(loss, learner, settings, lambdas, folds, program);
    }

    /**
     * Trains.
     *
     * @param train labelled instances: labels are indices of the loss's classes, an instance is a row
     * @param valid likewise; null for cross-validation
     * @throws InputException if a file is not as it should be, or there are fewer rows than folds
     */
    public ClassTraining train(QuerySource train, @Nullable QuerySource valid, Progress progress) throws IOException {
        if (trees != null) {
            return trainTrees(trees, train, valid, progress);
        }
        Map<String, Double> seconds = new LinkedHashMap<>();
        long start = System.nanoTime();
        progress.begin("sum");
        List<RegressionSums> sums = valid == null ? foldSums(train, progress) : List.of(sums(train, progress));
        String checksum = Provenance.checksum(train.file());
        RegressionSums all = sum(sums, -1);
        start = lap(seconds, "sum", start);

        RidgePath path = RidgePath.of(all);
        List<RidgePath> paths = new ArrayList<>();
        for (int fold = 0; valid == null && fold < folds; fold++) {
            paths.add(RidgePath.of(sum(sums, fold)));
        }
        start = lap(seconds, "solve", start);

        progress.begin("validate");
        Validation validation = valid == null
                ? validate(train, paths, train.featureNames(), progress)
                : validate(valid, List.of(path), train.featureNames(), progress);
        double[] losses = validation.losses;
        int best = best(losses);
        double lambda = lambdas.get(best);
        start = lap(seconds, "validate", start);

        progress.begin("evaluate");
        Provenance provenance = new Provenance(
                train.file().toString(), checksum, all.rows(), train.featureNames(), learner.seed(), program);
        ClassModel model = new ClassModel(loss, path.scorer(lambda), lambda, provenance);
        ClassEvaluation onTrain = ClassEvaluation.of(model, train, learner.threads(), progress::rows);
        lap(seconds, "evaluate", start);

        Map<Double, Double> byLambda = new TreeMap<>();
        for (int i = 0; i < losses.length; i++) {
            byLambda.put(lambdas.get(i), losses[i]);
        }
        return new ClassTraining(
                model,
                onTrain,
                losses[best],
                validation.surrogates[best],
                valid == null ? folds : 0,
                byLambda,
                List.of(),
                seconds);
    }

    private ClassTraining trainTrees(
            TreeSettings settings, QuerySource train, @Nullable QuerySource valid, Progress progress)
            throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        long start = System.nanoTime();
        @Nullable Folds split = valid == null ? new Folds(folds, learner.seed()) : null;
        Fitted fitted = new ClassTreeFitting(loss, settings, learner, split).fit(train, valid, progress);
        start = lap(seconds, "boost", start);
        progress.begin("evaluate");
        Provenance provenance = new Provenance(
                        train.file().toString(),
                        Provenance.checksum(train.file()),
                        fitted.rows(),
                        train.featureNames(),
                        learner.seed(),
                        program)
                .withParameters(settings.parameters());
        double lambda = TreeBoosting.lambda(settings);
        ClassModel model = new ClassModel(loss, fitted.scorer(), lambda, provenance);
        ClassEvaluation onTrain = ClassEvaluation.of(model, train, learner.threads(), progress::rows);
        lap(seconds, "evaluate", start);
        return new ClassTraining(
                model,
                onTrain,
                fitted.meanLoss(),
                fitted.surrogateRisk(),
                valid == null ? folds : 0,
                Map.of(lambda, fitted.meanLoss()),
                List.of(fitted.note()),
                seconds);
    }

    private static long lap(Map<String, Double> seconds, String what, long start) {
        long now = System.nanoTime();
        seconds.put(what, (now - start) / 1e9);
        return now;
    }

    private RegressionSums sums(QuerySource train, Progress progress) {
        double[][] alphas = alphas();
        boolean linear = learner.features() instanceof RidgeLearner.Linear;
        try (SumsPass<RegressionSums> pass =
                linear ? learner.pass(loss.encodedSize()) : learner.shard(loss.encodedSize(), sampledMap(train), 0)) {
            long[] rows = {0};
            train.visit(query -> {
                pass.add(features(query), alphas[(int) query.label(0)], query.weight());
                progress.rows(++rows[0]);
            });
            return total(train, pass.finish());
        }
    }

    /** One sum a fold, all under one feature map, so that they can be added up without each fold in turn. */
    private List<RegressionSums> foldSums(QuerySource train, Progress progress) {
        double[][] alphas = alphas();
        FeatureMap map = sampledMap(train);
        List<SumsPass<RegressionSums>> passes = new ArrayList<>();
        try {
            for (int fold = 0; fold < folds; fold++) {
                passes.add(learner.shard(loss.encodedSize(), map, 0));
            }
            long[] rows = {0};
            train.visit(query -> {
                passes.get(fold(rows[0])).add(features(query), alphas[(int) query.label(0)], query.weight());
                progress.rows(++rows[0]);
            });
            List<RegressionSums> sums = new ArrayList<>();
            for (SumsPass<RegressionSums> pass : passes) {
                sums.add(total(train, pass.finish()));
            }
            return sums;
        } finally {
            passes.forEach(SumsPass::close);
        }
    }

    /** The feature map of a sample from the whole file, in a pass of its own. */
    private FeatureMap sampledMap(QuerySource train) {
        FeatureSample sample = new FeatureSample(learner.seed());
        train.visit(query -> sample.add(features(query)));
        return sample.map(learner);
    }

    private int fold(long row) {
        return new Folds(folds, learner.seed()).of(row);
    }

    private RegressionSums total(QuerySource train, BlockSums<RegressionSums> sums) {
        return sums.total()
                .filter(total -> total.weight() > 0)
                .orElseThrow(() -> new InputException(
                        train.file().toString(),
                        0,
                        "too few rows with a positive weight",
                        "at least one for each of the " + folds + " folds (--folds), or a file for --valid"));
    }

    /** The sum of all but one; −1 for all. */
    private static RegressionSums sum(List<RegressionSums> sums, int without) {
        RegressionSums total = null;
        for (int i = 0; i < sums.size(); i++) {
            if (i != without) {
                total = total == null ? sums.get(i) : total.plus(sums.get(i));
            }
        }
        if (total == null) {
            throw new IllegalArgumentException("no sums");
        }
        return total;
    }

    /** Sums over validation rows by λ; those of a batch are made by one thread, and batches are added in their order. */
    private static final class Validation {
        private final double[] losses;
        private final double[] surrogates;
        private double weight;
        private long rows;

        Validation(int grid) {
            this.losses = new double[grid];
            this.surrogates = new double[grid];
        }

        void add(Validation other) {
            for (int l = 0; l < losses.length; l++) {
                losses[l] += other.losses[l];
                surrogates[l] += other.surrogates[l];
            }
            weight += other.weight;
            rows += other.rows;
        }

        /** Makes means of the sums. */
        void average() {
            for (int l = 0; l < losses.length; l++) {
                losses[l] /= weight;
                surrogates[l] /= weight;
            }
        }
    }

    /** Every λ at once: of the one path, or of row i under the path that was fitted without its fold. */
    private Validation validate(QuerySource data, List<RidgePath> paths, List<String> names, Progress progress) {
        double[] grid = lambdas.stream().mapToDouble(Double::doubleValue).toArray();
        Scorer[] scorers = paths.stream().map(path -> path.stackedScorer(grid)).toArray(Scorer[]::new);
        Validation total = new Validation(grid.length);
        try (InOrder<Validation> workers = new InOrder<>(learner.threads(), "plumbrank-validation", batch -> {
            total.add(batch);
            progress.rows(total.rows);
        })) {
            Rows.forEach(data, scorers[0].inputs(), names, rows -> workers.submit(() -> validate(rows, scorers)));
            workers.finish();
        }
        if (!(total.weight > 0)) {
            throw new InputException(
                    data.file().toString(), 0, "no row with a positive weight", "rows to choose lambda on");
        }
        total.average();
        return total;
    }

    private Validation validate(Rows rows, Scorer[] scorers) {
        Validation sums = new Validation(lambdas.size());
        for (int fold = 0; fold < scorers.length; fold++) {
            int scorer = fold;
            int[] members = IntStream.range(0, rows.count())
                    .filter(i -> scorers.length == 1 || fold(rows.firstRow() + i) == scorer)
                    .toArray();
            addTo(sums, rows, members, scorers[fold]);
        }
        sums.rows = rows.count();
        return sums;
    }

    private void addTo(Validation sums, Rows rows, int[] members, Scorer scorer) {
        int grid = lambdas.size();
        int outputs = loss.encodedSize();
        int inputs = scorer.inputs();
        float[] x = new float[members.length * inputs];
        for (int i = 0; i < members.length; i++) {
            System.arraycopy(rows.features(), members[i] * inputs, x, i * inputs, inputs);
            sums.weight += rows.weights()[members[i]];
        }
        double[] stacked = new double[members.length * grid * outputs];
        scorer.scoreInto(x, members.length, stacked);
        double[] u = new double[members.length * outputs];
        double[] alpha = new double[outputs];
        int[] predictions = new int[members.length];
        for (int l = 0; l < grid; l++) {
            for (int i = 0; i < members.length; i++) {
                System.arraycopy(stacked, (i * grid + l) * outputs, u, i * outputs, outputs);
            }
            loss.decodeInto(u, members.length, predictions);
            for (int i = 0; i < members.length; i++) {
                int label = (int) rows.labels()[members[i]];
                double weight = rows.weights()[members[i]];
                loss.encodeInto(label, alpha);
                sums.losses[l] += weight * loss.toMatrix().given(label, predictions[i]);
                sums.surrogates[l] += weight * squaredDistance(u, i * outputs, alpha);
            }
        }
    }

    /** ‖u − α‖² of the u that begins at a place of an array. */
    static double squaredDistance(double[] u, int at, double[] alpha) {
        double squares = 0;
        for (int o = 0; o < alpha.length; o++) {
            double difference = u[at + o] - alpha[o];
            squares += difference * difference;
        }
        return squares;
    }

    /** The smallest loss; of equal ones that of the largest λ, since more regularisation is the simpler model. */
    private int best(double[] losses) {
        int best = 0;
        for (int l = 1; l < losses.length; l++) {
            if (losses[l] < losses[best] || (losses[l] == losses[best] && lambdas.get(l) > lambdas.get(best))) {
                best = l;
            }
        }
        return best;
    }

    private double[][] alphas() {
        double[][] alphas = new double[loss.classes()][loss.encodedSize()];
        for (int y = 0; y < alphas.length; y++) {
            loss.encodeInto(y, alphas[y]);
        }
        return alphas;
    }

    private static float[] features(Query query) {
        float[] x = new float[query.featureCount()];
        query.featuresInto(0, x);
        return x;
    }
}
