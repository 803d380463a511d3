package io.plumbrank.target;

/**
 * ℓ(y,t) ≥ 0, the loss that the user cares about: what predicting t costs when y turns out to be true. Smaller is better.
 *
 * @param <Y> a label: a class, the grades of a query's items, a preference graph
 * @param <T> a prediction: a class, a set of classes, a ranking
 */
public interface TargetLoss<Y, T> {

    /** ℓ(y,t); finite and never negative. */
    double loss(Y label, T prediction);

    /**
     * What is promised to those who train on this loss's surrogate and predict with its decoder, and what is not. Where
     * the constant of the regret bound depends on the instance (a ranking loss: on the number of items), this says what
     * holds for all instances and leaves the bound out.
     */
    Guarantee guarantee();
}
