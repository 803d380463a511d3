/**
 * The laboratory: distributions of labels, noise conditions, risks and their minimisers, and searches that try to break what is
 * promised.
 *
 * <p>{@link io.plumbrank.theory.search.CalibrationCheck} looks for a counterexample to RAT13's Definition 1,
 * {@link io.plumbrank.theory.search.TightnessTable} says how tight the regret bounds of CUG13 are, and
 * {@link io.plumbrank.theory.search.CalibrationProblem#breach} where a condition of RAT13 or DMJ10 is broken. All is brute force on
 * small instances, independent of how the promises were derived.
 */
@NullMarked
package io.plumbrank.theory;

import org.jspecify.annotations.NullMarked;
