package io.plumbrank.theory;

/**
 * A surrogate of one's own for {@link io.plumbrank.theory.search.CalibrationCheck}: a loss ψ(y, s) of the scores of a query's items, smooth and convex in the
 * scores, whose minimiser is sorted. It is called from several threads at once, and must give the same for the same.
 *
 * <pre>{@code
 * OwnSurrogate squares = (scores, label, gradient) -> {
 *     double sum = 0;
 *     for (int i = 0; i < scores.length; i++) {
 *         gradient[i] = 2 * (scores[i] - label[i]);
 *         sum += (scores[i] - label[i]) * (scores[i] - label[i]);
 *     }
 *     return sum;
 * };
 * CalibrationProblem<double[], Ranking> problem =
 *         CalibrationProblems.ofMeasure(MeasureSpec.parse("ndcg"), 3, MethodChoice.ofOwn("squares", squares), 2);
 * }</pre>
 */
@FunctionalInterface
public interface OwnSurrogate {
    /**
     * Writes ∂ψ/∂s.
     *
     * @param scores one per item
     * @param label where labels are grades, the utility of each item that the measure's own surrogates regress on; where they are
     *     preference graphs of r items, the r × r weights of the preferences, row by row
     * @param gradient as long as the scores; all of it is written
     * @return ψ(y, s)
     */
    double gradientInto(double[] scores, double[] label, double[] gradient);
}
