package io.plumbrank.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.plumbrank.data.Absent;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.KnownFeatures.ImportedFeatures;
import io.plumbrank.model.ModelImport;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * Rankers that XGBoost or RankLib trained, by {@link TreeModels}. They give scores; nothing is known of what was minimised, so
 * there is no guarantee. RankLib's feature numbers are those of LETOR text; {@link ImportedFeatures} says what is known of
 * XGBoost's.
 */
public final class ImportedModels implements ModelImport {
    /** The top of XGBoost's document. */
    private static final Set<String> XGBOOST_FIELDS = Set.of("learner", "version");

    @Override
    public Optional<Predictor> read(byte[] content, String name) {
        if (!isImported(content)) {
            return Optional.empty();
        }
        TreeModels.Named named = TreeModels.parseNamed(content, name);
        TreeEnsemble ensemble = named.ensemble();
        if (ensemble.outputs() != 1) {
            throw new InputException(name, 0, "a model of " + ensemble.outputs() + " outputs", "one score per item");
        }
        return Optional.of(new ScoreRanker(
                ensemble,
                TreeModels.isRankLib(content)
                        ? ImportedFeatures.OF_TEXT
                        : ImportedFeatures.unsaid(named.names(), Absent.MISSING)));
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
