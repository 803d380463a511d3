package io.plumbrank.bench.peers;

import ciir.umass.edu.learning.DataPoint;
import ciir.umass.edu.learning.DenseDataPoint;
import ciir.umass.edu.learning.RANKER_TYPE;
import ciir.umass.edu.learning.RankList;
import ciir.umass.edu.learning.Ranker;
import ciir.umass.edu.learning.RankerTrainer;
import ciir.umass.edu.learning.tree.LambdaMART;
import ciir.umass.edu.learning.tree.RFRanker;
import ciir.umass.edu.metric.NDCGScorer;
import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Trains RankLib's tree rankers on a LETOR file, and scores every row of it by RankLib and by our reading of RankLib's file.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.RankLibParity FILE</pre>
 */
public final class RankLibParity {
    private RankLibParity() {}

    public static void main(String[] args) throws Exception {
        LambdaMART.nTrees = 100;
        RFRanker.nBag = 10;
        Ranker.verbose = false;
        List<RankList> lists = lists(Path.of(args[0]));
        int[] all = IntStream.rangeClosed(1, DataPoint.getFeatureCount()).toArray();
        for (RANKER_TYPE type : List.of(RANKER_TYPE.LAMBDAMART, RANKER_TYPE.MART, RANKER_TYPE.RANDOM_FOREST)) {
            Ranker ranker = new RankerTrainer().train(type, lists, all, new NDCGScorer(10));
            TreeEnsemble ensemble = TreeModels.parse(ranker.model().getBytes(StandardCharsets.UTF_8), "" + type);
            compare(type, ranker, ensemble, lists);
        }
        System.exit(0); // RankLib's threads wait for more work for ever
    }

    private static List<RankList> lists(Path file) throws Exception {
        Map<String, List<DataPoint>> queries = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            DenseDataPoint point = new DenseDataPoint(line);
            queries.computeIfAbsent(point.getID(), id -> new ArrayList<>()).add(point);
        }
        List<RankList> lists = new ArrayList<>();
        queries.values().forEach(points -> lists.add(new RankList(points)));
        return lists;
    }

    private static void compare(RANKER_TYPE type, Ranker ranker, TreeEnsemble ensemble, List<RankList> lists) {
        float[] x = new float[ensemble.inputs()];
        double[] u = new double[1];
        long rows = 0;
        long differing = 0;
        double largest = 0;
        for (RankList list : lists) {
            for (int i = 0; i < list.size(); i++) {
                for (int j = 1; j < x.length; j++) {
                    x[j] = list.get(i).getFeatureValue(j);
                }
                ensemble.scoreInto(x, u);
                double theirs = ranker.eval(list.get(i));
                rows++;
                differing += theirs == u[0] ? 0 : 1;
                largest = Math.max(largest, Math.abs(theirs - u[0]));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %d trees, %d rows, %d scores differ, at most by %.1e%n",
                type,
                ensemble.members().size(),
                rows,
                differing,
                largest);
    }
}
