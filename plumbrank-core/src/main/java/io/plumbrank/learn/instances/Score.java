package io.plumbrank.learn.instances;

/**
 * How well outputs do.
 *
 * @param measure of what is decoded from them; larger is better, NaN is worst. It may stand still while they move
 * @param risk of the surrogate, smaller is better, which moves with them; NaN where it is not known
 */
public record Score(double measure, double risk) {
    /** Of nothing that counts. */
    public static final Score NONE = new Score(Double.NaN, Double.NaN);
}
