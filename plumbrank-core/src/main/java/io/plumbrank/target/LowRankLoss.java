package io.plumbrank.target;

/**
 * A target loss with the structure of RAT13, Theorem 3, where offsets may depend on the label and on the prediction:
 * ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t. The surrogate is ψ*(y,u) = ‖u − α_y‖² and the decoder is
 * pred*(u) ∈ argmin_t ⟨u, β_t⟩ + b_t.
 *
 * <p><b>Calibrated, for every distribution p of the label.</b> p·ψ*(u) has the unique minimiser u^p = Σ_y p_y α_y, and
 * p·ℓ_t = ⟨u^p, β_t⟩ + b_t + p·c. The last term is the same for all t, so pred*(u^p) minimises p·ℓ_t.
 *
 * <p><b>Regret transfer.</b> With t = pred*(u) and t* the best prediction, ⟨u, β_t⟩ + b_t ≤ ⟨u, β_t*⟩ + b_t*, so
 * regret_ℓ(t) = ⟨u^p, β_t − β_t*⟩ + b_t − b_t* ≤ ⟨u^p − u, β_t − β_t*⟩ ≤ D · ‖u − u^p‖ with
 * D = max_{t,t'} ‖β_t − β_t'‖; and ‖u − u^p‖² is the surrogate's regret. By Jensen the same holds for the risks over x.
 *
 * <p><b>Less than that.</b> Where the decoder is not exact, or α does not hold the whole loss, the {@link #guarantee} names the
 * condition under which the decoded prediction is still the best, or says that there is none.
 *
 * <p><b>Sizes.</b> A label decides how many numbers encode it: all classes of a loss matrix take the same number, the
 * grades of a query with r items take r, or r(r+1)/2. A decoder learns the size from the length of u. Hence
 * {@link #encodedSize} and {@link #dimension} take a label; they depend on the shape of the instance only, never on
 * which of its labels is true.
 */
public interface LowRankLoss<Y, T> extends TargetLoss<Y, T> {

    /** The length of α_y, which is the number of outputs that a learner must fit. */
    int encodedSize(Y label);

    /**
     * The least length that any such encoding could have: the rank of the doubly centred loss matrix of the labels and
     * predictions of this instance. At most {@link #encodedSize}; where it is less, the longer encoding is the simpler.
     */
    int dimension(Y label);

    /** Writes α_y into the first {@link #encodedSize} places and leaves the others as they are. */
    void encodeInto(Y label, double[] alpha);

    /**
     * pred*(u), an exact argmin of ⟨u, β_t⟩ + b_t as computed in double precision. Ties go to one prediction, always the
     * same: the first in the natural order of predictions.
     *
     * @throws IllegalArgumentException if u has a length that no label of this loss is encoded to, or is not finite
     */
    T decode(double[] u);

    /** ψ*(y,u) = Σ_i (u_i − α_yi)². */
    default double surrogate(Y label, double[] u) {
        double[] alpha = new double[encodedSize(label)];
        if (u.length != alpha.length) {
            throw new IllegalArgumentException("u has " + u.length + " entries, the label needs " + alpha.length);
        }
        encodeInto(label, alpha);
        double sum = 0;
        for (int i = 0; i < alpha.length; i++) {
            double difference = u[i] - alpha[i];
            sum += difference * difference;
        }
        return sum;
    }
}
