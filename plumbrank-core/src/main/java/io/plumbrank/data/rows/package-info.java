/**
 * Rows of a file as columns in memory: features, item names, labels and weights, and the blocks that parsers make of text. Nothing here
 * knows of queries.
 */
@NullMarked
package io.plumbrank.data.rows;

import org.jspecify.annotations.NullMarked;
