/** L-BFGS over rows in memory, for any convex loss of groups. A part of the room {@code learn}. */
@NullMarked
package io.plumbrank.learn.descent;

import org.jspecify.annotations.NullMarked;
