package io.plumbrank.model;

import io.plumbrank.learn.QueryFeatures;
import java.util.List;

/** What people call the features of a ranker. */
final class FeatureNames {
    private final List<String> names;
    private final QueryFeatures features;

    FeatureNames(QueryScorer model) {
        this.names = model.featureNames();
        this.features = model.features();
    }

    /** An input, by its name or, where features have none, its number. */
    String input(int input) {
        return names.isEmpty() ? Integer.toString(input) : names.get(input);
    }

    /** A feature that the scorer sees. */
    String feature(int feature) {
        return features.name(feature, input(features.input(feature)));
    }
}
