/**
 * Reports on models, for people: one HTML file with everything in it, plots as SVG and the numbers of each plot in a table.
 *
 * <p>It may use all of core and {@code io.plumbrank.explain}; core does not know it. It implements no theorem. All text that comes from data or models passes
 * {@link io.plumbrank.report.ReportPage}, which escapes it.
 */
@NullMarked
package io.plumbrank.report;

import org.jspecify.annotations.NullMarked;
