/**
 * Measures over many queries: means, confidence intervals and paired tests, from files of scores, runs or models.
 */
@NullMarked
package io.plumbrank.evaluate;

import org.jspecify.annotations.NullMarked;
