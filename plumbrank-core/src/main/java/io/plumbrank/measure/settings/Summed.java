package io.plumbrank.measure.settings;

/** Which items the sum of {@code num_rel} over all queries counts. */
public enum Summed implements Word {
    /** The relevant ones. */
    REL,
    /** Those with a positive grade, whatever is relevant: trec_eval -c, which counts them anew and forgets -l. */
    POSITIVE
}
