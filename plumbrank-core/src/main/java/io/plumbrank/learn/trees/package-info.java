/**
 * Ensembles of regression trees: scoring, reading the files of other tools, importance, contributions; all pure Java.
 *
 * <p>A part of the room {@code learn}. Fitting needs
 * native code and lives in the module {@code plumbrank-trees}, found by {@link java.util.ServiceLoader} as a
 * {@link io.plumbrank.learn.trees.TreeEngine}. It too knows vectors, not measures: what it minimises and what stops it
 * come as functions of scores. Boosting on the squared loss is the least squares of RAT13, Theorem 3, over sums of trees.
 *
 * <p>This room may touch {@code data} and {@code util} only.
 */
@NullMarked
package io.plumbrank.learn.trees;

import org.jspecify.annotations.NullMarked;
