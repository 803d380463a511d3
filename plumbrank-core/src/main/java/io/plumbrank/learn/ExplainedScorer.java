package io.plumbrank.learn;

/**
 * A scorer that says which features make the difference between two rows.
 *
 * <pre>{@code
 * double[] contributions = new double[scorer.inputs()];
 * scorer.differenceInto(a, b, 0, contributions); // they sum to u(a) − u(b)
 * }</pre>
 */
public interface ExplainedScorer extends Scorer {
    /**
     * Writes what each feature adds to u_o(a) − u_o(b). The contributions sum to the difference, up to rounding, and b against a
     * gives the same numbers with the other sign. A feature that is the same in both rows adds 0 to scores that go straight from
     * one to the other (linear, Fourier), and may add something where it acts together with others (trees).
     *
     * @param a {@link #inputs} features, NaN for missing
     * @param b another row of features
     * @param output o
     * @param contributions {@link #inputs} places
     * @throws IllegalArgumentException if a length differs
     * @throws IndexOutOfBoundsException if there is no such output
     */
    void differenceInto(float[] a, float[] b, int output, double[] contributions);

    /** Whether it can: an imported model may lack what {@link #differenceInto} needs to know of its training. */
    default boolean isExplained() {
        return true;
    }

    /** Differences between many rows and one. For one thread. */
    @FunctionalInterface
    interface Differences {
        /** As {@link ExplainedScorer#differenceInto}, to the bit. */
        void into(float[] a, double[] contributions);
    }

    /** The differences between any row and b, which is not changed later; the fast way where there are many. */
    default Differences from(float[] b, int output) {
        return (a, contributions) -> differenceInto(a, b, output, contributions);
    }

    /** Whether an output may depend on the feature; if not, its values change no score. */
    boolean uses(int feature);
}
