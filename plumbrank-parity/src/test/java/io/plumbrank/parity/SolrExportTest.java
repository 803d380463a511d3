package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.util.Utils;
import org.apache.solr.core.SolrResourceLoader;
import org.apache.solr.ltr.feature.Feature;
import org.apache.solr.ltr.feature.SolrFeature;
import org.apache.solr.ltr.model.LTRScoringModel;
import org.apache.solr.ltr.store.rest.ManagedFeatureStore;
import org.apache.solr.ltr.store.rest.ManagedModelStore;
import org.apache.solr.rest.ManagedResourceStorage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Solr 8.11.4 takes the feature store and the model by its own readers, and scores. */
@Tag("full")
class SolrExportTest {
    private static final int INTERCEPT = -1;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void treesAreBitEqual(long seed) throws Exception {
        Exportable model = Samples.exported(Samples.trees(seed, 40, 1, Samples.Missing.BY_FEATURE));
        Parity parity = parity(model, seed);
        assertThat(parity.bitEqual()).isEqualTo(parity.rows()).isGreaterThan(100);
        assertThat(parity.changedRankings()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void linearModelsRankTheSame(long seed) throws Exception {
        Parity parity = parity(Samples.exported(Samples.linear(seed, 1)), seed);
        assertThat(parity.changedRankings()).isZero();
        assertThat(parity.largestDifference()).isLessThan(1e-5);
    }

    private static Parity parity(Exportable model, long seed) throws Exception {
        Exported files = ExportFormat.parse("solr").write(model, "ranker.json");
        try (SolrResourceLoader loader = new SolrResourceLoader()) {
            ManagedFeatureStore store = new ManagedFeatureStore(
                    ManagedFeatureStore.REST_END_POINT, loader, new ManagedResourceStorage.InMemoryStorageIO());
            for (Object feature : (List<?>) parsed(files.companions().get(0).content())) {
                @SuppressWarnings("unchecked")
                Map<String, Object> fields = (Map<String, Object>) feature;
                store.addFeature(fields, "ranker");
            }
            @SuppressWarnings("unchecked")
            Map<String, Object> json = (Map<String, Object>) parsed(files.content());
            LTRScoringModel loaded = ManagedModelStore.fromLTRScoringModelMap(loader, json, store);
            List<Feature> features = loaded.getFeatures();
            int[] places = features.stream()
                    .mapToInt(feature -> feature instanceof SolrFeature
                            ? Integer.parseInt(feature.getName().substring(1))
                            : INTERCEPT)
                    .toArray();
            return Parity.of(
                    model,
                    (x, u) -> {
                        float[] vector = new float[places.length];
                        for (int i = 0; i < places.length; i++) {
                            float value = places[i] == INTERCEPT ? 1 : x[places[i]];
                            vector[i] = Float.isNaN(value) ? standIn((SolrFeature) features.get(i)) : value;
                        }
                        loaded.normalizeFeaturesInPlace(vector);
                        u[0] = loaded.score(vector);
                    },
                    consumer -> consumer.accept(Samples.rows(model, seed)));
        }
    }

    /** What {@code def(field("f3"),0.5)} gives where the field is empty. */
    private static float standIn(SolrFeature feature) {
        String query = feature.getQ();
        assertThat(query).matches("\\{!func}def\\(field\\(\"f\\d+\"\\),[-0-9.E]+\\)");
        return Float.parseFloat(query.substring(query.indexOf("),") + 2, query.length() - 1));
    }

    private static Object parsed(byte[] json) {
        return Utils.fromJSON(json);
    }
}
