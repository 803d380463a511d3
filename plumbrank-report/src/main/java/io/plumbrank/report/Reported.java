package io.plumbrank.report;

import io.plumbrank.data.QuerySource;
import io.plumbrank.model.Predictor;
import io.plumbrank.train.Training;
import org.jspecify.annotations.Nullable;

/**
 * A model to report on.
 *
 * @param name what the report calls it
 * @param predictor the model
 * @param data labelled data with the features that it knows: for classes, labels are indices of its loss's classes
 * @param training how its training went; null where that is not known, since model files do not keep it
 */
public record Reported(
        String name,
        Predictor predictor,
        QuerySource data,
        @Nullable Training<?> training) {
    /** A model of which only the file is known. */
    public static Reported of(String name, Predictor predictor, QuerySource data) {
        return new Reported(name, predictor, data, null);
    }

    Reported held() {
        return new Reported(name, predictor, data.loaded(), training);
    }
}
