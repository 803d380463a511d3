package io.plumbrank.bench.peers;

import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.train.Trainer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ourselves: {@code plumbrank train --measure ndcg@10}, with its own defaults.
 *
 * @param trees whether it boosts trees, else it is linear
 */
record PlumbrankPeer(boolean trees) implements PeerTool {
    private static final String TARGET = "target";
    private static final String SURROGATE = "surrogate";
    private static final String CONTEXT = "context";

    @Override
    public String title() {
        return "Plumbrank, " + (trees ? "trees" : "linear");
    }

    @Override
    public String coordinate() {
        return "";
    }

    @Override
    public Map<String, List<String>> choices() {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        choices.put(TARGET, List.of("ndcg@10", "dcg@10", "p@10"));
        choices.put(CONTEXT, List.of("none", "z,rank"));
        if (trees) {
            choices.put(SURROGATE, List.of("squared", "pairwise-logistic"));
            choices.put("max_depth", List.of("3", "4", "5", "6"));
            choices.put("eta", List.of("0.03", "0.05", "0.1"));
            choices.put("min_child_weight", List.of("1", "10", "30"));
            choices.put("colsample_bynode", List.of("0.5", "1"));
        } else {
            choices.put(SURROGATE, List.of("auto", "logistic", "pairwise-exponential", "rankboost", "listnet"));
        }
        return choices;
    }

    @Override
    public Map<String, String> stopped() {
        return Map.of();
    }

    @Override
    public Fit fit(PeerFiles files, Map<String, String> parameters) {
        Map<String, String> left = new LinkedHashMap<>(parameters);
        ItemTask task = ItemTask.of(MeasureSpec.parse(orElse(left.remove(TARGET), "ndcg@10")))
                .withView(new QueryFeatures(
                        false,
                        QueryFeatures.parseContexts(
                                List.of(orElse(left.remove(CONTEXT), "none").split(",")))));
        String surrogate = orElse(left.remove(SURROGATE), trees ? "squared" : "auto");
        ItemTask chosen = surrogate.equals("auto") ? task : task.withSurrogates(Surrogates.parse(surrogate));
        Learner learner = trees ? new TreeLearner(left) : FeatureLearner.linear();
        Ranker ranker = Trainer.of(chosen)
                .withLearner(learner)
                .withSettings(Settings.defaults().withThreads(files.threads()))
                .train(files.train().source(files.threads()), files.valid().source(files.threads()))
                .model()
                .predictor()
                .as(Ranker.class)
                .orElseThrow();
        return rows -> rows.scores(ranker::scores);
    }

    private static String orElse(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }
}
