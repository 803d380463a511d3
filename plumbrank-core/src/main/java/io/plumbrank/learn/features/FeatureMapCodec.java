package io.plumbrank.learn.features;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.arithmetic.Affine;
import java.io.IOException;

/**
 * Writes and reads a feature map, as a {@link ScorerCodec} of the scorers that are affine in it. A feature map of your own is a
 * class that brings its codec and a line {@code provides io.plumbrank.learn.ScorerCodec with …}.
 */
public interface FeatureMapCodec<M extends RowMap> extends ScorerCodec<MappedScorer> {
    /** The class of the map. */
    Class<M> mapType();

    /** Writes the parameters of the map as fields of an object that is open; {@link FeatureReference#write} writes its reference. */
    void writeMap(M map, JsonGenerator json) throws IOException;

    /** Reads what {@link #writeMap} wrote; {@link FeatureReference#read} reads the reference. */
    M readMap(Fields json);

    @Override
    default Class<MappedScorer> type() {
        return MappedScorer.class;
    }

    @Override
    default boolean takes(MappedScorer scorer) {
        return mapType().isInstance(scorer.map());
    }

    @Override
    default void write(MappedScorer scorer, JsonGenerator json) throws IOException {
        json.writeNumberField("inputs", scorer.inputs());
        writeMap(mapType().cast(scorer.map()), json);
        scorer.affine.write(json);
    }

    @Override
    default MappedScorer read(Fields json) {
        int inputs = (int) json.whole("inputs", 0, Query.MOST_FEATURES);
        return MappedScorer.of(readMap(json), inputs, Affine.intercepts(json), Affine.weights(json));
    }
}
