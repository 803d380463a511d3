package io.plumbrank.model;

import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.LabelRankings.Row;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRankingTraining.Trial;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.target.LabelRankingTarget.Form;
import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model that ranks labels: encodes positions to pairs or scores, fits them by multi-output least squares in closed
 * form, and decodes. Features, surrogate and λ are those with the best <em>measure</em> over the training rows, each ranked by the
 * fit without it, which closed-form leave-one-out gives for all λ at once.
 *
 * <p>The measure that is reported over folds is nested: for each fold, the other rows make all of these choices anew, and the
 * model that they choose ranks the fold. So no row takes part in choosing what ranks it. With a validation file, the final model
 * ranks the file, which takes no part in any choice either.
 *
 * <p><b>Boosted trees</b> are fitted to the same encodings, trees of its own for each output, and stopped on the measure: on the
 * validation file if there is one, which then also chooses their parameters and the surrogate; else on
 * {@value LabelRankingTrees#INNER_FOLDS} folds of the rows at hand, those without the outer fold where the measure is nested.
 *
 * <p>Rows with fewer than two known positions, and rows of weight 0, are left out. Rows are kept in memory. The result is a
 * function of the rows, the configuration and the seed; threads change no bit.
 *
 * <pre>{@code
 * LabelRankingTrainer trainer = LabelRankingTrainer.of(MeasureSpec.parse("kendall"));
 * LabelRankingTraining training = trainer.train(LabelRankings.read(file, "L"), "L", null, Progress.NONE);
 * }</pre>
 *
 * @param measure {@code kendall}, {@code spearman} or {@code pd}
 * @param forms what to choose from, at least one
 * @param decoder of pairs; {@code auto} is exact for up to {@value #EXACT_LABELS} labels and Algorithm 1 beyond
 * @param features what to choose from, at least one
 * @param trees parameters of boosted trees to choose from, by XGBoost's names; empty for least squares on the features
 * @param lambdas what to choose from, at least one; trees pass over them
 * @param folds how many, where there is no validation file; at least 2
 * @param seed of all that is random
 * @param threads how many folds are fitted at a time
 * @param program name and version of the caller, for the model's provenance
 */
public record LabelRankingTrainer(
        MeasureSpec measure,
        List<Form> forms,
        OrderingDecoder decoder,
        List<RidgeLearner.Features> features,
        List<Map<String, String>> trees,
        List<Double> lambdas,
        int folds,
        long seed,
        int threads,
        String program) {
    private static final int EXACT_LABELS = 16;

    public LabelRankingTrainer {
        forms = List.copyOf(forms);
        features = List.copyOf(features);
        trees = trees.stream().map(Map::copyOf).toList();
        lambdas = List.copyOf(lambdas);
        if (forms.isEmpty() || features.isEmpty() || lambdas.isEmpty()) {
            throw new IllegalArgumentException("at least one form, one kind of features and one lambda are needed");
        }
        if (lambdas.stream().anyMatch(lambda -> !(lambda >= 0 && Double.isFinite(lambda)))) {
            throw new IllegalArgumentException("lambdas must be finite and not negative, got " + lambdas);
        }
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + folds);
        }
        trees.forEach(each -> TreeLearner.find().require(each));
        new LabelRankingTarget(measure, 2, forms.get(0), decoder, true); // refuses measure and decoder at once
    }

    /** Linear, the better of pairs and scores, ten folds. */
    public static LabelRankingTrainer of(MeasureSpec measure) {
        return new LabelRankingTrainer(
                measure,
                List.of(Form.PAIRS, Form.SCORES),
                OrderingDecoder.AUTO,
                List.of(new RidgeLearner.Linear()),
                List.of(),
                defaultLambdas(),
                10,
                1,
                Runtime.getRuntime().availableProcessors(),
                "plumbrank");
    }

    /** What λ is chosen from unless told otherwise. */
    public static List<Double> defaultLambdas() {
        return DoubleStream.of(RidgePath.defaultLambdas()).boxed().toList();
    }

    /** Fourier features to choose from, with ½, 1 and 2 times the median distance as bandwidth. */
    public static List<RidgeLearner.Features> fourier(int count) {
        return DoubleStream.of(0.5, 1, 2)
                .<RidgeLearner.Features>mapToObj(factor -> new RidgeLearner.Fourier(count, factor))
                .toList();
    }

    /** Kernels to choose from, with ½, 1, 2 and 4 times the median distance as bandwidth. */
    public static List<RidgeLearner.Features> kernel(int count) {
        return DoubleStream.of(0.5, 1, 2, 4)
                .<RidgeLearner.Features>mapToObj(factor -> new RidgeLearner.Kernel(count, factor))
                .toList();
    }

    /**
     * Parameters of boosted trees to choose from: depths 2 and 4 with a learning rate of 0.2, patience for 20 rounds, and leaves of any
     * size, since sets are small. What is given stands.
     *
     * @param given by XGBoost's names
     */
    public static List<Map<String, String>> trees(Map<String, String> given) {
        Map<String, String> base = new TreeMap<>(given);
        if (!given.containsKey("learning_rate")) {
            base.putIfAbsent("eta", "0.2");
        }
        base.putIfAbsent("early_stopping_rounds", "20");
        base.putIfAbsent("min_child_weight", "1");
        return base.containsKey("max_depth")
                ? List.of(base)
                : Stream.of("2", "4").map(depth -> withDepth(base, depth)).toList();
    }

    private static Map<String, String> withDepth(Map<String, String> base, String depth) {
        Map<String, String> parameters = new TreeMap<>(base);
        parameters.put("max_depth", depth);
        return parameters;
    }

    /** The same with other features to choose from. */
    public LabelRankingTrainer withFeatures(List<RidgeLearner.Features> features) {
        return new LabelRankingTrainer(
                measure, forms, decoder, features, trees, lambdas, folds, seed, threads, program);
    }

    /** The same with boosted trees in place of features. */
    public LabelRankingTrainer withTrees(List<Map<String, String>> trees) {
        return new LabelRankingTrainer(
                measure, forms, decoder, features, trees, lambdas, folds, seed, threads, program);
    }

    /** The same with other forms to choose from. */
    public LabelRankingTrainer withForms(List<Form> forms) {
        return new LabelRankingTrainer(
                measure, forms, decoder, features, trees, lambdas, folds, seed, threads, program);
    }

    /** The same with another number of folds. */
    public LabelRankingTrainer withFolds(int folds) {
        return new LabelRankingTrainer(
                measure, forms, decoder, features, trees, lambdas, folds, seed, threads, program);
    }

    /** The same with another number of threads. */
    public LabelRankingTrainer withThreads(int threads) {
        return new LabelRankingTrainer(
                measure, forms, decoder, features, trees, lambdas, folds, seed, threads, program);
    }

    /** What a model is linear in, in words. */
    static String text(RidgeLearner.Features features) {
        if (features instanceof RidgeLearner.Fourier fourier) {
            return "fourier(features=" + fourier.count() + ",bandwidth=" + fourier.bandwidthFactor() + ")";
        }
        if (features instanceof RidgeLearner.Kernel kernel) {
            return "kernel(features=" + kernel.count() + ",bandwidth=" + kernel.bandwidthFactor() + ")";
        }
        return "linear";
    }

    /**
     * Trains.
     *
     * @param beginning how the names of the columns with positions begin
     * @param valid what to measure the model on; null for folds
     * @throws InputException if there are fewer rows than folds, or the validation data have other labels or features
     */
    public LabelRankingTraining train(
            LabelRankings train, String beginning, @Nullable LabelRankings valid, Progress progress)
            throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        long start = System.nanoTime();
        List<Row> rows =
                train.rows().stream().filter(LabelRankingTrainer::counts).toList();
        requireRows(train, rows.size(), valid == null ? folds : 1);
        List<LabelRankingTarget> targets = targets(rows, train.labels().size());
        LabelRankingExamples examples =
                LabelRankingExamples.of(rows, train.featureNames().size(), targets);

        if (!trees.isEmpty()) {
            TreeBoosting.requireMatrix(
                    train.source(), rows.size(), train.featureNames().size());
            TreeBoosting.requireMatrix(train.source(), rows.size(), examples.outputs());
            if (valid == null) {
                requireInnerFolds(train, rows.size());
            }
        }
        LabelRankingExamples held = valid == null ? null : held(train, valid, targets);
        double validMeasure = Double.NaN;
        if (held == null) {
            progress.begin("folds");
            validMeasure = nested(train, examples, targets, progress);
            start = Laps.lap(seconds, "folds", start);
        }
        progress.begin("fit");
        LabelRankingChoice choice = choose(train, examples, held, targets, threads);
        start = Laps.lap(seconds, "fit", start);

        progress.begin("evaluate");
        LabelRankingModel model = new LabelRankingModel(
                choice.target(),
                beginning,
                train.labels(),
                choice.scorer(),
                choice.lambda(),
                new Provenance(
                        train.source().file().toString(),
                        Provenance.checksum(train.source().file()),
                        rows.size(),
                        train.featureNames(),
                        seed,
                        program));
        if (held != null) {
            validMeasure = mean(choice, held).value();
        }
        double trainMeasure = mean(choice, examples).value();
        double risk = surrogateRisk(choice, rows);
        Laps.lap(seconds, "evaluate", start);
        return new LabelRankingTraining(
                model,
                trainMeasure,
                risk,
                validMeasure,
                valid == null ? folds : 0,
                choice.features(),
                choice.tried(),
                notes(choice, train, rows),
                seconds);
    }

    private static boolean counts(Row row) {
        return row.weight() > 0 && row.known() >= 2;
    }

    private static LabelRankingExamples held(
            LabelRankings train, LabelRankings valid, List<LabelRankingTarget> targets) {
        FeatureCheck.requireNames(valid.source(), valid.featureNames(), train.featureNames());
        List<Row> rows = valid.withLabels(train.labels()).rows().stream()
                .filter(LabelRankingTrainer::counts)
                .toList();
        requireRows(valid, rows.size(), 1);
        return LabelRankingExamples.of(rows, train.featureNames().size(), targets);
    }

    private List<String> notes(LabelRankingChoice choice, LabelRankings train, List<Row> rows) {
        List<String> notes = new ArrayList<>(choice.notes());
        if (lambdas.equals(defaultLambdas())) {
            notes.addAll(LambdaNote.of(choice.lambda(), choice.tried().stream().mapToDouble(Trial::lambda)));
        }
        String unknown = IntStream.range(0, train.labels().size())
                .filter(label -> rows.stream().noneMatch(row -> row.isKnown(label)))
                .mapToObj(train.labels()::get)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            notes.add("no row knows the position of " + unknown + ": where the model ranks it means nothing");
        }
        int leftOut = train.rows().size() - rows.size();
        if (leftOut > 0) {
            notes.add(leftOut + (leftOut == 1 ? " row" : " rows")
                    + " left out: fewer than two positions are known, or the weight is 0");
        }
        return notes;
    }

    private static void requireRows(LabelRankings train, int rows, int needed) {
        if (rows < needed) {
            throw new InputException(
                    train.source().file().toString(),
                    0,
                    rows + (rows == 1 ? " row" : " rows") + " with at least two known positions and a positive weight",
                    "at least " + needed + (needed == 1 ? "" : ", one for each fold (--folds)"));
        }
    }

    /** Trees without an outer fold are stopped on inner folds of the other rows, each of which needs a row. */
    private void requireInnerFolds(LabelRankings train, int rows) {
        Folds split = new Folds(folds, seed);
        int[] sizes = new int[folds];
        IntStream.range(0, rows).forEach(row -> sizes[split.of(row)]++);
        int others = rows - IntStream.of(sizes).max().orElseThrow();
        if (others < LabelRankingTrees.INNER_FOLDS) {
            throw new InputException(
                    train.source().file().toString(),
                    0,
                    rows + " rows that count, " + others + " of them outside the largest of " + folds + " folds",
                    "at least " + LabelRankingTrees.INNER_FOLDS + " outside each, to stop trees on, or a file for"
                            + " --valid");
        }
    }

    private List<LabelRankingTarget> targets(List<Row> rows, int labels) {
        boolean complete = rows.stream().allMatch(row -> row.known() == labels);
        OrderingDecoder resolved = resolved(decoder, labels);
        return forms.stream()
                .map(form -> new LabelRankingTarget(measure, labels, form, resolved, complete))
                .toList();
    }

    /** What a decoder comes to for so many labels: {@code auto} is exact for few, and Algorithm 1 beyond. */
    public static OrderingDecoder resolved(OrderingDecoder decoder, int labels) {
        return decoder != OrderingDecoder.AUTO
                ? decoder
                : labels <= EXACT_LABELS ? OrderingDecoder.EXACT : OrderingDecoder.ALGORITHM1;
    }

    private LabelRankingChoice choose(
            LabelRankings data,
            LabelRankingExamples examples,
            @Nullable LabelRankingExamples held,
            List<LabelRankingTarget> targets,
            int parallel) {
        if (!trees.isEmpty()) {
            return new LabelRankingTrees(data.source(), trees, seed).choose(examples, held, targets, parallel);
        }
        return LabelRankingChoice.of(
                examples,
                features.stream().map(each -> new RidgeLearner(each, seed, 1)).toList(),
                targets,
                lambdas.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private double nested(
            LabelRankings data, LabelRankingExamples examples, List<LabelRankingTarget> targets, Progress progress) {
        Folds split = new Folds(folds, seed);
        LabelRankingMean total = new LabelRankingMean();
        try (InOrder<LabelRankingMean> workers = new InOrder<>(threads, "plumbrank-folds", fold -> {
            total.add(fold);
            progress.rows(total.rows());
        })) {
            for (int fold = 0; fold < folds; fold++) {
                int held = fold;
                workers.submit(() -> {
                    LabelRankingExamples others = examples.only(rows(examples, row -> split.of(row) != held));
                    LabelRankingExamples own = examples.only(rows(examples, row -> split.of(row) == held));
                    return mean(choose(data, others, null, targets, 1), own);
                });
            }
            workers.finish();
        }
        return total.value();
    }

    private static int[] rows(LabelRankingExamples examples, IntPredicate chosen) {
        return IntStream.range(0, examples.rows()).filter(chosen).toArray();
    }

    private static LabelRankingMean mean(LabelRankingChoice choice, LabelRankingExamples examples) {
        return LabelRankingMean.of(choice.target(), examples, examples.scores(choice.scorer()));
    }

    private static double surrogateRisk(LabelRankingChoice choice, List<Row> rows) {
        double[] u = new double[choice.target().encodedSize()];
        double[] alpha = new double[u.length];
        double risk = 0;
        double weight = 0;
        for (Row row : rows) {
            choice.scorer().scoreInto(row.features(), u);
            choice.target().encodeInto(row.positions(), alpha);
            risk += row.weight() * ClassTrainer.squaredDistance(u, 0, alpha);
            weight += row.weight();
        }
        return risk / weight;
    }
}
