package io.plumbrank.learn.instances;

import java.io.Serializable;

/**
 * What validation chooses from.
 *
 * @param variant the number of what is fitted, among {@link Plan#variants}
 * @param lambda the regularisation
 */
public record Candidate(int variant, double lambda) implements Serializable {}
