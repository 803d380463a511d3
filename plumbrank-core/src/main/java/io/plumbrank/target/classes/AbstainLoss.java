package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.List;
import java.util.Objects;

/**
 * 0-1 loss with the choice to abstain at a fixed cost c: the predictions 0 … n − 1 are classes, n abstains.
 *
 * <p><b>Closed form.</b> For classes as in {@link ZeroOneLoss}: α_y = H e_y, β_t = −H e_t, b_t = 1 − 1/n. To abstain has
 * β = 0 and b = c. The size n − 1 is least, since already without the last column it is. The decoder is Chow's rule: with
 * p̂ = Hᵀu + 1/n, abstain if 1 − max p̂ > c, else take the first of the largest; O(n). Abstaining is never better than
 * guessing where c ≥ 1 − 1/n. D = √2.
 *
 * @param classes n ≥ 1
 * @param cost c, finite and not negative
 * @param first the number of the first class, 0 or 1
 */
record AbstainLoss(int classes, double cost, int first) implements ClassLoss<Integer> {
    public AbstainLoss {
        ClassLosses.requireClasses(classes, first);
        if (classes == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("n must be less than " + classes);
        }
        if (!(cost >= 0 && cost < LossMatrix.LARGEST)) {
            throw new IllegalArgumentException("cost must be a number of at least 0, got " + cost);
        }
    }

    @Override
    public AbstainLoss countedFrom(int number) {
        return new AbstainLoss(classes, cost, number);
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        int y = Objects.checkIndex(label, classes);
        int t = Objects.checkIndex(prediction, classes + 1);
        return t == classes ? cost : y == t ? 0 : 1;
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
        double[] scores = SimplexCode.decode(classes, u);
        int best = SimplexCode.best(scores);
        return 1 - 1.0 / classes - scores[best] > cost ? classes : best;
    }

    @Override
    public String predictionName(Integer prediction) {
        return prediction == classes ? "abstain" : className(prediction);
    }

    @Override
    public List<Integer> predictions() {
        return Vectors.range(classes + 1);
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(classes == 1 ? 0 : Math.sqrt(2));
    }

    @Override
    public String toString() {
        return "abstain(n=" + classes + ",cost=" + cost + ClassLosses.counted(first) + ")";
    }
}
