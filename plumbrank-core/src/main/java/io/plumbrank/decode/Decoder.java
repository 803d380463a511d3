package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import io.plumbrank.util.internal.DidYouMean;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Finds a ranking for a problem that u poses: pred of RAT13, with a certificate.
 *
 * @param <P> the problem: {@code LinearOrdering} for pairwise disagreement, {@code MapAssignment} for average precision
 */
public interface Decoder<P> {
    /** How a decoder comes to its ranking. */
    enum Kind {
        /** By one number per item, as votes are counted; a surrogate of scores gives that without pairs. */
        VOTE,
        /** In one pass, whatever the limits. */
        RULE,
        /** By a search that ends with its limits, or before. */
        SEARCH
    }

    /**
     * What a decoder is worth.
     *
     * @param kind how it comes to its ranking
     * @param cost in words
     * @param exactness for which u its ranking is the best
     */
    record Promise(Kind kind, String cost, Exactness exactness) {}

    /** What it is worth. */
    Promise promise();

    /** The problem that u, in the order of its pairs, poses. */
    P problem(double[] u);

    /** Decodes within the limits. Always returns a ranking, however narrow they are. */
    DecodeResult decode(P problem, DecodeLimits limits);

    /** A good ranking in little time, the same on every machine, where a search would take long. */
    Ranking quickly(P problem);

    /** Decodes u within the limits. */
    default DecodeResult decode(double[] u, DecodeLimits limits) {
        return decode(problem(u), limits);
    }

    /** The ranking of u by a vote or a rule, and {@link #quickly} in place of a search. */
    default Ranking decodeQuickly(double[] u) {
        return promise().kind() == Kind.SEARCH
                ? quickly(problem(u))
                : decode(u, DecodeLimits.defaults()).ranking();
    }

    /** The name in Java, such as {@code LOCAL_SEARCH}. */
    String name();

    /** The name on the command line, such as {@code local-search}. */
    default String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Those of several decoders that are for predicted pairs, and not for votes alone. */
    static <D extends Decoder<?>> List<D> ofPredictions(D[] decoders) {
        return Stream.of(decoders)
                .filter(decoder -> decoder.promise().kind() != Kind.VOTE)
                .sorted(Comparator.comparing(decoder -> decoder.promise().exactness()))
                .toList();
    }

    /** The names of decoders, for messages. */
    static List<String> texts(List<? extends Decoder<?>> decoders) {
        return decoders.stream().map(Decoder::text).toList();
    }

    /**
     * The decoder of a word, whatever the case of its letters.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    static <D extends Decoder<?>> D parse(String word, D[] decoders) {
        String wanted = word.strip().toLowerCase(Locale.ROOT);
        List<String> texts = texts(List.of(decoders));
        if (!texts.contains(wanted)) {
            throw new IllegalArgumentException("unknown decoder '" + word + "'" + DidYouMean.hint(wanted, texts)
                    + " (possible: " + String.join(", ", texts) + ")");
        }
        return decoders[texts.indexOf(wanted)];
    }

    /** For which u the ranking of a decoder is the best; in the order in which decoders are offered. */
    enum Exactness {
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
}
