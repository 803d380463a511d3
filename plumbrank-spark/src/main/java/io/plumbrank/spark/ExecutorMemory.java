package io.plumbrank.spark;

import io.plumbrank.data.BlockMemory;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is kept at the blocks that this process has. Between two jobs nothing but static fields of an executor lives on. Where memory is
 * short it is let go of, and made again from the rows.
 *
 * @param source of the blocks
 * @param block its number
 */
record ExecutorMemory(String source, int block) implements BlockMemory {
    private static final Map<Place, SoftReference<Object>> KEPT = new ConcurrentHashMap<>();

    private record Place(String source, int block, String key) {}

    @Override
    public @Nullable Object get(String key) {
        SoftReference<Object> kept = KEPT.get(new Place(source, block, key));
        return kept == null ? null : kept.get();
    }

    @Override
    public void put(String key, @Nullable Object value) {
        Place place = new Place(source, block, key);
        if (value == null) {
            KEPT.remove(place);
        } else {
            KEPT.put(place, new SoftReference<>(value));
        }
    }

    /** Lets go of all that this process keeps of a source. */
    static void forget(String source) {
        KEPT.keySet().removeIf(place -> place.source.equals(source));
    }
}
