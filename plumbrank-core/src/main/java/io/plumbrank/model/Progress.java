package io.plumbrank.model;

/** Is told how long work goes on. */
public interface Progress {
    /** Tells nobody. */
    Progress NONE = new Progress() {
        @Override
        public void begin(String what) {}

        @Override
        public void rows(long done) {}
    };

    /** A pass over data begins. */
    void begin(String what);

    /** So many rows of the pass are done. */
    void rows(long done);
}
