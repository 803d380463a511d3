/** Noise conditions of RAT13 and DMJ10 as predicates on distributions, and tests whether predictions obey them. */
@NullMarked
package io.plumbrank.theory.conditions;

import org.jspecify.annotations.NullMarked;
