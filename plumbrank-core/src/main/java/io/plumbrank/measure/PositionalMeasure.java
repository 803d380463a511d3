package io.plumbrank.measure;

/**
 * A (u,φ) positional measure of CUG13, section 3: on a ranking σ of n items, all of them judged and retrieved, its value is
 * b(y) + Σ_k φ(k) u_{item at k}(y). Any order-preserving surrogate that is fed with the utilities u(y) is calibrated with it
 * (CUG13, Theorem 3.2). DCG, NDCG, precision, WTA, recall, ERU, AUC and Spearman are such measures; R-precision is not, since
 * its discount depends on the label.
 *
 * <pre>{@code
 * PositionalMeasure ndcg = (PositionalMeasure) MeasureSpec.parse("ndcg@10").measure();
 * double[] alpha = ndcg.utilities(grades); // 2^y − 1 over the ideal DCG@10
 * }</pre>
 */
public interface PositionalMeasure extends Measure {
    /**
     * φ: the weight of a 0-based position in a list of n items, non-increasing in the position and never negative. O(1).
     */
    double discount(int position, int n);

    /** How many positions of a list of n items may have a weight. */
    default int depth(int n) {
        return spec().depth(n);
    }

    /**
     * u(y): the utility of each item, all 0 where the measure is undefined and so the same for every ranking. O(n log n).
     *
     * @param grades of the items, NaN where unjudged
     * @return a new array
     */
    double[] utilities(double[] grades);

    /** No utility of a list of n items is larger; none is negative. Infinite where grades alone bound them. */
    default double largestUtility(int n) {
        return 1;
    }

    /** Whether the utility of an item depends on its own grade alone. */
    default boolean isItemwise() {
        return false;
    }

    /** Whether the utilities of two items that make up a query differ by the same amount in every label that tells them apart. */
    default boolean countsWinsOfTwo() {
        return !spec().isGraded() || spec().structure() == Structure.RANK_CORRELATION;
    }

    /** b(y): what does not depend on the ranking; where the measure is undefined, what {@code empty} says, 0 for skip. */
    default double offset(double[] grades) {
        return isEmpty(Judgements.of(grades).inOrder()) ? spec().empty().valueInSum() : 0;
    }
}
