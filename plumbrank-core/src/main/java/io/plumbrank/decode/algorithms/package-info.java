/** The algorithms behind {@link io.plumbrank.decode.Decoder}: linear ordering, average precision, and the aggregation of votes and runs. */
@NullMarked
package io.plumbrank.decode.algorithms;

import org.jspecify.annotations.NullMarked;
