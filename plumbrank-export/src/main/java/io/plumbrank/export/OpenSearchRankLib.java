package io.plumbrank.export;

import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.Arrays;

/** Trees for the plugin of OpenSearch or Elasticsearch in the form of RankLib ({@code model/ranklib}). */
public final class OpenSearchRankLib extends OpenSearch {
    @Override
    public String name() {
        return "opensearch-ranklib";
    }

    @Override
    byte[] trees(String title, TreeEnsemble ensemble, Exportable model) {
        int[] used = model.usedFeatures();
        // features are the places of the set, from 1
        String definition = RankLib.trees(ensemble, feature -> Arrays.binarySearch(used, feature) + 1);
        return body(title, "model/ranklib", definition, null, model);
    }

    @Override
    byte[] linear(String title, LinearScorer linear, Exportable model) {
        throw model.refused("a linear model", "trees for " + name() + ": use opensearch");
    }
}
