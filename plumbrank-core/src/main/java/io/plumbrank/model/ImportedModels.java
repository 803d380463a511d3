package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeModels;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Rankers that XGBoost or RankLib trained on LETOR text, by {@link TreeModels}. Feature numbers are those of the text, so the
 * data must be such text too. They give scores; nothing is known of what was minimised, so there is no guarantee.
 */
final class ImportedModels {
    /** What XGBoost's document has at its top. */
    private static final Set<String> XGBOOST_FIELDS = Set.of("learner", "version");

    private ImportedModels() {}

    /**
     * Reads a model of another tool; empty if the file does not begin as one, or cannot be read.
     *
     * @throws InputException if it begins as one, but is damaged or scores more than one output
     */
    static Optional<Ranker> read(Path file) {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (!isImported(content)) {
            return Optional.empty();
        }
        TreeEnsemble ensemble = TreeModels.parse(content, file.toString());
        if (ensemble.outputs() != 1) {
            throw new InputException(
                    file.toString(), 0, "a model of " + ensemble.outputs() + " outputs", "one score per item");
        }
        return Optional.of(new ScoreRanker(ensemble, !TreeModels.isRankLib(content)));
    }

    private static boolean isImported(byte[] content) {
        if (TreeModels.isRankLib(content) || TreeModels.isUbjson(content)) {
            return true;
        }
        try (JsonParser json = new JsonFactory().createParser(content)) {
            json.nextToken();
            String field = json.nextFieldName();
            return field != null && XGBOOST_FIELDS.contains(field);
        } catch (IOException e) {
            return false;
        }
    }
}
