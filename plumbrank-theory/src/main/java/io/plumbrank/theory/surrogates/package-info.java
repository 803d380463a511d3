/** Surrogates as p·ψ: its minimisers and what they are decoded to, without any data. */
@NullMarked
package io.plumbrank.theory.surrogates;

import org.jspecify.annotations.NullMarked;
