/** Labels on small instances and distributions over them, and how people write both. */
@NullMarked
package io.plumbrank.theory.distributions;

import org.jspecify.annotations.NullMarked;
