/** The weights of pairs that votes add up to. A part of the room {@code data}. */
@NullMarked
package io.plumbrank.data.votes;

import org.jspecify.annotations.NullMarked;
