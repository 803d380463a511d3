package io.plumbrank.server;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item or row of a request, before it is known which model it is for.
 *
 * @param id as the request names it; null where it does not
 * @param names of the features; null where they go by their places
 * @param values NaN for missing
 * @param texts by place, the values that are texts
 */
record Row(@Nullable String id, @Nullable List<String> names, float[] values, Map<Integer, String> texts) {
    /** Numbers alone. */
    Row(@Nullable String id, @Nullable List<String> names, float[] values) {
        this(id, names, values, Map.of());
    }
}
