/**
 * Exact linear ordering on a maintained solver: the relaxation with 3-dicycle cuts, solved by OR-Tools' GLOP, and branching.
 *
 * <p>Core finds {@link io.plumbrank.solvers.LpOrderingSolver} by {@link java.util.ServiceLoader} and never names it. This
 * module touches {@code decode} and {@code data} of core, and native code that core must not need.
 *
 * <p>It makes pred* of RAT13's PD surrogate (section 7) computable where the paper stops at NP-hard.
 */
@NullMarked
package io.plumbrank.solvers;

import org.jspecify.annotations.NullMarked;
