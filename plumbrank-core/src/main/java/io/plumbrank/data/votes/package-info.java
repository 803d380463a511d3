/**
 * Votes on rankings and the weights of pairs that they add up to, in the formats of PrefLib, LOLIB and CSV. A part of the
 * room {@code data}.
 */
@NullMarked
package io.plumbrank.data.votes;

import org.jspecify.annotations.NullMarked;
