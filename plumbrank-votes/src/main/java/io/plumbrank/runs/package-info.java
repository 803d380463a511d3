/**
 * Runs of search engines in TREC's format, measured against judgements, preferences or labelled data.
 */
@NullMarked
package io.plumbrank.runs;

import org.jspecify.annotations.NullMarked;
