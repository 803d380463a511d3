package io.plumbrank.task;

/**
 * How a model does on some data.
 *
 * @param measure the mean of the measure or loss, by weight
 * @param surrogateRisk the mean of the surrogate, by weight
 */
public record Result(double measure, double surrogateRisk) {}
