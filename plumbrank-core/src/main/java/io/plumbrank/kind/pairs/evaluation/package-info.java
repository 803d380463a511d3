/** How decoding of predicted pairs went. */
@NullMarked
package io.plumbrank.kind.pairs.evaluation;

import org.jspecify.annotations.NullMarked;
