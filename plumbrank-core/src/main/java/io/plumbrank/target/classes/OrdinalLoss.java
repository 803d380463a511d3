package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.Arrays;
import java.util.Objects;

/**
 * ℓ(y,t) = |y − t| for grades: being off by two costs twice as much as being off by one.
 *
 * <p><b>Closed form.</b> α_yi = 1[y > i] for i = 0 … n − 2, which a learner sees as "how likely is more than grade i".
 * |y − t| = Σ_i |1[y > i] − 1[t > i]| = Σ_i α_yi (1 − 2 · 1[t > i]) + t, so β_ti = ±1 and b_t = t. The size n − 1 is
 * least: for x with Σ x = 0, −Σ x_y x_t |y − t| = 2 Σ_i (Σ_{y > i} x_y)², which is 0 for x = 0 only. The decoder
 * minimises the prefix sums Σ_{i &lt; t} (1 − 2u_i) in O(n); at u^p that is a median of p. D = 2 √(n − 1).
 *
 * @param classes n ≥ 1
 * @param first the number of the first class, 0 or 1
 */
record OrdinalLoss(int classes, int first) implements GuessLoss {
    public OrdinalLoss {
        ClassLosses.requireClasses(classes, first);
    }

    @Override
    public OrdinalLoss countedFrom(int number) {
        return new OrdinalLoss(classes, number);
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        return Math.abs(Objects.checkIndex(label, classes) - Objects.checkIndex(prediction, classes));
    }

    @Override
    public int encodedSize() {
        return classes - 1;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        Arrays.fill(alpha, 0, Objects.checkIndex(label, classes), 1);
        Arrays.fill(alpha, label, classes - 1, 0);
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        int best = 0;
        double smallest = 0;
        double sum = 0;
        for (int i = 0; i < u.length; i++) {
            sum += 1 - 2 * u[i];
            if (sum < smallest) {
                smallest = sum;
                best = i + 1;
            }
        }
        return best;
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(2 * Math.sqrt(classes - 1.0));
    }

    @Override
    public String toString() {
        return "ordinal(n=" + classes + ClassLosses.counted(first) + ")";
    }
}
