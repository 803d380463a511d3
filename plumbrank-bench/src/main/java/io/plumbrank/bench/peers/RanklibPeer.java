package io.plumbrank.bench.peers;

import ciir.umass.edu.features.FeatureManager;
import ciir.umass.edu.learning.RANKER_TYPE;
import ciir.umass.edu.learning.RankList;
import ciir.umass.edu.learning.Ranker;
import ciir.umass.edu.learning.RankerTrainer;
import ciir.umass.edu.learning.tree.LambdaMART;
import ciir.umass.edu.metric.NDCGScorer;
import ciir.umass.edu.utilities.MyThreadPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** RankLib's LambdaMART with the parameters that it has by itself; it takes the best of its rounds on validation data. */
final class RanklibPeer implements PeerTool {
    @Override
    public String title() {
        return "RankLib";
    }

    @Override
    public String coordinate() {
        return "com.o19s/RankyMcRankFace";
    }

    @Override
    public Map<String, List<String>> choices() {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        choices.put("leaf", List.of("5", "7", "10", "15"));
        choices.put("shrinkage", List.of("0.05", "0.1", "0.2"));
        choices.put("mls", List.of("1", "10", "30"));
        return choices;
    }

    @Override
    public Map<String, String> stopped() {
        return Map.of("tree", "300");
    }

    @Override
    public Fit fit(PeerFiles files, Map<String, String> parameters) {
        Ranker.verbose = false;
        MyThreadPool.init(files.threads());
        LambdaMART.nTrees = whole(parameters, "tree", 1_000);
        LambdaMART.nTreeLeaves = whole(parameters, "leaf", 10);
        LambdaMART.minLeafSupport = whole(parameters, "mls", 1);
        LambdaMART.learningRate = Float.parseFloat(parameters.getOrDefault("shrinkage", "0.1"));
        List<RankList> train = new ArrayList<>(files.train().lists());
        Ranker ranker = new RankerTrainer()
                .train(
                        RANKER_TYPE.LAMBDAMART,
                        train,
                        new ArrayList<>(files.valid().lists()),
                        FeatureManager.getFeatureFromSampleVector(train),
                        new NDCGScorer(10));
        MyThreadPool.getInstance().shutdown();
        return rows -> rows.lists().stream()
                .flatMap(list -> IntStream.range(0, list.size()).mapToObj(list::get))
                .mapToDouble(ranker::eval)
                .toArray();
    }

    private static int whole(Map<String, String> parameters, String name, int otherwise) {
        return Integer.parseInt(parameters.getOrDefault(name, "" + otherwise));
    }
}
