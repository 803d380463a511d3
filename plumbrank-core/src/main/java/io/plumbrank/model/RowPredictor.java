package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.task.checks.FeatureCheck;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predicts for single rows, such as a class or a ranking of fixed labels; a {@link Ranker} needs all items of a query. */
public abstract class RowPredictor implements Predictor {
    private final Model model;

    protected RowPredictor(Model model) {
        this.model = model;
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(model);
    }

    @Override
    public List<PredictionFormat> formats() {
        return List.of(PredictionFormat.TSV, PredictionFormat.JSONL);
    }

    /** The names of what it predicts, under the word for them, such as {@code labels}; empty where they are too many to list. */
    public abstract Map<String, List<String>> vocabulary();

    /**
     * Writes the prediction for one row as fields of a JSON object that is open.
     *
     * @param x as many features as in training, NaN for missing
     * @throws IllegalArgumentException if there are more or fewer, or so large that the model gives no finite numbers
     */
    public abstract void answer(float[] x, JsonGenerator json) throws IOException;

    /**
     * u of one row.
     *
     * @throws IllegalArgumentException if it has more or fewer features than in training
     */
    protected double[] outputs(float[] x) {
        FeatureCheck.requireWidth(x.length, inputs(), featureNames());
        return scorer().score(x, 1);
    }
}
