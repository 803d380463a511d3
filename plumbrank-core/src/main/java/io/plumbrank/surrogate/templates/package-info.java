/** The surrogates of this library, each a class, and {@code TemplateKinds}, which lists them. A part of the room {@code surrogate}. */
@NullMarked
package io.plumbrank.surrogate.templates;

import org.jspecify.annotations.NullMarked;
