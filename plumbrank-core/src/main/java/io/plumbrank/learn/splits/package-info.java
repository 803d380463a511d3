/**
 * Numbers derived from a row that splits of trees compare: {@link io.plumbrank.learn.splits.CodeTest} for sets of categories,
 * {@link io.plumbrank.learn.splits.ZeroTest} for zeros that are missing. A part of the room {@code learn}.
 */
@NullMarked
package io.plumbrank.learn.splits;

import org.jspecify.annotations.NullMarked;
