/** Rankings of a fixed set of labels as a target: what their positions are encoded to, decoded from and promise. */
@NullMarked
package io.plumbrank.target.labels;

import org.jspecify.annotations.NullMarked;
