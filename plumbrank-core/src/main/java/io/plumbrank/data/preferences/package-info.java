/**
 * What is observed in place of grades: preferences among the items of a query, and rankings of the labels of a row.
 */
@NullMarked
package io.plumbrank.data.preferences;

import org.jspecify.annotations.NullMarked;
