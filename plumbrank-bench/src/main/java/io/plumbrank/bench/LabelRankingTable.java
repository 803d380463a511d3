package io.plumbrank.bench;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRankingTrainer;
import io.plumbrank.model.LabelRankingTraining;
import io.plumbrank.model.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Trains every learner on every label ranking file of a folder, columns L… the positions, and prints the mean of Kendall's tau
 * over ten folds, nested, as a Markdown table. At most 4,000 rows of a file, as in the peers' figures.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.LabelRankingTable ../shared/data/label-ranking</pre>
 */
public final class LabelRankingTable {
    private static final int MOST_ROWS = 4000;

    private LabelRankingTable() {}

    /** See the class. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) {
            System.out.println("SKIPPED: no folder " + folder);
            return;
        }
        Map<String, List<RidgeLearner.Features>> learners = new LinkedHashMap<>();
        learners.put("linear", List.of(new RidgeLearner.Linear()));
        learners.put("fourier", LabelRankingTrainer.fourier(500));
        learners.put("kernel", LabelRankingTrainer.kernel(500));
        System.out.println(
                "| set | rows | labels | " + String.join(" | ", learners.keySet()) + " | kernel chose | seconds |");
        System.out.println("| --- | --- | --- |" + " --- |".repeat(learners.size() + 2));
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(QuerySource::isCsv).sorted().toList();
        }
        for (Path file : files) {
            print(file, learners);
        }
    }

    private static void print(Path file, Map<String, List<RidgeLearner.Features>> learners) throws IOException {
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        LabelRankings data = LabelRankings.read(
                        QuerySource.of(file, CsvColumns.defaults().withRanking("L"), Grouping.ROW, options), "L")
                .first(MOST_ROWS);
        StringBuilder values = new StringBuilder();
        StringBuilder seconds = new StringBuilder();
        String chosen = "";
        for (List<RidgeLearner.Features> features : learners.values()) {
            long start = System.nanoTime();
            LabelRankingTraining training = LabelRankingTrainer.of(MeasureSpec.parse("kendall"))
                    .withFeatures(features)
                    .train(data, "L", null, Progress.NONE);
            values.append(String.format(Locale.ROOT, " %.4f |", training.valid()));
            seconds.append(String.format(Locale.ROOT, "%s%.1f", seconds.isEmpty() ? "" : " / ", since(start)));
            chosen = training.features() + ", "
                    + training.model().target().form().surrogate();
        }
        System.out.println("| " + file.getFileName().toString().replace(".csv", "") + " | "
                + data.rows().size() + " | " + data.labels().size() + " |" + values + " " + chosen + " | " + seconds
                + " |");
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
