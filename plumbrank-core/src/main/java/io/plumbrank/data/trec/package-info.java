/**
 * Judgements and runs in the format of TREC, streamed query by query. A part of the room {@code data}.
 */
@NullMarked
package io.plumbrank.data.trec;

import org.jspecify.annotations.NullMarked;
