package io.plumbrank.model;

import io.plumbrank.measure.MeasureSpec;
import java.util.List;

/**
 * What a measure loses without each feature.
 *
 * @param measure with every convention filled in
 * @param value of the model with all features as they are
 * @param features those that matter most first
 * @param notes what a user should know, whole sentences
 */
public record FeatureImportances(MeasureSpec measure, double value, List<Feature> features, List<String> notes) {
    /**
     * One feature.
     *
     * @param drop how much worse the measure becomes, the mean over the shuffles; negative where it becomes better
     * @param standardError of that mean, as far as the shuffles differ; NaN of a single one
     */
    public record Feature(String name, double drop, double standardError) {}

    public FeatureImportances {
        features = List.copyOf(features);
        notes = List.copyOf(notes);
    }
}
