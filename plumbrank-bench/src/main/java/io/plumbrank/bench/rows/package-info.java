/** Generated data, rows as peers take them, and the statistics of repeated and of paired measurements. */
@NullMarked
package io.plumbrank.bench.rows;

import org.jspecify.annotations.NullMarked;
