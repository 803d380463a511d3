package io.plumbrank.theory.search;

/**
 * An imperfect fit that breaks a stated regret bound.
 *
 * @param finding the distribution and what the fit is decoded to; its minimiser is the fit
 * @param surrogateRegret of the fit
 * @param allowed the largest target regret that the bound allows with it
 */
public record BoundBreach<Y, T>(Finding<Y, T> finding, double surrogateRegret, double allowed) {}
