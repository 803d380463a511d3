package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.Objects;

/**
 * ℓ(y,t) = (y − t)² for grades.
 *
 * <p><b>Closed form.</b> (y − t)² = −2yt + y² + t², so α_y = y, β_t = −2t, c_y = y² and b_t = t²: one output whatever n
 * is, where the rank of the matrix is 3. The decoder rounds u to the nearest grade, the lower of two, in O(1).
 * D = 2 (n − 1).
 *
 * @param classes n ≥ 1; a single class needs no output at all
 * @param first the number of the first class, 0 or 1
 */
record SquaredLoss(int classes, int first) implements GuessLoss {
    public SquaredLoss {
        ClassLosses.requireClasses(classes, first);
    }

    @Override
    public SquaredLoss countedFrom(int number) {
        return new SquaredLoss(classes, number);
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        double difference = Objects.checkIndex(label, classes) - Objects.checkIndex(prediction, classes);
        return difference * difference;
    }

    @Override
    public int encodedSize() {
        return Math.min(1, classes - 1);
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        Objects.checkIndex(label, classes);
        if (classes > 1) {
            alpha[0] = label;
        }
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        return classes == 1 ? 0 : (int) Math.max(0, Math.min(classes - 1.0, Math.ceil(u[0] - 0.5)));
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(2.0 * (classes - 1));
    }

    @Override
    public String toString() {
        return "squared(n=" + classes + ClassLosses.counted(first) + ")";
    }
}
