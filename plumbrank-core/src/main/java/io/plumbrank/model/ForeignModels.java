package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.plumbrank.data.Query;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeModels;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rankers that XGBoost or RankLib trained on LETOR text, by {@link TreeModels}. Feature numbers are those of the text, so the
 * data must be such text too. They give scores; nothing is known of what was minimised, so there is no guarantee.
 *
 * <pre>{@code
 * QueryScorer model = ForeignModels.read(Path.of("lambdamart.txt")).orElseThrow();
 * }</pre>
 */
public final class ForeignModels {
    /** What XGBoost's document has at its top. */
    private static final Set<String> XGBOOST_FIELDS = Set.of("learner", "version");

    private ForeignModels() {}

    /**
     * Reads a model of another tool; empty if the file does not begin as one, or cannot be read.
     *
     * @throws InputException if it begins as one, but is damaged or scores more than one output
     */
    public static Optional<QueryScorer> read(Path file) {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (!isForeign(content)) {
            return Optional.empty();
        }
        TreeEnsemble ensemble = TreeModels.parse(content, file.toString());
        if (ensemble.outputs() != 1) {
            throw new InputException(
                    file.toString(), 0, "a model of " + ensemble.outputs() + " outputs", "one score an item");
        }
        return Optional.of(new Foreign(ensemble, !TreeModels.isRankLib(content)));
    }

    private static boolean isForeign(byte[] content) {
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

    /** @param knowsInputs whether the file says how many features there were in training */
    private record Foreign(Scorer scorer, boolean knowsInputs) implements QueryScorer {
        @Override
        public QueryFeatures features() {
            return QueryFeatures.PLAIN;
        }

        @Override
        public List<String> featureNames() {
            return List.of();
        }

        /** Columns of an array count from 0, features of LETOR text from 1, so the last one tells that they do not fit. */
        @Override
        public double[] scores(Query query) {
            if (knowsInputs && query.featureCount() > inputs()) {
                throw new InputException(
                        "query " + query.id(),
                        query.firstLine(),
                        "feature " + (query.featureCount() - 1),
                        "features up to " + (inputs() - 1)
                                + ", which is all that the model knows; one that was trained on an"
                                + " array counts its columns from 0: train it on the text, or write the text with features from 0");
            }
            return QueryScorer.super.scores(query);
        }
    }
}
