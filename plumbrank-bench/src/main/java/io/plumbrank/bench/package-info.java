/**
 * How fast we are, always beside a peer in the same run: JMH benchmarks, generators of data of a realistic shape, and
 * side-by-side runs. Nothing here is shipped, and no test depends on a time.
 */
@NullMarked
package io.plumbrank.bench;

import org.jspecify.annotations.NullMarked;
