/**
 * The conventions in which tools differ, such as gains, ties and empty queries, and the keys that name them in the text of a measure.
 */
@NullMarked
package io.plumbrank.measure.settings;

import org.jspecify.annotations.NullMarked;
