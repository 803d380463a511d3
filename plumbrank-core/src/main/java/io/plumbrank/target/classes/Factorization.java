package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * L = A·B + offsets·1ᵀ + 1·shiftsᵀ, the structure that RAT13's Theorem 3 asks for, of least size: row y of A is α_y,
 * column t of B is β_t, and their length d is the rank of the doubly centred matrix C = (I − 11ᵀ/n) L (I − 11ᵀ/k).
 *
 * <p><b>No smaller size exists.</b> Double centring removes any offsets c and shifts b, so
 * rank(C) = rank of the doubly centred L − c1ᵀ − 1bᵀ ≤ rank(L − c1ᵀ − 1bᵀ), with equality for the means of rows and
 * columns. So rank(L) − 2 ≤ d ≤ affine dimension of the columns ≤ rank(L): for (y − t)² they are 1, 2 and 3.
 *
 * <p><b>Scale.</b> A = UΣ and B = Vᵀ of the singular value decomposition of C, so the rows of B are orthonormal and
 * D = max ‖β_t − β_t'‖ ≤ √2. In every row of B the entry that is largest in magnitude is positive (the first of those
 * that tie to within a relative 10⁻⁸). Offsets are row means; shifts are column means less the mean of all entries.
 *
 * <p><b>Full rank.</b> Where n ≥ k > {@value #LARGEST_SVD} and d = k − 1, the rows of C span all vectors that sum to 0, and B is the
 * {@link SimplexCode} in place of Vᵀ: as orthonormal, D = √2, and A, ε and decoding cost O(k) per row. Rotating outputs changes no fit
 * by least squares. Where both sides are as large and d lies between an eighth of the smaller one and full rank, B is a
 * {@link RowBasis}, orthonormal too.
 *
 * <p>Singular values up to {@link #tolerance} count as zero. O(nkd), and O(nk · min(n,k)) where the rank is not certain.
 */
public final class Factorization implements Serializable {
    private static final long serialVersionUID = 1;

    /** The singular vectors of larger matrices take many seconds. */
    static final int LARGEST_SVD = 256;

    private final LossMatrix matrix;
    private final Ranks ranks;
    private final int size;
    private final double[] a;
    /** None for the simplex. */
    private final double @Nullable [][] b;

    /** Whether rows of B are singular vectors, the first of them that of the largest value. */
    private final boolean singular;

    private final double[] offsets;
    private final double[] shifts;
    private final double epsilon;
    private final double regretConstant;

    private Factorization(
            LossMatrix matrix,
            Ranks ranks,
            double[] a,
            double @Nullable [][] b,
            boolean singular,
            double[] offsets,
            double[] shifts) {
        this.matrix = matrix;
        this.ranks = ranks;
        this.size = b == null ? matrix.predictions() - 1 : b.length;
        this.a = a;
        this.b = b;
        this.singular = singular;
        this.offsets = offsets;
        this.shifts = shifts;
        this.epsilon = largestResidual();
        this.regretConstant = b == null ? Math.sqrt(2) : ColumnDistance.largest(b, matrix.predictions());
    }

    private static Factorization onSimplex(LossMatrix matrix, Ranks ranks) {
        int size = matrix.predictions() - 1;
        double[] a = new double[Math.multiplyExact(matrix.classes(), size)];
        double[] offsets = new double[matrix.classes()];
        double[] shifts = new double[matrix.predictions()];
        double[][] centred = CentredSvd.centre(matrix, offsets, shifts);
        for (int y = 0; y < centred.length; y++) {
            SimplexCode.contrastInto(centred[y], a, y * size);
        }
        return new Factorization(matrix, ranks, a, null, false, offsets, shifts);
    }

    /** Factorises a matrix at its full dimension. */
    public static Factorization of(LossMatrix matrix) {
        if (Math.min(matrix.classes(), matrix.predictions()) <= LARGEST_SVD) {
            return bySvd(matrix);
        }
        return FullRank.of(matrix)
                .map(ranks -> onSimplex(matrix, ranks))
                .or(() -> CentredSvd.ofLowRank(matrix).map(svd -> of(matrix, svd)))
                .or(() -> byRows(matrix))
                .orElseGet(() -> bySvd(matrix));
    }

    /** By a {@link RowBasis}, whatever the size; empty where the rank is not certain. */
    static Optional<Factorization> byRows(LossMatrix matrix) {
        return RowBasis.of(matrix).map(basis -> by(matrix, basis, false));
    }

    /**
     * On the simplex, which any matrix can be; of a matrix that has the largest dimension that it can have this is what {@link #of} gives,
     * if it is large.
     *
     * @throws IllegalArgumentException if a matrix of this shape can have no such rank, or not that dimension
     */
    public static Factorization onSimplex(LossMatrix matrix, int rank) {
        int d = matrix.predictions() - 1;
        if (d < 1 || matrix.classes() <= d || rank < d || rank > d + 1) {
            throw new IllegalArgumentException("a matrix of " + matrix.classes() + " × " + matrix.predictions()
                    + " with rank " + rank + " is not on the simplex");
        }
        return onSimplex(matrix, new Ranks(rank, d, d));
    }

    /** By singular vectors, whatever the size. */
    static Factorization bySvd(LossMatrix matrix) {
        return of(matrix, CentredSvd.of(matrix));
    }

    private static Factorization of(LossMatrix matrix, CentredSvd svd) {
        return by(matrix, RowBasis.of(svd, CentredSvd.tolerance(matrix)), true);
    }

    /** With equal predictions: equal up to rounding is not enough, since ties between them must go to the first. */
    private static Factorization by(LossMatrix matrix, RowBasis basis, boolean singular) {
        double[] shifts = basis.columnEffects();
        for (List<Integer> group : matrix.equalPredictions()) {
            for (int t : group) {
                shifts[t] = shifts[group.get(0)];
                for (double[] row : basis.b()) {
                    row[t] = row[group.get(0)];
                }
            }
        }
        return new Factorization(matrix, basis.ranks(), basis.a(), basis.b(), singular, basis.rowMeans(), shifts);
    }

    /**
     * Puts a factorisation together from its parts, such as a model file keeps. Only A, B, offsets and shifts matter to a
     * model; ε and D are computed from them again, so no promise is taken on trust; see {@link #requireDerived} for the rest.
     *
     * @param a classes × d
     * @param b d × predictions
     * @throws IllegalArgumentException if the sizes do not fit together or a number is not finite
     */
    public static Factorization restore(
            LossMatrix matrix,
            int rank,
            int affineDimension,
            int dimension,
            double[][] a,
            double[][] b,
            double[] offsets,
            double[] shifts) {
        int n = matrix.classes();
        int k = matrix.predictions();
        boolean fits = a.length == n
                && Arrays.stream(a).allMatch(row -> row.length == b.length)
                && Arrays.stream(b).allMatch(row -> row.length == k)
                && offsets.length == n
                && shifts.length == k
                && b.length <= dimension
                && dimension <= affineDimension
                && affineDimension <= rank
                && rank <= Math.min(n, k);
        if (!fits) {
            throw new IllegalArgumentException("parts of a factorisation do not fit a matrix of " + n + " × " + k);
        }
        double[] flat = Arrays.stream(a).flatMapToDouble(Arrays::stream).toArray();
        double[][] rows = Arrays.stream(b).map(double[]::clone).toArray(double[][]::new);
        Factorization restored = new Factorization(
                matrix, new Ranks(rank, affineDimension, dimension), flat, rows, true, offsets.clone(), shifts.clone());
        if (!Double.isFinite(restored.epsilon) || !Double.isFinite(restored.regretConstant)) {
            throw new IllegalArgumentException("parts of a factorisation are not finite");
        }
        return restored;
    }

    /**
     * Makes sure that the parts are those that {@link #of} or {@link #truncate} makes of the matrix, up to rounding and to the
     * choice among singular vectors of equal singular values. O(nkd).
     */
    public void requireDerived() {
        DerivedParts.require(this);
    }

    /**
     * The best approximation of C of a smaller size (in the Frobenius norm), with offsets and shifts that bring
     * ε = max |L − L̂| down to the least that these A and B allow: the algorithm of Diliberto and Straus (1951), which takes
     * the mid-range out of rows and columns in turn, never raises ε and converges. It stops after 64 rounds of O(nk), or
     * when a round gains less than a millionth; {@link #epsilon} is exact for the result, wherever it stopped.
     *
     * <p>A decoder that minimises L̂ loses at most 2ε: p·L_t ≤ p·L̂_t + ε ≤ p·L̂_t* + ε ≤ p·L_t* + 2ε. For u away from
     * u^p, D · ‖u − u^p‖ with the D of L̂ comes on top. So where every prediction that is not best costs more than 2ε
     * above the best, the truncated loss is still calibrated for L.
     *
     * @param size how many of the leading dimensions to keep
     * @throws IllegalArgumentException unless 0 ≤ size ≤ {@link #size}
     */
    public Factorization truncate(int size) {
        if (size < 0 || size > size()) {
            throw new IllegalArgumentException("dimension must be in 0.." + size() + ", got " + size);
        }
        if (size == size()) {
            return this;
        }
        if (!singular) {
            return LeadingDimensions.of(matrix, size)
                    .map(leading -> leading(leading, size))
                    .orElseGet(() -> bySvd(matrix).truncate(size));
        }
        int n = matrix.classes();
        double[] fewer = new double[n * size];
        for (int y = 0; y < n; y++) {
            System.arraycopy(a, y * size(), fewer, y * size, size);
        }
        return fitted(fewer, Arrays.copyOf(b, size));
    }

    /** The same A and B with the offsets and shifts that {@link #truncate} gives them. */
    Factorization withFittedOffsets() {
        return fitted(a, b());
    }

    private Factorization fitted(double[] fewer, double[][] leading) {
        int n = matrix.classes();
        double[] midOffsets = new double[n];
        double[] midShifts = new double[matrix.predictions()];
        double[][] residuals = new double[n][matrix.predictions()];
        for (int y = 0; y < n; y++) {
            residualInto(y, fewer, leading, 0, midShifts, residuals[y]);
        }
        UniformOffsets.fit(residuals, midOffsets, midShifts);
        return new Factorization(matrix, ranks, fewer, leading, true, midOffsets, midShifts);
    }

    /** Of the first few of the singular vectors that were found. */
    Factorization leading(LeadingDimensions first, int size) {
        double[] fewer = Arrays.stream(first.a())
                .flatMapToDouble(row -> Arrays.stream(row, 0, size))
                .toArray();
        return fitted(fewer, Arrays.copyOf(first.b(), size));
    }

    public LossMatrix matrix() {
        return matrix;
    }

    public int rank() {
        return ranks.rank();
    }

    /**
     * The rank of the losses as they were given, before rows with a negative entry were raised: the dimension of the smallest affine space
     * that holds their columns and 0, which raising moves and does not change.
     */
    public int givenRank() {
        int n = matrix.classes();
        int k = matrix.predictions();
        double[][] rows = new double[n][k + 1];
        boolean raised = false;
        for (int y = 0; y < n; y++) {
            raised |= matrix.raisedBy(y) > 0;
            for (int t = 0; t < k; t++) {
                rows[y][t] = matrix.given(y, t);
            }
        }
        return raised ? of(LossMatrix.of(rows)).affineDimension() : rank();
    }

    /** The dimension of the smallest affine space that holds the columns of L: the rank of L (I − 11ᵀ/k). */
    public int affineDimension() {
        return ranks.affineDimension();
    }

    /** d, the rank of the doubly centred L, whether or not this factorisation is truncated. */
    public int dimension() {
        return ranks.dimension();
    }

    /** The length of α_y and β_t here: {@link #dimension}, or less after {@link #truncate}. */
    public int size() {
        return size;
    }

    /** Whether B is the {@link SimplexCode}: that of a large matrix of full rank. */
    public boolean simplex() {
        return b == null;
    }

    /** Whether dimensions were left out. */
    public boolean truncated() {
        return size() < dimension();
    }

    /** max(n,k) · 2⁻⁵² · ‖L‖_F: singular values up to this cannot be told from zero. */
    public double tolerance() {
        return CentredSvd.tolerance(matrix);
    }

    /** The singular values of C that are kept, largest first. Where B are no singular vectors they are found anew, in O(nkd). */
    public double[] singularValues() {
        if (!singular) {
            return CentredSvd.singularValues(new DMatrixRMaj(matrix.classes(), size, true, a));
        }
        double[] squares = new double[size()];
        for (int i = 0; i < a.length; i++) {
            squares[i % size()] += a[i] * a[i];
        }
        return Arrays.stream(squares).map(Math::sqrt).toArray();
    }

    /**
     * What is left of a matrix but for the rounding of its printed digits.
     *
     * @param size how many of the leading dimensions hold every entry to one unit of the last printed digit
     * @param epsilon of {@link #truncate} to that size
     * @param unit of the last printed digit of the largest entry
     */
    public record Printed(int size, double epsilon, double unit) {}

    /**
     * Whether fewer dimensions hold the matrix to its printed digits. Rounding to some digits adds noise of half a unit to each
     * entry, which has full rank; a noise of independent entries up to h has singular values up to about h(√n + √k). Empty
     * where entries have fewer than {@value PrintedDigits#ROUNDED} digits, which may be all that was meant, or as many as a double has.
     */
    public Optional<Printed> printed() {
        return truncated() ? Optional.empty() : PrintedDigits.of(matrix).printed(this, singular);
    }

    /** A, classes × size. */
    public double[][] a() {
        double[][] rows = new double[matrix.classes()][];
        for (int y = 0; y < rows.length; y++) {
            rows[y] = Arrays.copyOfRange(a, y * size(), (y + 1) * size());
        }
        return rows;
    }

    /** B, size × predictions. */
    public double[][] b() {
        if (b == null) {
            return SimplexCode.matrix(size + 1);
        }
        return Arrays.stream(b).map(double[]::clone).toArray(double[][]::new);
    }

    /** c_y, one for each class; learners and decoders have no use for them. */
    public double[] offsets() {
        return offsets.clone();
    }

    /** b_t, one for each prediction, which the decoder adds. */
    public double[] shifts() {
        return shifts.clone();
    }

    /** max |L − L̂| with L̂ as built here: rounding errors, or what the truncation costs. */
    public double epsilon() {
        return epsilon;
    }

    /** D = max ‖β_t − β_t'‖. */
    public double regretConstant() {
        return regretConstant;
    }

    /**
     * Whether ε is nothing but rounding: the factorisation is not truncated, and 2ε is below 10⁻⁹ of the smallest
     * difference between best and worst that any class makes. A matrix whose entries span more orders of magnitude than a
     * double holds fails this, and then its small losses drown in the rounding errors of the large ones.
     */
    public boolean exact() {
        return !truncated() && 2 * epsilon <= 1e-9 * smallestSpread();
    }

    void encodeInto(int label, double[] alpha) {
        System.arraycopy(a, label * size(), alpha, 0, size());
    }

    Argmin argmin() {
        return b == null ? new SimplexArgmin(shifts) : new LinearArgmin(b, shifts);
    }

    /** Row y of L̂, without its offset. */
    private static void rowInto(int y, double[] a, double @Nullable [][] b, double[] shifts, double[] out) {
        if (b == null) {
            int size = out.length - 1;
            double[] product = SimplexCode.decode(out.length, Arrays.copyOfRange(a, y * size, (y + 1) * size));
            for (int t = 0; t < out.length; t++) {
                out[t] = shifts[t] + product[t];
            }
            return;
        }
        System.arraycopy(shifts, 0, out, 0, out.length);
        for (int i = 0; i < b.length; i++) {
            CentredSvd.addTo(out, a[y * b.length + i], b[i]);
        }
    }

    private void residualInto(
            int y, double[] fromA, double @Nullable [][] fromB, double offset, double[] fromShifts, double[] out) {
        rowInto(y, fromA, fromB, fromShifts, out);
        for (int t = 0; t < out.length; t++) {
            out[t] = matrix.loss(y, t) - (out[t] + offset);
        }
    }

    private double largestResidual() {
        double largest = 0;
        double[] row = new double[matrix.predictions()];
        for (int y = 0; y < matrix.classes(); y++) {
            residualInto(y, a, b, offsets[y], shifts, row);
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        return largest;
    }

    private double smallestSpread() {
        double smallest = Double.POSITIVE_INFINITY;
        int k = matrix.predictions();
        for (int y = 0; y < matrix.classes(); y++) {
            double low = Double.POSITIVE_INFINITY;
            double high = 0;
            for (int t = 0; t < k; t++) {
                low = Math.min(low, matrix.loss(y, t));
                high = Math.max(high, matrix.loss(y, t));
            }
            smallest = high > low ? Math.min(smallest, high - low) : smallest;
        }
        return smallest;
    }
}
