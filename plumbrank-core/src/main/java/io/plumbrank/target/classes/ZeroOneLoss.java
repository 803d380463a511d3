package io.plumbrank.target.classes;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.Objects;

/**
 * ℓ(y,t) = 1[y ≠ t], the misclassification loss.
 *
 * <p><b>Closed form.</b> With the {@linkplain SimplexCode simplex code} α_y = H e_y, β_t = −H e_t:
 * ⟨α_y, β_t⟩ = 1/n − 1[y = t], so ℓ = ⟨α_y, β_t⟩ + 1 − 1/n. The size n − 1 is least: the doubly centred matrix is
 * −(I − 11ᵀ/n). The decoder takes the largest of Hᵀu, which are the estimated probabilities less 1/n, in O(n).
 * D = √2, the distance between corners of the simplex.
 *
 * @param classes n ≥ 1
 * @param first the number of the first class, 0 or 1
 */
record ZeroOneLoss(int classes, int first) implements GuessLoss {
    public ZeroOneLoss {
        ClassLosses.requireClasses(classes, first);
    }

    @Override
    public ZeroOneLoss countedFrom(int number) {
        return new ZeroOneLoss(classes, number);
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        return Objects.checkIndex(label, classes) == Objects.checkIndex(prediction, classes) ? 0 : 1;
    }

    @Override
    public int encodedSize() {
        return classes - 1;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        SimplexCode.encodeInto(classes, Objects.checkIndex(label, classes), alpha);
    }

    @Override
    public Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        return SimplexCode.best(SimplexCode.decode(classes, u));
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(classes == 1 ? 0 : Math.sqrt(2));
    }

    @Override
    public String toString() {
        return "zero-one(n=" + classes + ClassLosses.counted(first) + ")";
    }
}
