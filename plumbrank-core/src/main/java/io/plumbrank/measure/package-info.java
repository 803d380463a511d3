/**
 * What users care about: measures of rankings, the text that names them, and statistics over queries.
 *
 * <p>A {@link io.plumbrank.measure.Measure} sees the grades of one query in ranked order, never a model. Every convention
 * on which evaluation tools disagree is a typed field of {@link io.plumbrank.measure.MeasureSpec}. Tied scores are
 * averaged exactly over all consistent rankings (CUG13's definition of a measure on scores) unless a tool's habit is
 * asked for. Positional formulas (utility, discount) of CUG13, section 3, are written here, once.
 *
 * <p>To add a measure, write its formula as a class with a {@code MeasureKind} that says its words, keys, cut-off,
 * {@link io.plumbrank.measure.Structure} and the habits that tools have with it, and name that in {@code MeasureKinds}: text,
 * presets, evaluation and, if it is positional, training follow. Tests want its textbook definition, the documentation its row.
 * Outside this library a {@link io.plumbrank.measure.MeasureProvider} takes the place of that list.
 *
 * <p>This room may touch {@code data} only.
 */
@NullMarked
package io.plumbrank.measure;

import org.jspecify.annotations.NullMarked;
