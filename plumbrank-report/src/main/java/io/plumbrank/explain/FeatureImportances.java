package io.plumbrank.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a measure, or the loss of a task, loses without each feature.
 *
 * @param measure its name, as the user typed it
 * @param spec the same with every convention filled in
 * @param largerIsBetter whether it is no loss
 * @param value of the model with all features as they are
 * @param features those that matter most first
 * @param notes what a user should know, whole sentences
 */
public record FeatureImportances(
        String measure, String spec, boolean largerIsBetter, double value, List<Feature> features, List<String> notes) {
    /**
     * One feature.
     *
     * @param drop how much worse the measure becomes, the mean over the shuffles; negative where it becomes better
     * @param standardError of that mean, as far as the shuffles differ; NaN of a single one
     * @param splits what trees did with it in training; null for other models
     */
    public record Feature(
            String name,
            double drop,
            double standardError,
            @Nullable Splits splits) {}

    /**
     * What the splits of trees on a feature did in training, summed; XGBoost's {@code total_gain}, {@code total_cover} and
     * {@code weight}.
     *
     * @param gain how much they lowered the training loss; NaN where the model's file does not tell
     * @param cover the weight of the rows that they divided; NaN where the file does not tell
     * @param count how many there are
     */
    public record Splits(double gain, double cover, int count) {}

    public FeatureImportances {
        features = List.copyOf(features);
        notes = List.copyOf(notes);
    }
}
