/** Writes queries as LETOR text, which the readers of {@link io.plumbrank.data} read back to the same bits. */
@NullMarked
package io.plumbrank.data.write;

import org.jspecify.annotations.NullMarked;
