/**
 * Judgements and runs in the format of TREC, streamed query by query.
 */
@NullMarked
package io.plumbrank.trec;

import org.jspecify.annotations.NullMarked;
