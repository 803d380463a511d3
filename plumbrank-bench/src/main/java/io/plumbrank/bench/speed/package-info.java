/** Seconds, memory and requests per second of parts and of whole commands, each beside a peer in the same run. */
@NullMarked
package io.plumbrank.bench.speed;

import org.jspecify.annotations.NullMarked;
