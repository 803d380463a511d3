package io.plumbrank.decode;

/**
 * Finds a ranking for a problem that u poses: pred of RAT13, with a certificate.
 *
 * @param <P> the problem: {@link LinearOrdering} for pairwise disagreement, {@link MapAssignment} for average precision
 */
public interface Decoder<P> {
    /** Decodes within the limits. Always returns a ranking, however short the time. */
    DecodeResult decode(P problem, DecodeLimits limits);
}
