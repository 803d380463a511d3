/**
 * Where data lives: rankings, votes, preferences, queries with their items in columnar memory, and the files they come from.
 *
 * <p>Readers are parallel and streaming: a visitor sees the queries of a file in file order
 * while the file is never in memory as a whole, or a loader builds a {@link io.plumbrank.data.Dataset}. Every fault in a
 * file is an {@link io.plumbrank.util.InputException} that names file, line, what was found and what was expected.
 *
 * <p>This room touches no other room but {@code util}. It implements no theorem; it carries x and y of the papers.
 */
@NullMarked
package io.plumbrank.data;

import org.jspecify.annotations.NullMarked;
