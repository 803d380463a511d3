/**
 * Why a ranker ranks as it does: which features matter over a file, and between two items.
 *
 * <p>It may use {@code util}, {@code data}, {@code learn}, {@code measure} and {@code model} of core, and not {@code io.plumbrank.report}. It implements no theorem.
 */
@NullMarked
package io.plumbrank.explain;

import org.jspecify.annotations.NullMarked;
