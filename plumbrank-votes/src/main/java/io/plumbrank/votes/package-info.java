/**
 * Votes on rankings in the formats of PrefLib, LOLIB and CSV, runs of search engines, and the rankings that they are aggregated into.
 */
@NullMarked
package io.plumbrank.votes;

import org.jspecify.annotations.NullMarked;
