package io.plumbrank.model;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How boosted trees are trained.
 *
 * @param parameters by XGBoost's names
 * @param checkpoints a directory for what is done so far, null for none
 * @param every rounds from one checkpoint to the next
 * @param resume whether to go on from the checkpoint that is there
 */
public record TreeSettings(
        Map<String, String> parameters, @Nullable Path checkpoints, int every, boolean resume) {
    public TreeSettings {
        parameters = Map.copyOf(parameters);
    }

    /** The learner's own parameters, no checkpoints. */
    public static TreeSettings defaults() {
        return new TreeSettings(Map.of(), null, 50, false);
    }

    /** The same with parameters by XGBoost's names. */
    public TreeSettings withParameters(Map<String, String> parameters) {
        return new TreeSettings(parameters, checkpoints, every, resume);
    }
}
