package io.plumbrank.learn.instances;

/**
 * What validation chooses from.
 *
 * @param variant the number of what is fitted, among {@link Plan#variants}
 * @param lambda the regularisation
 */
public record Candidate(int variant, double lambda) {}
