package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.Objects;

/**
 * The number of bits in which y and t differ; classes and predictions are the numbers 0 … 2^b − 1, read as sets of tags.
 *
 * <p><b>Closed form.</b> With α_yi = y_i, the i-th bit: Σ_i |y_i − t_i| = Σ_i α_yi (1 − 2t_i) + Σ_i t_i, so β_ti = ±1 and
 * b_t = Σ_i t_i. The size b is least: the 2^b corners y and the vectors β_t, centred, both span R^b. The decoder sets the
 * bits with u_i > ½, in O(b) for 2^b predictions. D = 2 √b.
 *
 * @param bits b, 1 … 30
 */
record HammingLoss(int bits) implements GuessLoss {
    public HammingLoss {
        if (bits < 1 || bits > 30) {
            throw new IllegalArgumentException("b must be in 1..30, got " + bits);
        }
    }

    @Override
    public int classes() {
        return 1 << bits;
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        return Integer.bitCount(Objects.checkIndex(label, classes()) ^ Objects.checkIndex(prediction, classes()));
    }

    @Override
    public int encodedSize() {
        return bits;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        Objects.checkIndex(label, classes());
        for (int i = 0; i < bits; i++) {
            alpha[i] = (label >> i) & 1;
        }
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, bits);
        int prediction = 0;
        for (int i = 0; i < bits; i++) {
            prediction |= u[i] > 0.5 ? 1 << i : 0;
        }
        return prediction;
    }

    /** The bits of a class, the highest first. */
    @Override
    public String className(int label) {
        // The leading one keeps the zeros that a binary numeral would drop.
        return Integer.toBinaryString(label | classes()).substring(1);
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(2 * Math.sqrt(bits));
    }

    @Override
    public String toString() {
        return "hamming(b=" + bits + ")";
    }
}
