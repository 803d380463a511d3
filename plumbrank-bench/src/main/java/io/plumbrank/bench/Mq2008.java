package io.plumbrank.bench;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.TreeLearner;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.QueryValues;
import io.plumbrank.model.ItemTask;
import io.plumbrank.model.Trainer;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The five folds of LETOR's MQ2008: for each target, surrogate and view of items, the mean over folds of measures on validation
 * and test data. The last lines choose a row in every fold by NDCG@10 on the validation part, as one would who does not see
 * the test part.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.Mq2008 FOLDER [linear|surrogates|features|trees|xgboost]…</pre>
 */
public final class Mq2008 {
    private static final String MEASURES = "ndcg@1,ndcg@10,map,p@5";
    private static final List<String> TARGETS =
            List.of("dcg@10", "dcg", "ndcg@10", "ndcg", "p@5", "p@10", "recall@10", "map", "auc", "pd", "eru(v=0,w=5)");

    private final List<Path> parts;
    private final Path scratch;

    private Mq2008(Path folder) throws IOException {
        this.parts = new ArrayList<>();
        for (int part = 1; part <= 5; part++) {
            parts.add(folder.resolve("S" + part + ".txt"));
        }
        this.scratch = Files.createTempDirectory("mq2008");
    }

    /** One line of the table. */
    private record Setting(String name, Fit fit) {
        Setting(String name, ItemTask task) {
            this(name, Trainer.of(task));
        }

        Setting(String name, Trainer trainer) {
            this(
                    name,
                    (train, valid) ->
                            trainer.train(source(train), source(valid)).model().ranker()::scores);
        }
    }

    /** Trains on one file, chooses on the other, and gives what scores the items of a query. */
    private interface Fit {
        Function<Query, double[]> of(Path train, Path valid) throws IOException;
    }

    /** Measures of each fold. */
    private record Folds(double[][] valid, double[][] test, double seconds) {}

    /** See the class. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) {
            System.out.println("SKIPPED: " + folder + " is not there");
            return;
        }
        List<String> groups =
                args.length > 1 ? List.of(args).subList(1, args.length) : List.of("linear", "surrogates", "features");
        Mq2008 folds = new Mq2008(folder);
        for (String group : groups) {
            folds.print(group, settings(group));
        }
    }

    private static List<Setting> settings(String group) {
        List<Setting> settings = new ArrayList<>();
        switch (group) {
            case "linear" -> TARGETS.forEach(target -> settings.add(new Setting(target, task(target))));
            case "surrogates" -> {
                for (String surrogate : Surrogates.names()) {
                    SurrogateSpec one = Surrogates.parse(surrogate);
                    settings.add(
                            new Setting("dcg@10, " + surrogate, task("dcg@10").withSurrogates(one)));
                }
            }
            case "features" -> {
                for (String target : List.of("dcg@10", "ndcg@10", "p@10")) {
                    for (String context : List.of("none", "mean,max", "mean,max,min,sd", "z", "rank", "z,rank")) {
                        QueryFeatures features = new QueryFeatures(
                                false, QueryFeatures.parseContexts(Arrays.asList(context.split(","))));
                        settings.add(new Setting(
                                target + ", context " + context, task(target).withView(features)));
                    }
                    for (int count : new int[] {200, 500}) {
                        for (String context : List.of("none", "mean,max")) {
                            QueryFeatures features = new QueryFeatures(
                                    false, QueryFeatures.parseContexts(Arrays.asList(context.split(","))));
                            settings.add(new Setting(
                                    target + ", fourier " + count + ", context " + context,
                                    Trainer.of(task(target).withView(features))
                                            .withLearner(FeatureLearner.fourier(count))));
                        }
                    }
                }
            }
            case "trees" -> {
                for (String context : List.of("none", "z,rank")) {
                    for (String target : List.of("dcg@10", "ndcg@10", "p@10", "map")) {
                        settings.add(trees(target, "squared", context));
                    }
                    settings.add(trees("ndcg@10", "pairwise-logistic", context));
                }
            }
            case "xgboost" -> {
                for (boolean stopped : new boolean[] {false, true}) {
                    settings.add(new Setting(
                            "rank:ndcg, " + (stopped ? "stopped on validation" : "100 rounds"),
                            (train, valid) -> XgboostRanker.train(train, valid, stopped)));
                }
            }
            default ->
                throw new IllegalArgumentException("linear, surrogates, features, trees or xgboost, not " + group);
        }
        return settings;
    }

    private static Setting trees(String target, String surrogate, String context) {
        QueryFeatures features = new QueryFeatures(false, QueryFeatures.parseContexts(List.of(context.split(","))));
        return new Setting(
                target + ", " + surrogate + ", context " + context,
                Trainer.of(task(target)
                                .withSurrogates(Surrogates.parse(surrogate))
                                .withView(features))
                        .withLearner(new TreeLearner())
                        .withSettings(Settings.defaults().withThreads(1)));
    }

    private static ItemTask task(String target) {
        return ItemTask.of(MeasureSpec.parse(target));
    }

    private void print(String group, List<Setting> settings) throws IOException {
        System.out.println("\n" + group);
        System.out.println("| trained for | NDCG@1 | NDCG@10 | MAP | P@5 | NDCG@10 on validation | s per fold |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        List<Folds> all = new ArrayList<>();
        for (Setting setting : settings) {
            Folds folds = run(setting.fit);
            all.add(folds);
            line(setting.name, folds);
        }
        double[][] valid = new double[5][];
        double[][] test = new double[5][];
        double seconds = all.stream().mapToDouble(Folds::seconds).sum();
        for (int fold = 0; fold < 5; fold++) {
            for (Folds folds : all) {
                if (valid[fold] == null || folds.valid[fold][1] > valid[fold][1]) {
                    valid[fold] = folds.valid[fold];
                    test[fold] = folds.test[fold];
                }
            }
        }
        line("chosen in each fold on validation", new Folds(valid, test, seconds));
    }

    private static void line(String name, Folds folds) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.4f | %.4f | %.4f | %.4f | %.4f | %.2f |%n",
                name,
                mean(folds.test, 0),
                mean(folds.test, 1),
                mean(folds.test, 2),
                mean(folds.test, 3),
                mean(folds.valid, 1),
                folds.seconds / 5);
    }

    private static double mean(double[][] values, int measure) {
        return Arrays.stream(values)
                .mapToDouble(fold -> fold[measure])
                .average()
                .orElseThrow();
    }

    private Folds run(Fit fit) throws IOException {
        double[][] valid = new double[5][];
        double[][] test = new double[5][];
        double seconds = 0;
        for (int fold = 0; fold < 5; fold++) {
            long start = System.nanoTime();
            Path vali = parts.get((fold + 3) % 5);
            Function<Query, double[]> scores = fit.of(train(fold), vali);
            seconds += (System.nanoTime() - start) / 1e9;
            valid[fold] = measures(scores, source(vali));
            test[fold] = measures(scores, source(parts.get((fold + 4) % 5)));
        }
        return new Folds(valid, test, seconds);
    }

    private static QuerySource source(Path file) {
        return QuerySource.of(file, ReadOptions.defaults()).loaded();
    }

    /** Three parts as one file. */
    private Path train(int fold) {
        Path file = scratch.resolve("train" + fold + ".txt");
        try {
            if (!Files.exists(file)) {
                StringBuilder text = new StringBuilder();
                for (int part = 0; part < 3; part++) {
                    text.append(Files.readString(parts.get((fold + part) % 5)));
                }
                Files.writeString(file, text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    private static double[] measures(Function<Query, double[]> scores, QuerySource data) {
        List<MeasureSpec> specs = MeasureSpec.parseList(MEASURES, Conventions.plumbrank());
        Evaluation evaluation =
                new Evaluator(specs, false, ReadOptions.defaults()).rankers(data, List.of("model"), List.of(scores));
        QueryValues values = evaluation.runs().get(0);
        double[] means = new double[specs.size()];
        Arrays.setAll(means, values::mean);
        return means;
    }
}
