package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Promises;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The calibrated surrogate and decoder of any loss matrix, by its {@link Factorization}: RAT13, Theorem 3. Labels and
 * predictions are 0-based.
 *
 * <p>The decoder is argmin_t ⟨u, β_t⟩ + b_t with exact comparison of doubles and the smallest index on ties, O(kd). At
 * u^p its choice may be worse than the best by rounding errors of the size of {@link Factorization#epsilon}.
 *
 * <pre>{@code
 * MatrixLoss loss = MatrixLoss.of(LossMatrix.read(Path.of("costs.csv")));
 * double[] alpha = new double[loss.encodedSize()];
 * loss.encodeInto(label, alpha);      // what a learner regresses on
 * int prediction = loss.decode(u);    // u: what it predicts
 * loss.guarantee().sentences();       // what that is worth
 * }</pre>
 */
public final class MatrixLoss extends TabulatedLoss {
    private final Factorization factorization;

    private MatrixLoss(Factorization factorization) {
        super(factorization.matrix(), factorization.argmin());
        this.factorization = factorization;
    }

    /** The loss of a matrix at its full dimension. */
    public static MatrixLoss of(LossMatrix matrix) {
        return new MatrixLoss(Factorization.of(matrix));
    }

    /** The loss by a factorisation, truncated or restored. */
    public static MatrixLoss of(Factorization factorization) {
        return new MatrixLoss(factorization);
    }

    public Factorization factorization() {
        return factorization;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        factorization.encodeInto(label, alpha);
    }

    /** By {@link #decodeInto}. */
    @Override
    public List<Integer> decodeAll(double[] us, int count) {
        int[] predictions = new int[count];
        decodeInto(us, count, predictions);
        return Arrays.stream(predictions).boxed().toList();
    }

    /**
     * Decodes many vectors, to the bit as {@link #decode} does: a blocked matrix product with a running minimum, with no
     * result matrix in memory. O(count · k · d). Uses one thread; several may call it at once.
     *
     * @param us vectors of length {@link #encodedSize}, one after the other
     * @param count how many
     * @param out receives the predictions
     * @throws IllegalArgumentException if {@code us} or {@code out} is too short or a vector is not finite
     */
    public void decodeInto(double[] us, int count, int[] out) {
        if (count < 0 || (long) count * encodedSize() > us.length || count > out.length) {
            throw new IllegalArgumentException(count + " vectors of " + encodedSize() + " into " + out.length
                    + " predictions, but there are " + us.length + " numbers");
        }
        Vectors.requireFinite(us, count * encodedSize());
        argmin.into(us, count, out);
        for (int v = 0; v < count; v++) {
            requireFound(out[v]);
        }
    }

    /** The length of α_y: the dimension, or less when the factorisation is truncated. */
    @Override
    public int encodedSize() {
        return factorization.size();
    }

    @Override
    public int dimension() {
        return factorization.dimension();
    }

    @Override
    public Guarantee guarantee() {
        double constant = factorization.regretConstant();
        if (factorization.exact()) {
            return Promises.exact(constant);
        }
        double slack = 2 * factorization.epsilon();
        String cause = factorization.truncated()
                ? "keeping " + encodedSize() + " of " + dimension() + " dimensions"
                : "rounding, since the losses span too many orders of magnitude,";
        return new Guarantee(
                Calibration.UNDER_CONDITION,
                Promises.THEOREM + ", up to 2ε",
                String.format(
                        Locale.ROOT,
                        "every prediction that is not best costs more than 2ε = %.4g above the best",
                        slack),
                new RegretBound(constant, slack),
                Promises.OVER,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "the best prediction where others come close: %s changes a loss by up to ε = %.4g, so the"
                                        + " choice may cost up to 2ε more than the best.",
                                cause,
                                factorization.epsilon()),
                        Promises.FUNCTION_CLASS));
    }
}
