/** Problems whose p(y|x) is known, and the excess risk of a fit against the number of its instances. */
@NullMarked
package io.plumbrank.theory.consistency;

import org.jspecify.annotations.NullMarked;
