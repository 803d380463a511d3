/**
 * The page of benchmarks, printed anew by its own commands. The packages below it measure, always beside a peer in the same
 * run. Nothing here is shipped, and no test depends on a time.
 */
@NullMarked
package io.plumbrank.bench;

import org.jspecify.annotations.NullMarked;
