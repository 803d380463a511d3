package io.plumbrank.bench;

import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.learn.trees.TreeTask;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the defaults of boosting rest on: NDCG@10 of the validation parts of MQ2008's five folds, at the best round of each,
 * for some parameters. The test parts are not looked at.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.TreeDefaults FOLDER_OF_MQ2008 [THREADS]</pre>
 */
public final class TreeDefaults {
    private static final List<Map<String, String>> TRIED = List.of(
            Map.of(),
            Map.of("max_depth", "3"),
            Map.of("max_depth", "4"),
            Map.of("max_depth", "7"),
            Map.of("eta", "0.1"),
            Map.of("eta", "0.02"),
            Map.of("min_child_weight", "10"),
            Map.of("min_child_weight", "30"),
            Map.of("lambda", "10"),
            Map.of("subsample", "0.7"),
            Map.of("colsample_bynode", "0.5"),
            Map.of("min_child_weight", "10", "subsample", "0.7", "colsample_bynode", "0.5"));

    private TreeDefaults() {}

    /** See the class. */
    public static void main(String[] args) {
        Path folder = Path.of(args[0]);
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        RankingRows[] train = new RankingRows[5];
        RankingRows[] valid = new RankingRows[5];
        for (int fold = 0; fold < 5; fold++) {
            train[fold] = RankingRows.load(
                    List.of(part(folder, fold), part(folder, fold + 1), part(folder, fold + 2)), threads);
            valid[fold] = RankingRows.load(List.of(part(folder, fold + 3)), threads);
        }
        for (Map<String, String> parameters : TRIED) {
            double sum = 0;
            int rounds = 0;
            for (int fold = 0; fold < 5; fold++) {
                TreeTask task = TreeTask.of(train[fold].rows(), train[fold].targets(), 1)
                        .withThreads(threads)
                        .withParameters(new HashMap<>(parameters))
                        .withValidation(valid[fold].rows(), valid[fold]::ndcg);
                TreeFit fit = TreeLearner.find().fit(task);
                sum += fit.measures().get(fit.rounds() - 1);
                rounds += fit.rounds();
            }
            System.out.printf(Locale.ROOT, "valid ndcg@10 %.4f  %4d rounds  %s%n", sum / 5, rounds / 5, parameters);
        }
    }

    private static Path part(Path folder, int part) {
        return folder.resolve("S" + (part % 5 + 1) + ".txt");
    }
}
