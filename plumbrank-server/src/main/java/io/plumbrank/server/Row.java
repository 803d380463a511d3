package io.plumbrank.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item or row of a request, before it is known which model it is for.
 *
 * @param id as the request names it; null where it does not
 * @param names of the features; null where they go by their places
 * @param values NaN for missing
 */
record Row(@Nullable String id, @Nullable List<String> names, float[] values) {}
