package io.plumbrank.bench;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.learn.FeatureLearner;
import io.plumbrank.learn.ForestLearner;
import io.plumbrank.learn.Learner;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.TreeLearner;
import io.plumbrank.model.ClassLabels;
import io.plumbrank.model.ClassTask;
import io.plumbrank.model.Classifier;
import io.plumbrank.model.Trainer;
import io.plumbrank.model.Training;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.classes.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Decides for the rows of folders that {@code bench/costs-vs-sklearn} writes, with what the best of the models linear, fourier, kernel, trees
 * and forest, each with both surrogates, costs over five folds of the training rows, a forest by the trees that did not see a row. In each
 * folder costs.csv, train.csv and test.csv; writes a prediction per row of the latter and then what was chosen into predictions.txt.
 * Folders that have one are passed over.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.CostCells FOLDER</pre>
 */
public final class CostCells {
    private CostCells() {}

    /** See the class. */
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
        List<Learner> learners = List.of(
                FeatureLearner.linear(),
                FeatureLearner.fourier(500),
                FeatureLearner.kernel(500, 1),
                new TreeLearner(Map.of(TreeLearner.ENGINE, "own", "max_depth", "3", "eta", "0.1", "num_round", "300")),
                new ForestLearner());
        ClassTask<Integer> task = new ClassTask<>(loss, List.of(ClassSurrogate.values()));
        Training training = new Trainer(task, learners, Settings.defaults().withFolds(5))
                .train(open(folder.resolve("train.csv"), loss));
        Classifier classifier = training.model().classifier();
        List<String> lines = new ArrayList<>();
        open(folder.resolve("test.csv"), loss).visit(rows -> {
            for (int row = 0; row < rows.size(); row++) {
                float[] x = new float[rows.featureCount()];
                rows.featuresInto(row, x);
                lines.add(classifier.predict(x));
            }
        });
        lines.add(training.chosen().learner().replaceAll("\\(.*", "") + ", "
                + training.chosen().surrogate());
        Files.write(folder.resolve("predictions.txt"), lines);
    }

    private static QuerySource open(Path file, MatrixLoss loss) {
        return Reading.rows(ClassLabels.of(loss)).stream(file, CsvColumns.defaults(), ReadOptions.defaults());
    }
}
