package io.plumbrank.bench.studies;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import io.plumbrank.train.Budget;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Compares what {@code train --model auto} expects of its model on new data with what the model reaches there, over many generated sets:
 * the mean difference, and how often the 95 % interval holds the truth.
 *
 * <pre>bench/run Coverage [SETS [CASE…]]</pre>
 *
 * <p>{@code -Dtrials=N} has so many kinds to choose from; {@code -Dlinear=true} trains a linear model, as {@code --model linear}.
 *
 * <p>CASE is such as {@code rankers-20-signal}, {@code classes-6-chance} or {@code labels-60-signal}; all by default.
 */
public final class Coverage {
    private static final int SETS = 500;
    private static final int FRESH = 3000;
    private static final int ITEMS = 8;
    private static final int FEATURES = 3;

    private Coverage() {}

    public static void main(String[] args) throws IOException {
        int sets = args.length > 0 ? Integer.parseInt(args[0]) : SETS;
        List<String> cases = new ArrayList<>(List.of(args).subList(Math.min(1, args.length), args.length));
        if (cases.isEmpty()) {
            for (String kind : List.of("rankers", "classes", "labels")) {
                for (int size : new int[] {6, 20, 60}) {
                    cases.add(kind + "-" + size + "-chance");
                    cases.add(kind + "-" + size + "-signal");
                }
            }
        }
        System.out.println(
                "| case | intervals | expected less reached | interval holds it | too good | too bad | half width | seconds each |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for (String each : cases) {
            String[] parts = each.split("-");
            run(each, parts[0], Integer.parseInt(parts[1]), parts[2].equals("signal"), sets);
        }
    }

    private static void run(String name, String kind, int size, boolean signal, int sets) throws IOException {
        double sum = 0;
        double squares = 0;
        double width = 0;
        int high = 0;
        int low = 0;
        int open = 0;
        long start = System.nanoTime();
        Path folder = Files.createTempDirectory("coverage");
        for (int set = 0; set < sets; set++) {
            SplittableRandom random = new SplittableRandom(31L * set + size);
            Task<?> task = task(kind);
            Trainer<?> trainer = Trainer.of(task);
            Training<?> training = (Boolean.getBoolean("linear")
                            ? trainer.withLearner(FeatureLearner.linear())
                            : trainer)
                    .withSettings(Settings.defaults().withThreads(1).withSeed(set))
                    .withBudget(Budget.ofTrials(Integer.getInteger("trials", Integer.MAX_VALUE)))
                    .train(data(kind, size, signal, random, folder));
            Estimate value = training.expected();
            double truth = truth(
                    training.model().task(), training.model().scorer(), data(kind, FRESH, signal, random, folder));
            double off = (task.largerIsBetter() ? 1 : -1) * (value.mean() - truth);
            sum += off;
            squares += off * off;
            if (Double.isNaN(value.reach())) {
                open++;
                continue;
            }
            width += value.reach();
            high += off > value.reach() ? 1 : 0;
            low += -off > value.reach() ? 1 : 0;
        }
        double mean = sum / sets;
        int stated = sets - open;
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %+.4f ± %.4f | %.1f %% | %d | %d | %.3f | %.2f |%n",
                name,
                stated,
                mean,
                1.96 * Math.sqrt((squares / sets - mean * mean) / sets),
                100.0 * (stated - high - low) / stated,
                high,
                low,
                width / stated,
                (System.nanoTime() - start) / 1e9 / sets);
    }

    private static Task<?> task(String kind) {
        return switch (kind) {
            case "rankers" -> ItemTask.of(MeasureSpec.parse("ndcg@5"));
            case "classes" ->
                new ClassTask<>(
                        MatrixLoss.of(LossMatrix.of(
                                new double[][] {{0, 1}, {1, 0}}, List.of("a", "b"), List.of("a", "b"))),
                        List.of(ClassSurrogate.values()));
            default -> LabelRankingTask.of(MeasureSpec.parse("kendall"), "L");
        };
    }

    private static QuerySource data(String kind, int size, boolean signal, SplittableRandom random, Path folder)
            throws IOException {
        if (kind.equals("labels")) {
            return rankings(size, signal, random, folder);
        }
        int items = kind.equals("rankers") ? ITEMS : 1;
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < size; q++) {
            float[][] x = new float[items][FEATURES];
            double[] labels = new double[items];
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < FEATURES; j++) {
                    x[i][j] = (float) random.nextDouble(-1, 1);
                }
                double score = signal ? x[i][0] + x[i][1] * x[i][2] : 0;
                labels[i] = items > 1
                        ? Math.max(0, Math.min(3, Math.rint(1.5 + score + (signal ? 1 : 2) * random.nextDouble(-1, 1))))
                        : score + random.nextDouble(-1, 1) > 0 ? 1 : 0;
            }
            queries.add(Query.of("q" + q, labels, x));
        }
        return QuerySource.of(queries);
    }

    /** Rankings of four labels, by how large noisy sums of features are. */
    private static QuerySource rankings(int size, boolean signal, SplittableRandom random, Path folder)
            throws IOException {
        StringBuilder text = new StringBuilder("a,b,c,L1,L2,L3,L4\n");
        for (int row = 0; row < size; row++) {
            double[] x = random.doubles(FEATURES, -1, 1).toArray();
            double[] u = new double[4];
            for (int label = 0; label < u.length; label++) {
                u[label] = (signal ? x[label % FEATURES] * (label < FEATURES ? 1 : -1) : 0) + random.nextDouble(-1, 1);
            }
            text.append(x[0]).append(',').append(x[1]).append(',').append(x[2]);
            for (double own : u) {
                int above = 0;
                for (double other : u) {
                    above += other > own ? 1 : 0;
                }
                text.append(',').append(above + 1);
            }
            text.append('\n');
        }
        Path file = folder.resolve("rankings-" + size + ".csv");
        Files.writeString(file, text);
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults())
                .loaded();
    }

    private static <I extends Instance> double truth(Task<I> task, InstanceScorer scorer, QuerySource fresh) {
        Instances<I> data = task.training(fresh);
        List<I> all = data.load();
        Judgement judgement =
                new Judgement(List.of(new Candidate(task.variants(data, null).get(0), 0)));
        task.judgeFinally(all, HeldOut.by(scorer).score(all, 0), judgement);
        return judgement.result(0).measure();
    }
}
