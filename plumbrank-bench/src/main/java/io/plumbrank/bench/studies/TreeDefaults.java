package io.plumbrank.bench.studies;

import io.plumbrank.bench.rows.RankingRows;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What the defaults of boosting rest on: NDCG@10 of the validation parts of five folds, such as MQ2008's, for some parameters.
 * <em>best</em> is that of the best round; <em>other half</em> is what remains of it when one half of a validation part picks the
 * round and the other is measured, over random halves. The test parts are not looked at.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.TreeDefaults FOLDER_OF_S1_TO_S5 [THREADS]</pre>
 */
public final class TreeDefaults {
    private static final int HALVINGS = 20;
    private static final List<Map<String, String>> TRIED = List.of(
            Map.of(),
            Map.of("max_depth", "3"),
            Map.of("max_depth", "5"),
            Map.of("max_depth", "6"),
            Map.of("min_child_weight", "1"),
            Map.of("min_child_weight", "30"),
            Map.of("eta", "0.1"),
            Map.of("eta", "0.03"),
            Map.of("lambda", "10"),
            Map.of("subsample", "0.7"),
            Map.of("colsample_bynode", "0.5"),
            Map.of("max_leaves", "10", "max_depth", "0", "grow_policy", "lossguide"));

    private TreeDefaults() {}

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
            double best = 0;
            double otherHalf = 0;
            int rounds = 0;
            for (int fold = 0; fold < 5; fold++) {
                List<double[]> values = new ArrayList<>();
                RankingRows held = valid[fold];
                TreeProblem task = TreeProblem.of(train[fold].rows(), train[fold].targets(), 1)
                        .withThreads(threads)
                        .withParameters(new HashMap<>(parameters))
                        .withValidation(held.rows(), scores -> {
                            values.add(held.ndcgs(scores));
                            return held.ndcg(scores);
                        });
                TreeFit fit = TreeEngines.find().fit(task);
                best += fit.measures().get(fit.rounds() - 1) / 5;
                otherHalf += otherHalf(values, new Random(fold)) / 5;
                rounds += fit.rounds();
            }
            System.out.printf(
                    Locale.ROOT,
                    "other half %.4f  best %.4f  %4d rounds  %s%n",
                    otherHalf,
                    best,
                    rounds / 5,
                    new TreeMap<>(parameters));
        }
    }

    /** The mean over one half of the queries at the round that is best for the other half. */
    private static double otherHalf(List<double[]> valuesOfRounds, Random random) {
        int queries = valuesOfRounds.get(0).length;
        List<Integer> order = new ArrayList<>();
        for (int query = 0; query < queries; query++) {
            order.add(query);
        }
        double sum = 0;
        for (int halving = 0; halving < HALVINGS; halving++) {
            Collections.shuffle(order, random);
            List<Integer> picks = order.subList(0, queries / 2);
            List<Integer> measured = order.subList(queries / 2, queries);
            double[] best = Collections.max(valuesOfRounds, Comparator.comparingDouble(values -> mean(values, picks)));
            sum += mean(best, measured);
        }
        return sum / HALVINGS;
    }

    private static double mean(double[] values, List<Integer> queries) {
        return queries.stream().mapToDouble(query -> values[query]).average().orElseThrow();
    }

    private static Path part(Path folder, int part) {
        return folder.resolve("S" + (part % 5 + 1) + ".txt");
    }
}
