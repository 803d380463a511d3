package io.plumbrank.bench;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRankingTrainer;
import io.plumbrank.model.LabelRankingTraining;
import io.plumbrank.model.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
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

    /** See the class. */
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        if (!Files.exists(path)) {
            System.out.println("SKIPPED: no file or folder " + path);
            return;
        }
        Map<String, UnaryOperator<LabelRankingTrainer>> learners = new LinkedHashMap<>();
        learners.put("linear", trainer -> trainer);
        learners.put("fourier", trainer -> trainer.withFeatures(LabelRankingTrainer.fourier(500)));
        learners.put("kernel", trainer -> trainer.withFeatures(LabelRankingTrainer.kernel(500)));
        learners.put("trees", trainer -> trainer.withTrees(LabelRankingTrainer.trees(Map.of())));
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

    private static void print(Path file, Map<String, UnaryOperator<LabelRankingTrainer>> learners) throws IOException {
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        LabelRankings data = LabelRankings.read(
                        QuerySource.of(file, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options), "L")
                .first(MOST_ROWS);
        StringBuilder values = new StringBuilder();
        StringBuilder seconds = new StringBuilder();
        List<String> chosen = new ArrayList<>();
        for (UnaryOperator<LabelRankingTrainer> learner : learners.values()) {
            long start = System.nanoTime();
            LabelRankingTraining training = learner.apply(LabelRankingTrainer.of(MeasureSpec.parse("kendall")))
                    .train(data, "L", null, Progress.NONE);
            values.append(String.format(Locale.ROOT, " %.4f |", training.valid()));
            seconds.append(String.format(Locale.ROOT, "%s%.1f", seconds.isEmpty() ? "" : " / ", since(start)));
            chosen.add(
                    training.features() + " " + training.model().target().form().surrogate());
        }
        System.out.println("| " + file.getFileName().toString().replace(".csv", "") + " | "
                + data.rows().size() + " | " + data.labels().size() + " |" + values + " " + String.join(" / ", chosen)
                + " | " + seconds
                + " |");
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
