package io.plumbrank.model;

import io.plumbrank.data.InOrder;
import io.plumbrank.data.InputException;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.LabelRankings.Row;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.target.LabelRankingTarget.Form;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
 * @param lambdas what to choose from, at least one
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
        List<Double> lambdas,
        int folds,
        long seed,
        int threads,
        String program) {
    private static final int EXACT_LABELS = 16;

    public LabelRankingTrainer {
        forms = List.copyOf(forms);
        features = List.copyOf(features);
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
        new LabelRankingTarget(measure, 2, forms.get(0), decoder, true); // refuses measure and decoder at once
    }

    /** Linear, the better of pairs and scores, ten folds. */
    public static LabelRankingTrainer of(MeasureSpec measure) {
        return new LabelRankingTrainer(
                measure,
                List.of(Form.PAIRS, Form.SCORES),
                OrderingDecoder.AUTO,
                List.of(new RidgeLearner.Linear()),
                DoubleStream.of(RidgePath.defaultLambdas()).boxed().toList(),
                10,
                1,
                Runtime.getRuntime().availableProcessors(),
                "plumbrank");
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

    /** The same with other features to choose from. */
    public LabelRankingTrainer withFeatures(List<RidgeLearner.Features> features) {
        return new LabelRankingTrainer(measure, forms, decoder, features, lambdas, folds, seed, threads, program);
    }

    /** The same with other forms to choose from. */
    public LabelRankingTrainer withForms(List<Form> forms) {
        return new LabelRankingTrainer(measure, forms, decoder, features, lambdas, folds, seed, threads, program);
    }

    /** The same with another number of threads. */
    public LabelRankingTrainer withThreads(int threads) {
        return new LabelRankingTrainer(measure, forms, decoder, features, lambdas, folds, seed, threads, program);
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

        double validMeasure = Double.NaN;
        if (valid == null) {
            progress.begin("folds");
            validMeasure = nested(rows, examples, targets, progress);
            start = Laps.lap(seconds, "folds", start);
        }
        progress.begin("fit");
        LabelRankingChoice choice = choose(examples, targets);
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
        if (valid != null) {
            FeatureCheck.requireNames(valid.source(), valid.featureNames(), train.featureNames());
            validMeasure = mean(choice, valid.withLabels(train.labels()).rows());
        }
        double trainMeasure = mean(choice, rows);
        double risk = surrogateRisk(choice, rows);
        Laps.lap(seconds, "evaluate", start);
        return new LabelRankingTraining(
                model,
                trainMeasure,
                risk,
                validMeasure,
                valid == null ? folds : 0,
                text(choice.features()),
                choice.tried(),
                notes(train.rows().size() - rows.size()),
                seconds);
    }

    private static boolean counts(Row row) {
        return row.weight() > 0 && row.known() >= 2;
    }

    private static List<String> notes(int leftOut) {
        return leftOut == 0
                ? List.of()
                : List.of(leftOut + (leftOut == 1 ? " row" : " rows")
                        + " left out: fewer than two positions are known, or the weight is 0");
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

    private LabelRankingChoice choose(LabelRankingExamples examples, List<LabelRankingTarget> targets) {
        return LabelRankingChoice.of(
                examples,
                features.stream().map(each -> new RidgeLearner(each, seed, 1)).toList(),
                targets,
                lambdas.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private double nested(
            List<Row> rows, LabelRankingExamples examples, List<LabelRankingTarget> targets, Progress progress) {
        Folds split = new Folds(folds, seed);
        Mean total = new Mean();
        long[] done = {0};
        try (InOrder<Mean> workers = new InOrder<>(threads, "plumbrank-folds", fold -> {
            total.add(fold);
            progress.rows(done[0] += fold.rows);
        })) {
            for (int fold = 0; fold < folds; fold++) {
                int held = fold;
                workers.submit(() -> {
                    int[] others = IntStream.range(0, rows.size())
                            .filter(row -> split.of(row) != held)
                            .toArray();
                    LabelRankingChoice choice = choose(examples.only(others), targets);
                    return Mean.of(
                            choice,
                            IntStream.range(0, rows.size())
                                    .filter(row -> split.of(row) == held)
                                    .mapToObj(rows::get)
                                    .toList());
                });
            }
            workers.finish();
        }
        return total.value();
    }

    private static double mean(LabelRankingChoice choice, List<Row> rows) {
        return Mean.of(choice, rows).value();
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

    /** A mean of the measure, by weight, over the rows on which it counts. */
    private static final class Mean {
        private double sum;
        private double weight;
        private long rows;

        static Mean of(LabelRankingChoice choice, List<Row> rows) {
            Mean mean = new Mean();
            double[] u = new double[choice.target().encodedSize()];
            for (Row row : rows) {
                choice.scorer().scoreInto(row.features(), u);
                Ranking ranking = choice.target().decode(u);
                double value = choice.target().value(row.positions(), ranking);
                if (!Double.isNaN(value)) {
                    mean.sum += row.weight() * value;
                    mean.weight += row.weight();
                }
                mean.rows++;
            }
            return mean;
        }

        void add(Mean other) {
            sum += other.sum;
            weight += other.weight;
            rows += other.rows;
        }

        double value() {
            return sum / weight;
        }
    }
}
