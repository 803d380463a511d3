package io.plumbrank.data;

import org.jspecify.annotations.Nullable;

/**
 * What work leaves behind at a block for the work that comes after it. It may be gone at any time, as it is when a machine is lost, or
 * memory is short: who puts something there must be able to make it again.
 */
public interface BlockMemory {
    /** Keeps nothing. */
    BlockMemory NONE = new BlockMemory() {
        @Override
        public @Nullable Object get(String key) {
            return null;
        }

        @Override
        public void put(String key, @Nullable Object value) {}
    };

    /** What was put there; null where it is gone. */
    @Nullable
    Object get(String key);

    /** Keeps a value, in place of one that was there; null to let it go. */
    void put(String key, @Nullable Object value);
}
