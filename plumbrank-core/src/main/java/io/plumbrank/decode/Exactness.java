package io.plumbrank.decode;

/** For which u the ranking of a decoder is the best; in the order in which decoders are offered. */
public enum Exactness {
    /** Only the result can tell: it comes with a proof, or with the gap that is left when the time is over. */
    PROOF_OR_GAP(false, "RAT13, Theorem 3"),
    /** For every u, given the time. */
    ALWAYS(true, "RAT13, Theorem 3"),
    /** Where the arcs i → j with u_ij &gt; u_ji form no cycle: P_DAG, with u for the expectations. */
    ACYCLIC(true, "RAT13, Theorem 7"),
    /** Where an item that is ahead stays ahead in any company: P_reinforce, with u for the expectations. */
    REINFORCE(true, "RAT13, Theorem 4"),
    /** Where an item that is ahead of another has the larger sum Σ_j (u_ij − u_ji): P_f, with u for the expectations. */
    SUMS(true, "RAT13, Theorem 6"),
    /** Where the search happens upon the best ranking, which nothing shows. */
    LOCAL(false, "a local search may miss the best ranking"),
    /** No such u are known. */
    UNKNOWN(false, "no condition is known under which the ranking is the best");

    private final boolean knownAhead;
    private final String reason;

    Exactness(boolean knownAhead, String reason) {
        this.knownAhead = knownAhead;
        this.reason = reason;
    }

    /** Whether u alone decides, so that it can be said before anything is decoded. */
    public boolean isKnownAhead() {
        return knownAhead;
    }

    /** The result that says so, such as {@code RAT13, Theorem 7}, or why there is none. */
    public String reason() {
        return reason;
    }
}
