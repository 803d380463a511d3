package io.plumbrank.learn.instances;

import java.io.Serializable;

/** A variant with its regularisation λ, one of those that validation chooses from. */
public record Candidate(Variant variant, double lambda) implements Serializable {
    /** A copy whose variant has another place. */
    public Candidate numbered(int number) {
        return new Candidate(variant.numbered(number), lambda);
    }
}
