package io.plumbrank.measure.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of keys. Immutable. */
public final class MeasureSettings {
    public static final MeasureSettings NONE = new MeasureSettings(Map.of());

    private final Map<String, Object> values;

    private MeasureSettings(Map<String, Object> values) {
        this.values = values;
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked") // with() took a value of the key's own type
    public <T> @Nullable T find(Key<T> key) {
        return (T) values.get(key.name());
    }

    /** The value of a key, else what is standard. */
    public <T> T get(Key<T> key) {
        T found = find(key);
        return found != null ? found : Objects.requireNonNull(key.standard());
    }

    /** The same with another value. */
    public <T> MeasureSettings with(Key<T> key, T value) {
        Map<String, Object> changed = new HashMap<>(values);
        changed.put(key.name(), value);
        return new MeasureSettings(changed);
    }
}
