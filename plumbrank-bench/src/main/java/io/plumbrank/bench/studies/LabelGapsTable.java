package io.plumbrank.bench.studies;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Leaves out positions of the training rows of label rankings, each with the same probability, trains with both meanings of what is
 * missing, and prints the mean of a measure on the full rankings of five folds that took no part, as a Markdown table. Trees and forests
 * are stopped and chosen by a fifth of the training rows, positions lost there too; the others leave out one row at a time.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.LabelGapsTable FOLDER [LEARNER,…] [MEASURE] [MOST_ROWS]</pre>
 */
public final class LabelGapsTable {
    private static final int FOLDS = 5;
    private static final double[] LOST = {0.3, 0.6};
    private static final Missing[] MEANINGS = {Missing.LABEL, Missing.RANDOM};

    private final MeasureSpec measure;
    private final int mostRows;

    private LabelGapsTable(MeasureSpec measure, int mostRows) {
        this.measure = measure;
        this.mostRows = mostRows;
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) {
            System.out.println("SKIPPED: no folder " + folder);
            return;
        }
        Map<String, List<? extends Learner>> learners = LabelLearners.all();
        if (args.length > 1) {
            learners.keySet().retainAll(List.of(args[1].split(",")));
        }
        LabelGapsTable table = new LabelGapsTable(
                MeasureSpec.parse(args.length > 2 ? args[2] : "kendall"),
                args.length > 3 ? Integer.parseInt(args[3]) : 1000);
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(QuerySource::isCsv).sorted().toList();
        }
        for (Map.Entry<String, List<? extends Learner>> learner : learners.entrySet()) {
            table.print(learner.getKey(), learner.getValue(), files);
        }
    }

    private void print(String name, List<? extends Learner> learner, List<Path> files) throws IOException {
        System.out.println("| " + name + " | 30 % label | 30 % random | 60 % label | 60 % random | seconds |");
        System.out.println("| --- |" + " --- |".repeat(5));
        double[] means = new double[LOST.length * MEANINGS.length];
        for (Path file : files) {
            StringBuilder line =
                    new StringBuilder("| " + file.getFileName().toString().replace(".csv", "") + " |");
            long start = System.nanoTime();
            for (int cell = 0; cell < means.length; cell++) {
                double value = mean(file, learner, LOST[cell / MEANINGS.length], MEANINGS[cell % MEANINGS.length]);
                means[cell] += value / files.size();
                line.append(String.format(Locale.ROOT, " %.4f |", value));
            }
            System.out.println(line.append(String.format(Locale.ROOT, " %.0f |", (System.nanoTime() - start) / 1e9)));
        }
        StringBuilder line = new StringBuilder("| mean |");
        for (double mean : means) {
            line.append(String.format(Locale.ROOT, " %.4f |", mean));
        }
        System.out.println(line.append(" |\n"));
    }

    /** The same positions are lost, and the same folds left out, whatever the meaning. */
    private double mean(Path file, List<? extends Learner> learner, double lost, Missing meaning) throws IOException {
        LabelRankings full = LabelRankings.read(open(file), "L");
        List<String> lines = Files.readAllLines(file);
        int columns = full.featureNames().size();
        int count = Math.min(mostRows, full.rows().size());
        double sum = 0;
        for (int fold = 0; fold < FOLDS; fold++) {
            SplittableRandom random = new SplittableRandom(7 + fold);
            List<String> train = new ArrayList<>(List.of(lines.get(0)));
            List<Row> test = new ArrayList<>();
            for (int row = 0; row < count; row++) {
                String[] fields = lines.get(1 + row).split(",", -1);
                for (int label = columns; label < fields.length; label++) {
                    fields[label] = random.nextDouble() < lost ? "" : fields[label];
                }
                if (row % FOLDS == fold) {
                    test.add(full.rows().get(row));
                } else {
                    train.add(String.join(",", fields));
                }
            }
            sum += measured(train, test, learner, meaning) / FOLDS;
        }
        return sum;
    }

    private double measured(List<String> train, List<Row> test, List<? extends Learner> learner, Missing meaning)
            throws IOException {
        Path file = Files.createTempFile("gaps", ".csv");
        Path valid = Files.createTempFile("gaps", ".csv");
        try {
            LabelRankingTask task = LabelRankingTask.of(measure, "L").withMissing(meaning);
            Training<?> training;
            if (learner.get(0) instanceof FeatureLearner) {
                Files.write(file, train);
                // the figure over folds of train is not looked at, so few of them do
                training = Trainer.of(task)
                        .withSettings(Settings.defaults().withFolds(2))
                        .withLearners(List.copyOf(learner))
                        .train(open(file));
            } else {
                Files.write(file, some(train, row -> row % FOLDS != 0));
                Files.write(valid, some(train, row -> row % FOLDS == 0));
                training = Trainer.of(task).withLearners(List.copyOf(learner)).train(open(file), open(valid));
            }
            LabelRanker ranker = training.predictor().as(LabelRanker.class).orElseThrow();
            LabelRankingTarget target = ranker.task().target();
            return test.stream()
                    .mapToDouble(row -> target.value(row.positions(), ranker.rank(row.features())))
                    .average()
                    .orElseThrow();
        } finally {
            Files.delete(file);
            Files.delete(valid);
        }
    }

    /** The header, and rows by number from 0. */
    private static List<String> some(List<String> lines, IntPredicate rows) {
        return IntStream.range(0, lines.size())
                .filter(line -> line == 0 || rows.test(line - 1))
                .mapToObj(lines::get)
                .toList();
    }

    private static QuerySource open(Path file) {
        return Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }
}
