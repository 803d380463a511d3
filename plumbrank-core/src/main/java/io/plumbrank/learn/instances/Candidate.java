package io.plumbrank.learn.instances;

import java.io.Serializable;

/**
 * What validation chooses from.
 *
 * @param variant what is fitted
 * @param lambda the regularisation
 */
public record Candidate(Variant variant, double lambda) implements Serializable {
    /** A copy whose variant has another place. */
    public Candidate numbered(int number) {
        return new Candidate(variant.numbered(number), lambda);
    }
}
