package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * ℓ(y,S) = 1[y ∉ S], where the prediction S is a set of k classes, given as an ascending list.
 *
 * <p><b>Closed form.</b> With the {@linkplain SimplexCode simplex code} α_y = H e_y and β_S = −Σ_{t ∈ S} H e_t:
 * ⟨α_y, β_S⟩ = k/n − 1[y ∈ S], so ℓ = ⟨α_y, β_S⟩ + 1 − k/n. For k &lt; n the size n − 1 is least: two sets that differ in
 * one class have columns that differ by e_i − e_j, and these span all vectors that sum to 0. The decoder takes the k
 * largest of Hᵀu, the first on ties, in O(n log n) for (n choose k) predictions. D = √(2 · min(k, n − k)), for two sets
 * that share as little as they can.
 *
 * @param classes n ≥ 1
 * @param chosen k, 1 … n; with k = n there is one prediction and nothing to learn
 * @param first the number of the first class, 0 or 1
 */
record TopKLoss(int classes, int chosen, int first) implements ClassLoss<List<Integer>> {
    private static final int MOST_PREDICTIONS = 1 << 20;

    public TopKLoss {
        ClassLosses.requireClasses(classes, first);
        if (chosen < 1 || chosen > classes) {
            throw new IllegalArgumentException("k must be in 1.." + classes + " (n), got " + chosen);
        }
    }

    @Override
    public TopKLoss countedFrom(int number) {
        return new TopKLoss(classes, chosen, number);
    }

    @Override
    public double loss(Integer label, List<Integer> prediction) {
        Objects.checkIndex(label, classes);
        return Collections.binarySearch(prediction, label) >= 0 ? 0 : 1;
    }

    @Override
    public int encodedSize() {
        return chosen == classes ? 0 : classes - 1;
    }

    @Override
    public void encodeInto(Integer label, double[] alpha) {
        Objects.checkIndex(label, classes);
        if (chosen < classes) {
            SimplexCode.encodeInto(classes, label, alpha);
        }
    }

    @Override
    public List<Integer> decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        if (chosen == classes) {
            return Vectors.range(classes);
        }
        double[] scores = SimplexCode.decode(classes, u);
        return IntStream.range(0, classes)
                .boxed()
                .sorted(Comparator.comparingDouble(t -> 0.0 - scores[t])) // not −scores[t]: −0.0 sorts before 0.0
                .limit(chosen)
                .sorted()
                .toList();
    }

    @Override
    public String predictionName(List<Integer> prediction) {
        return prediction.stream().map(this::className).collect(Collectors.joining(" ", "{", "}"));
    }

    /** All (n choose k) sets in lexicographic order. */
    @Override
    public List<List<Integer>> predictions() {
        double count = 1;
        for (int i = 0; i < chosen; i++) {
            count = count * (classes - i) / (i + 1);
        }
        if (count > MOST_PREDICTIONS) {
            throw new IllegalStateException(this + " has too many predictions to list");
        }
        List<List<Integer>> sets = new ArrayList<>();
        int[] set = IntStream.range(0, chosen).toArray();
        int raised;
        do {
            sets.add(IntStream.of(set).boxed().toList());
            raised = chosen - 1;
            while (raised >= 0 && set[raised] == classes - chosen + raised) {
                raised--;
            }
            if (raised >= 0) {
                set[raised]++;
                for (int i = raised + 1; i < chosen; i++) {
                    set[i] = set[i - 1] + 1;
                }
            }
        } while (raised >= 0);
        return sets;
    }

    @Override
    public Guarantee guarantee() {
        return Promises.exact(Math.sqrt(2.0 * Math.min(chosen, classes - chosen)));
    }

    @Override
    public String toString() {
        return "top-k(n=" + classes + ",k=" + chosen + ClassLosses.counted(first) + ")";
    }
}
