package io.plumbrank.decode;

/** What is known about a decoded ranking when the decoder returns. */
public enum Optimality {
    /** No ranking is better: the value meets the bound, exactly for integer weights and else up to rounding. */
    PROVEN,
    /** The method came to its own end, and does not prove more than its bound. */
    UNPROVEN,
    /** A limit or an interrupt came first; this is the best so far. With a wider limit the result may differ. */
    STOPPED
}
