package io.plumbrank.learn;

/** Follows long work: which part of it is under way, and how far that has come. */
public interface Progress {
    /** Nobody follows. */
    Progress NONE = new Progress() {
        @Override
        public void begin(String part) {}

        @Override
        public void rows(long done) {}
    };

    /** A part begins, such as a pass over data. */
    void begin(String part);

    /** So many rows of the part are done, or rounds of boosting. */
    void rows(long done);
}
