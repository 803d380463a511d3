package io.plumbrank.learn.trees;

import io.plumbrank.learn.Checkpoints;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What boosting needs to know.
 *
 * @param text the learner's name with its parameters
 * @param engine fits the trees
 * @param parameters of the engine, by XGBoost's names
 * @param checkpoints where finished rounds are kept while a validation file stops trees; null for nowhere
 */
public record BoostingSpec(
        String text,
        TreeEngine engine,
        Map<String, String> parameters,
        @Nullable Checkpoints checkpoints) {}
