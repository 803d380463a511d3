package io.plumbrank.theory.search;

/** An imperfect fit, the minimiser of the finding, whose regret is above what a stated bound allows. */
public record BoundBreach<Y, T>(Finding<Y, T> finding, double surrogateRegret, double allowed) {}
