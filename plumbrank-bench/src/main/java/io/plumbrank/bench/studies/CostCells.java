package io.plumbrank.bench.studies;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Decides for the rows of folders that {@code bench/costs-vs-sklearn} writes by the model that {@link Trainer<?>} makes of their training
 * rows, with the settings of {@code plumbrank train --loss-matrix}. In each folder costs.csv, train.csv and test.csv; writes a prediction
 * per row of the latter and then what was chosen into predictions.txt, and into rivals.txt what was tried and what it reached. Folders
 * that have predictions are passed over.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.CostCells FOLDER</pre>
 */
public final class CostCells {
    private CostCells() {}

    public static void main(String[] args) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(Path.of(args[0]))) {
            folders = all.filter(Files::isDirectory).sorted().toList();
        }
        for (Path folder : folders) {
            if (!Files.exists(folder.resolve("predictions.txt"))) {
                long start = System.nanoTime();
                decide(folder);
                System.err.printf(Locale.ROOT, "%s %.1f s%n", folder.getFileName(), (System.nanoTime() - start) / 1e9);
            }
        }
    }

    private static void decide(Path folder) throws IOException {
        MatrixLoss loss = MatrixLoss.of(LossMatrix.read(folder.resolve("costs.csv")));
        ClassTask<Integer> task = new ClassTask<>(loss, List.of(ClassSurrogate.values()));
        Training<?> training = Trainer.of(task).train(open(folder.resolve("train.csv"), loss));
        Classifier classifier = training.predictor().as(Classifier.class).orElseThrow();
        List<String> lines = new ArrayList<>();
        open(folder.resolve("test.csv"), loss).visit(rows -> {
            for (int row = 0; row < rows.size(); row++) {
                float[] x = new float[rows.featureCount()];
                rows.featuresInto(row, x);
                lines.add(classifier.predict(x));
            }
        });
        ModelChoice choice = training.model().provenance().choice().orElseThrow();
        lines.add(choice.chosen().name());
        List<String> rivals = Stream.concat(
                        choice.rivals().stream()
                                .map(rival -> String.format(
                                        Locale.ROOT,
                                        "%s | %s | %.5f | behind %.5f | error %.5f%s",
                                        rival.name(),
                                        rival.settings(),
                                        rival.value().mean(),
                                        rival.behind().mean(),
                                        rival.behind().error(),
                                        rival.chosen() ? " | chosen" : "")),
                        choice.leftOut().stream().map(left -> left.name() + " | left out: " + left.why()))
                .toList();
        Files.write(folder.resolve("rivals.txt"), rivals);
        Files.write(folder.resolve("predictions.txt"), lines);
    }

    private static QuerySource open(Path file, MatrixLoss loss) {
        return Reading.rows(ClassLabels.of(loss)).stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }
}
