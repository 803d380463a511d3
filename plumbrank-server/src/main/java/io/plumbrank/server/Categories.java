package io.plumbrank.server;

import io.plumbrank.data.text.Levels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of text that a request names, with the levels that the model knows; counts those that it does not. */
final class Categories {
    private final FeatureLayout layout;
    private final Map<String, Levels> named = new LinkedHashMap<>();

    Categories(FeatureLayout layout) {
        this.layout = layout;
    }

    /** Null where the model knows no level of the column. */
    @Nullable
    Levels levels(String column) {
        Levels known = named.get(column);
        if (known == null && layout.categorical()) {
            known = Levels.among(layout.names(), column);
            if (known != null) {
                named.put(column, known);
            }
        }
        return known;
    }

    /** How many rows have a level that has no feature, by column, as {@code predict} tells it. */
    List<String> notes() {
        return named.entrySet().stream()
                .flatMap(column -> column.getValue().withoutFeature(column.getKey()).stream())
                .toList();
    }
}
