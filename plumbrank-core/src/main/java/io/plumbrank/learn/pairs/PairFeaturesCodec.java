package io.plumbrank.learn.pairs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.arithmetic.Affine;
import io.plumbrank.learn.features.FeatureReference;
import java.io.IOException;

/** Writes and reads features of pairs, as a {@link ScorerCodec} of the scorers that are affine in them. */
interface PairFeaturesCodec<F extends PairFeatures> extends ScorerCodec<PairScorer> {
    Class<F> featuresType();

    /** Writes what the features have besides antisymmetry and reference. */
    void writeFeatures(F features, JsonGenerator json) throws IOException;

    F readFeatures(FeatureReference items, boolean antisymmetric, Fields json);

    @Override
    default String field() {
        return PAIRS;
    }

    @Override
    default Class<PairScorer> type() {
        return PairScorer.class;
    }

    @Override
    default boolean takes(PairScorer scorer) {
        return featuresType().isInstance(scorer.features());
    }

    @Override
    default void write(PairScorer scorer, JsonGenerator json) throws IOException {
        PairFeatures features = scorer.features();
        json.writeBooleanField("antisymmetric", features.antisymmetric());
        features.reference().write(features.itemInputs(), json); // the other half is equal
        writeFeatures(featuresType().cast(features), json);
        scorer.affine().write(json);
    }

    @Override
    default PairScorer read(Fields json) {
        boolean antisymmetric = json.bool("antisymmetric");
        F features = readFeatures(FeatureReference.read(json), antisymmetric, json);
        return PairScorer.of(features, Affine.intercepts(json), Affine.weights(json));
    }
}
