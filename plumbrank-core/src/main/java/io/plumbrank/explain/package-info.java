/**
 * Why a ranker ranks as it does: which features matter over a file, and between two items.
 *
 * <p>This room may touch {@code util}, {@code data}, {@code learn}, {@code measure} and {@code model}. It implements no theorem.
 */
@NullMarked
package io.plumbrank.explain;

import org.jspecify.annotations.NullMarked;
