/** The front door of the library, {@link io.plumbrank.Plumbrank}; it alone sees kinds of tasks and training together. */
@NullMarked
package io.plumbrank;

import org.jspecify.annotations.NullMarked;
