/** Searches on small instances for what breaks a promise of the library, or shows how tight it is. */
@NullMarked
package io.plumbrank.theory.search;

import org.jspecify.annotations.NullMarked;
