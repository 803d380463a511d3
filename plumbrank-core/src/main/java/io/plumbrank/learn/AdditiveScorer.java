package io.plumbrank.learn;

/**
 * A scorer that is a sum over features, so that a row costs no more than its values that are present. Feature after feature in
 * ascending order, from {@link #startInto} on, gives the bits of {@link #scoreInto(float[], int, double[])}.
 */
public interface AdditiveScorer extends Scorer {
    /** Writes the score of a row without values, from {@code at} on. */
    void startInto(double[] u, int at);

    /** Adds what one value changes. */
    void addValueInto(int feature, float x, double[] u);

    /** Adds one feature of many rows to a scorer with one output: a value, NaN for missing, and a place per row. */
    void addColumnInto(int feature, float[] x, double[] u);

    /** Adds three features that follow each other: floats, widened, of which none is missing. */
    void addColumnsInto(int feature, double[] x0, double[] x1, double[] x2, double[] u);
}
