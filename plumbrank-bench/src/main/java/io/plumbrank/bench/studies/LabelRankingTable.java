package io.plumbrank.bench.studies;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Trains every learner, or those that are named, on a label ranking file or on every one of a folder, columns L… the positions, and
 * prints the mean of Kendall's tau over ten folds, nested, as a Markdown table. At most 4,000 rows of a file, as in the peers'
 * figures.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.LabelRankingTable FOLDER_OR_FILE [LEARNER,…]</pre>
 */
public final class LabelRankingTable {
    private static final int MOST_ROWS = 4000;

    private LabelRankingTable() {}

    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        if (!Files.exists(path)) {
            System.out.println("SKIPPED: no file or folder " + path);
            return;
        }
        Map<String, List<? extends Learner>> learners = new LinkedHashMap<>();
        learners.put("linear", List.of(FeatureLearner.linear()));
        learners.put("fourier", FeatureLearner.fouriers(500));
        learners.put("kernel", FeatureLearner.kernels(500));
        learners.put("trees", TreeLearner.forSmallData(Map.of()));
        learners.put("own", TreeLearner.forSmallData(Map.of(TreeLearner.ENGINE, "own")));
        learners.put("forest", ForestLearner.toChooseFrom(Map.of(), true));
        if (args.length > 1) {
            learners.keySet().retainAll(List.of(args[1].split(",")));
        }
        System.out.println("| set | rows | labels | " + String.join(" | ", learners.keySet()) + " | chose | seconds |");
        System.out.println("| --- | --- | --- |" + " --- |".repeat(learners.size() + 2));
        List<Path> files;
        try (Stream<Path> all = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
            files = all.filter(QuerySource::isCsv).sorted().toList();
        }
        for (Path file : files) {
            print(file, learners);
        }
    }

    private static void print(Path file, Map<String, List<? extends Learner>> learners) throws IOException {
        Path first = Files.createTempFile("rankings", ".csv");
        try (Stream<String> lines = Files.lines(file)) {
            Files.write(first, lines.limit(1 + MOST_ROWS).toList());
            print(file, first, learners);
        } finally {
            Files.delete(first);
        }
    }

    private static void print(Path file, Path first, Map<String, List<? extends Learner>> learners) {
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        QuerySource data = QuerySource.of(first, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options);
        StringBuilder values = new StringBuilder();
        StringBuilder seconds = new StringBuilder();
        List<String> chosen = new ArrayList<>();
        Trainer<?> trainer = Trainer.of(LabelRankingTask.of(MeasureSpec.parse("kendall"), "L"))
                .withLearner(FeatureLearner.linear());
        for (List<? extends Learner> each : learners.values()) {
            long start = System.nanoTime();
            Training<?> training = trainer.withLearners(each).train(data);
            values.append(String.format(Locale.ROOT, " %.4f |", training.valid().measure()));
            seconds.append(String.format(Locale.ROOT, "%s%.1f", seconds.isEmpty() ? "" : " / ", since(start)));
            chosen.add(training.chosen().learner() + " " + training.chosen().surrogate());
        }
        LabelRankings rankings = LabelRankings.read(data, "L");
        System.out.println("| " + file.getFileName().toString().replace(".csv", "") + " | "
                + rankings.rows().size() + " | " + rankings.labels().size() + " |" + values + " "
                + String.join(" / ", chosen) + " | " + seconds + " |");
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
