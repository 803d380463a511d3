package io.plumbrank.model;

/**
 * One kind of model that may be tried.
 *
 * @param name such as {@code trees with z,rank}
 * @param trainer what makes it
 * @param seconds that it is estimated to take on a usual processor
 * @param bytes of memory that it is estimated to take
 */
record Contender(String name, Trainer trainer, double seconds, double bytes) {}
