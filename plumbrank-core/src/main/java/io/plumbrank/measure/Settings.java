package io.plumbrank.measure;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of keys. Immutable. */
final class Settings {
    static final Settings NONE = new Settings(Map.of());

    private final Map<String, Object> values;

    private Settings(Map<String, Object> values) {
        this.values = values;
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked") // with() took a value of the key's own type
    <T> @Nullable T find(Key<T> key) {
        return (T) values.get(key.name());
    }

    /** The value of a key, else what is standard. */
    <T> T get(Key<T> key) {
        T found = find(key);
        return found != null ? found : Objects.requireNonNull(key.standard());
    }

    /** The same with another value. */
    <T> Settings with(Key<T> key, T value) {
        Map<String, Object> changed = new HashMap<>(values);
        changed.put(key.name(), value);
        return new Settings(changed);
    }
}
