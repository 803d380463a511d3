package io.plumbrank.learn.instances;

import java.io.Serializable;

/**
 * One of the things that could be fitted to the same rows, of which validation chooses one.
 *
 * @param loss what is minimised
 * @param from the first of its targets among those of a row
 * @param size how many of them it has
 */
public record Variant(InstanceLoss loss, int from, int size) implements Serializable {}
