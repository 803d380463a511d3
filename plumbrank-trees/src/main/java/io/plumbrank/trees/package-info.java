/**
 * Boosted trees fitted by XGBoost, on the squared surrogate or on any that gives its gradient.
 *
 * <p>Core finds {@link io.plumbrank.trees.XgboostEngine} by {@link java.util.ServiceLoader} and never names it. This module
 * touches {@code learn} and {@code data} of core, and native code that core must not need; what it fits leaves it as a
 * {@link io.plumbrank.learn.trees.TreeEnsemble}, which core scores alone.
 */
@NullMarked
package io.plumbrank.trees;

import org.jspecify.annotations.NullMarked;
