package io.plumbrank.learn;

/** Follows long work: which part of it is under way, and how far that has come. */
public interface Progress {
    /** Nobody follows. */
    Progress NONE = new Progress() {
        @Override
        public void begin(String part, String unit, long total) {}

        @Override
        public void at(long done) {}
    };

    /** What a part counts when it goes over data. */
    String ROWS = "rows";

    /** A total that is not known. */
    long UNKNOWN = -1;

    /**
     * One of several kinds of models begins.
     *
     * @param words such as {@code 3 of 6, trees}
     * @param seconds that the budget leaves, infinite without one
     */
    default void kind(String words, double seconds) {}

    /** A part begins, such as a pass over data; the total is an upper bound of what it counts, or {@link #UNKNOWN}. */
    void begin(String part, String unit, long total);

    /** A part begins that counts nothing. */
    default void begin(String part) {
        begin(part, ROWS, UNKNOWN);
    }

    /** So many of the part are done. */
    void at(long done);

    /** What will be done and what it takes, where that is much, in words, before it begins. */
    default void plan(String sentence) {}

    /** The measure on what validates, as it is now. */
    default void measure(double value) {}

    /** Whether no time is left. */
    default boolean isOver() {
        return false;
    }

    /** For work that asks {@link #isOver} and then ends with something useful, so that nothing else ends it. */
    default Progress patient() {
        return this;
    }

    /**
     * For a part of the work that may take a share of the time that is left.
     *
     * @param share 1 for all of it
     */
    default Progress slice(double share) {
        return this;
    }

    /** One of several models was tried: how far it came and how long the others may take, in words. */
    default void tried(String sentence) {}

    /** For parts of the work that go on side by side, and show nothing. */
    default Progress aside() {
        return NONE;
    }
}
