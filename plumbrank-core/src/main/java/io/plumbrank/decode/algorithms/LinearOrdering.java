package io.plumbrank.decode.algorithms;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The linear ordering problem, that is pred* for pairwise disagreement (RAT13, equation 1): find the ranking σ that
 * minimises the weight it contradicts, Σ_{i≠j} w_ij 1(σ(i) &gt; σ(j)). With w_ij the number of voters who prefer i to j
 * this is Kemeny's rule. Weights may be negative.
 *
 * <p>Only the differences d_ij = w_ij − w_ji matter: the value of a ranking is the constant Σ_{i&lt;j} min(w_ij, w_ji)
 * plus the weight of those arcs i → j with d_ij &gt; 0 that run upwards, so it is minimum weighted feedback arc set on the
 * difference graph. Immutable; O(r²) memory.
 *
 * <pre>{@code
 * LinearOrdering votes = LinearOrdering.of(new double[][] {{0, 6, 2}, {3, 0, 5}, {7, 4, 0}});
 * DecodeResult best = OrderingDecoder.AUTO.decode(votes, DecodeLimits.defaults());
 * best.ranking();   // 3 ≻ 1 ≻ 2
 * best.value();     // 10
 * best.isOptimal(); // true
 * }</pre>
 */
public final class LinearOrdering {
    /** Below this, sums of integers are exact, and sums of multiples of them still tell one integer from the next. */
    public static final double EXACT = 0x1p42;

    /** What the rounding of a bound or of a value may amount to, as a part of the spread. */
    private static final double ROUNDING = 1e-13;

    /** Beyond this, not every integer is a double. */
    private static final double LARGEST_INTEGER = 0x1p53;

    /** What reading and adding up decimal weights may leave of a tie, as a part of both weights. */
    private static final double NOISE = 1e-14;

    /** What weights follow from where they are not kept, which halves the memory. */
    private enum Follow {
        /** w_ij is d_ij for i &lt; j, else 0. */
        FIRST,
        /** w_ij = max(d_ij, 0). */
        GAINS
    }

    private final int size;
    /** None where they follow from the differences. */
    private final double @Nullable [] weights;

    private final Follow follow;
    private final double[] differences;
    private final double base;
    private final double spread;
    private final boolean integral;
    private final boolean whole;
    private final double magnitude;
    private final double smallest;
    /** Whether weights are so large that neighbours of them are not doubles. */
    private final boolean beyond;

    private LinearOrdering(int size, double[] weights) {
        this(size, weights, new double[weights.length], Follow.GAINS);
    }

    /** @param differences to be made of the weights, or given where there are none */
    private LinearOrdering(int size, double @Nullable [] weights, double[] differences, Follow follow) {
        this.size = size;
        this.weights = weights;
        this.follow = follow;
        this.differences = differences;
        double minima = 0;
        double sum = 0;
        double total = 0;
        double least = Double.POSITIVE_INFINITY;
        double largest = 0;
        boolean integers = true;
        for (int i = 0; i < size; i++) {
            for (int j = i + 1; j < size; j++) {
                double up = weight(i, j);
                double down = weight(j, i);
                double d = up - down;
                if (weights != null) {
                    // adding 0.0 turns −0.0 into 0.0, which sorts and prints like any other zero
                    differences[i * size + j] = d + 0.0;
                    differences[j * size + i] = 0.0 - d;
                }
                minima += Math.min(up, down);
                sum += Math.abs(d);
                total += Math.abs(up) + Math.abs(down);
                largest = Math.max(largest, Math.max(Math.abs(up), Math.abs(down)));
                integers = integers && d == Math.rint(d);
                least = Math.abs(d) > NOISE * (Math.abs(up) + Math.abs(down)) ? Math.min(least, Math.abs(d)) : least;
            }
        }
        if (!Double.isFinite(total)) {
            throw new IllegalArgumentException("the weights are too large to be added up in double precision");
        }
        this.base = minima;
        this.spread = sum;
        this.whole = integers;
        this.magnitude = total;
        this.smallest = least;
        this.beyond = largest >= LARGEST_INTEGER;
        this.integral = integers && sum < EXACT && !beyond;
    }

    /**
     * A problem from a matrix; w[i][j] is the weight of "i above j". The diagonal is ignored.
     *
     * @throws IllegalArgumentException if the matrix is not square or holds a number that is not finite
     */
    public static LinearOrdering of(double[][] weights) {
        return of(weights.length, flat(weights));
    }

    /** A problem from {@link #flat} weights, which nobody may change afterwards. */
    public static LinearOrdering of(int size, double[] flat) {
        return new LinearOrdering(size, flat);
    }

    /**
     * The rows of a matrix one after the other, 0 on its diagonal.
     *
     * @throws IllegalArgumentException if the matrix is not square or holds a number that is not finite off its diagonal
     */
    public static double[] flat(double[][] weights) {
        int r = weights.length;
        double[] flat = new double[Math.multiplyExact(r, r)];
        for (int i = 0; i < r; i++) {
            if (weights[i].length != r) {
                throw new IllegalArgumentException("row " + i + " has " + weights[i].length + " weights, need " + r);
            }
            for (int j = 0; j < r; j++) {
                if (i != j && !Double.isFinite(weights[i][j])) {
                    throw new IllegalArgumentException("weight (" + i + ", " + j + ") is " + weights[i][j]);
                }
                flat[i * r + j] = i == j ? 0 : weights[i][j];
            }
        }
        return flat;
    }

    /**
     * A problem from one number per pair i &lt; j, as {@link PairIndex#STRICT} has them: the least-squares prediction of
     * y_ij − y_ji. It is a weight of "i above j", negative where j is the better.
     *
     * @throws IllegalArgumentException if the length is not r(r − 1)/2 for some r, or a number is not finite
     */
    public static LinearOrdering ofDifferences(double[] u) {
        int r = PairIndex.STRICT.items(u.length);
        double[] flat = new double[Math.multiplyExact(r, r)];
        PairIndex.STRICT.forEach(r, (i, j, at) -> {
            if (!Double.isFinite(u[at])) {
                throw new IllegalArgumentException("difference (" + i + ", " + j + ") is " + u[at]);
            }
            flat[i * r + j] = u[at] + 0.0;
            flat[j * r + i] = 0.0 - u[at];
        });
        return new LinearOrdering(r, null, flat, Follow.FIRST);
    }

    /** The number of items, r. */
    public int size() {
        return size;
    }

    /** w_ij, the weight of "i above j"; 0 for i = j. */
    public double weight(int i, int j) {
        if (weights != null) {
            return weights[i * size + j];
        }
        double d = differences[i * size + j];
        return follow == Follow.FIRST ? (i < j ? d : 0) : Math.max(0, d);
    }

    /** d_ij = w_ij − w_ji. */
    public double difference(int i, int j) {
        return differences[i * size + j];
    }

    /** The weight that a ranking contradicts: Σ_{i≠j} w_ij 1(σ(i) &gt; σ(j)). O(r²). */
    public double value(Ranking ranking) {
        if (ranking.size() != size) {
            throw new IllegalArgumentException("need a ranking of " + size + " items, got " + ranking.size());
        }
        int[] items = ranking.toItems();
        double sum = 0;
        for (int q = 1; q < size; q++) {
            for (int p = 0; p < q; p++) {
                sum += weight(items[q], items[p]);
            }
        }
        return sum;
    }

    /** Σ_{i&lt;j} min(w_ij, w_ji): no ranking contradicts less. It is the optimum if the difference graph is acyclic. */
    public double sumOfMinima() {
        return base;
    }

    /** Whether all differences are integers small enough for exact sums; then so is what comes on top of the minima. */
    public boolean isIntegral() {
        return integral;
    }

    /**
     * Whether a lower bound leaves no room below a value: for integer differences the next smaller value is 1 less, for
     * others values closer than 1e-13 · Σ_{i&lt;j} |d_ij| count as equal, which is the size of rounding in their sums.
     */
    public boolean proves(double bound, double value) {
        return isRounding(value - tightened(bound));
    }

    /** Whether values that differ by so much, or by less than 0, leave no value between them but for rounding. */
    public boolean isRounding(double difference) {
        return difference <= (integral ? 0.5 : ROUNDING * spread);
    }

    /**
     * Whether a ranking contradicts no more than the sum of minima. The arcs that run upwards are added up on their own,
     * so that large weights on both sides of a pair hide nothing, nor do large weights of other pairs: a sum of integers
     * above 0 never rounds below 1, and a sum of others is at least the smallest of them. O(r²).
     */
    public boolean meetsSumOfMinima(Ranking ranking) {
        int[] items = ranking.toItems();
        double upwards = 0;
        for (int q = 1; q < size; q++) {
            int row = items[q] * size;
            for (int p = 0; p < q; p++) {
                upwards += Math.max(0, differences[row + items[p]]);
            }
        }
        return whole ? upwards < 0.5 && !beyond : upwards <= Math.min(ROUNDING * spread, smallest / 2);
    }

    /** Whether all sums of weights are exact: they are integers, and all together below 2^53. */
    public boolean isExact() {
        return whole && magnitude < LARGEST_INTEGER;
    }

    /** What rounding may hide of the difference between the values of two rankings; 0 where it hides nothing. */
    public double hidden() {
        return integral ? 0 : Math.max(ROUNDING * spread, Math.ulp(magnitude));
    }

    /** Whether rounding hides less than the smallest majority. */
    public boolean isCertain() {
        return hidden() < (whole ? 1 : smallest / 2);
    }

    /** Whether weights are so large that neighbours of them are not doubles, so that a difference of 0 may hide one. */
    public boolean isBeyondIntegers() {
        return beyond;
    }

    /** The majorities alone, w_ij = max(d_ij, 0), without what rounding left of ties between weights that are no integers. */
    public LinearOrdering majorities() {
        double[] flat = new double[differences.length];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double d = differences[i * size + j];
                double both = Math.abs(weight(i, j)) + Math.abs(weight(j, i));
                flat[i * size + j] = d > (whole ? 0 : NOISE * both) ? d : 0;
            }
        }
        return new LinearOrdering(size, flat);
    }

    /** Low noise where sums of integers are taken as they are, and those of others up to their own rounding. */
    public boolean isLowNoise() {
        return new DifferenceGraph(this, 0).isLowNoise(0, whole ? 0 : NOISE);
    }

    /** The least value that a ranking can have by this bound: for integer differences, the next integer step. */
    public double tightened(double bound) {
        return integral ? base + Math.ceil(bound - base - 1e-6 - ROUNDING * spread) : bound;
    }

    /**
     * Whether the graph with an arc i → j wherever d_ij &gt; 0 has no cycle (P_DAG of RAT13). Then Algorithm 1 is exact
     * (Theorem 7). O(r²).
     *
     * @param tolerance differences up to this part of the largest |d_ij| count as 0
     */
    public boolean isAcyclic(double tolerance) {
        return new DifferenceGraph(this, tolerance * largestDifference()).isAcyclic();
    }

    /**
     * Low noise (DMJ10, Definition 8): d_ij &gt; 0 and d_jk &gt; 0 imply d_ik ≥ d_ij + d_jk. It implies that the graph is
     * acyclic and that sorting by net weight is exact. O(r³), less when it fails.
     *
     * @param tolerance in comparisons, as a part of the largest |d_ij|; the condition often holds with equality
     */
    public boolean isLowNoise(double tolerance) {
        double slack = tolerance * largestDifference();
        return new DifferenceGraph(this, slack).isLowNoise(slack, 0);
    }

    private double largestDifference() {
        double largest = 0;
        for (double d : differences) {
            largest = Math.max(largest, d);
        }
        return largest;
    }

    /**
     * The problem on some of the items, reduced to its difference graph: w_ij = max(d_ij, 0). Its item k is
     * {@code items[k]} here, its {@link #sumOfMinima} is 0.
     */
    public LinearOrdering reducedTo(int... items) {
        int m = items.length;
        boolean all = m == size && IntStream.range(0, m).allMatch(i -> items[i] == i);
        double[] some = all ? differences : new double[m * m];
        for (int i = 0; i < m && !all; i++) {
            for (int j = 0; j < m; j++) {
                some[i * m + j] = i == j ? 0 : differences[items[i] * size + items[j]];
            }
        }
        return new LinearOrdering(m, null, some, Follow.GAINS);
    }

    /** d, row by row. Not to be written to. */
    double[] differences() {
        return differences;
    }

    /** Σ_{i&lt;j} |d_ij|: the largest difference between the values of two rankings. */
    double spread() {
        return spread;
    }
}
