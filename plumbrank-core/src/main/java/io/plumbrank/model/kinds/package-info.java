/** What kinds of tasks share: fields in model files, and promises for the queries of the training data. */
@NullMarked
package io.plumbrank.model.kinds;

import org.jspecify.annotations.NullMarked;
