package io.plumbrank.explain;

import io.plumbrank.explain.FeatureImportances.Splits;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.trees.Importance;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.model.Predictor;
import org.jspecify.annotations.Nullable;

/** Gains of the splits of a ranker's trees by input, context of it included. */
final class SplitSums {
    private final QueryFeatures features;
    private final @Nullable Importance importance;

    SplitSums(Predictor model) {
        this.features = model.view();
        this.importance = model.rowScorer().orElse(null) instanceof Trees trees ? trees.importance() : null;
    }

    /** Null where the ranker has no trees. */
    @Nullable
    Splits of(int input) {
        if (importance == null) {
            return null;
        }
        double gain = 0;
        double cover = 0;
        int count = 0;
        for (int feature = features.width(input); feature < features.width(input + 1); feature++) {
            gain += importance.gains()[feature];
            cover += importance.covers()[feature];
            count += importance.splits()[feature];
        }
        return new Splits(gain, cover, count);
    }
}
