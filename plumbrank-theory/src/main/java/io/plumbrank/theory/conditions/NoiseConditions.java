package io.plumbrank.theory.conditions;

import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.distributions.Fractions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The noise conditions of RAT13 and DMJ10 on expectations, d_ij = E[y_ij − y_ji], each with a witness where it is broken. Inclusions: low noise implies
 * P_f for the default f (DMJ10, Lemma 14), and P_f for any f implies P_DAG (f falls along every arc).
 *
 * <p>Numbers that differ by less than 1e-9 of the largest are equal. Low noise, which often holds with equality, then holds;
 * P_f and P_reinforce, which are strict or ask who is ahead, are then broken: a distribution that passes keeps its promise in
 * spite of rounding.
 */
public final class NoiseConditions {
    private static final double ROUNDING = 1e-9;

    private NoiseConditions() {}

    /** Low noise (DMJ10, Definition 8): d_ij &gt; 0 and d_jk &gt; 0 imply d_ik ≥ d_ij + d_jk. O(r³). */
    static Optional<Breach> lowNoise(double[][] d) {
        double slack = ROUNDING * largest(d);
        for (int i = 0; i < d.length; i++) {
            for (int j = 0; j < d.length; j++) {
                for (int k = 0; k < d.length && d[i][j] > slack; k++) {
                    if (d[j][k] > slack && d[i][k] < d[i][j] + d[j][k] - slack) {
                        return breach(
                                NoiseCondition.LOW_NOISE,
                                List.of(i, j, k),
                                "d({0},{2}) = {a} is below d({0},{1}) + d({1},{2}) = {b}",
                                d[i][k],
                                d[i][j] + d[j][k]);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** P_DAG (RAT13, Theorem 7): the arcs i → j with d_ij &gt; 0 form no cycle. O(r³). */
    static Optional<Breach> acyclic(double[][] d) {
        double slack = ROUNDING * largest(d);
        int r = d.length;
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < r; i++) {
            left.add(i);
        }
        // an item that no other points at is in no cycle
        while (left.removeIf(j -> left.stream().noneMatch(i -> d[i][j] > slack))) {}
        if (left.isEmpty()) {
            return Optional.empty();
        }
        // all that are left have a predecessor, so going back must come round
        List<Integer> path = new ArrayList<>(List.of(left.get(0)));
        while (true) {
            int j = path.get(path.size() - 1);
            int before = left.stream().filter(i -> d[i][j] > slack).findFirst().orElseThrow();
            int seen = path.indexOf(before);
            if (seen >= 0) {
                List<Integer> cycle = new ArrayList<>(path.subList(seen, path.size()));
                Collections.reverse(cycle);
                String arrows = cycle.stream().map(i -> (i + 1) + " → ").reduce("", String::concat);
                String sentence = "preferences run in a circle: " + arrows + (cycle.get(0) + 1);
                return Optional.of(new Breach(NoiseCondition.DAG, cycle, sentence));
            }
            path.add(before);
        }
    }

    /**
     * P_f (RAT13, Theorem 6): d_ij &gt; 0 implies f_i &gt; f_j. O(r²). With the net out-weights for f it is the condition of
     * DMJ10's Theorem 13: where the arcs form no cycle, the value-regularised linear loss is calibrated at p if and only if it
     * holds.
     *
     * @param f E[f_i(y)]
     */
    static Optional<Breach> scores(double[][] d, double[] f) {
        double slack = ROUNDING * largest(d);
        double closeness = ROUNDING * largest(new double[][] {f});
        for (int i = 0; i < f.length; i++) {
            for (int j = 0; j < f.length; j++) {
                if (d[i][j] > slack && f[i] <= f[j] + closeness) {
                    return breach(
                            NoiseCondition.SCORES,
                            List.of(i, j),
                            "d({0},{1}) = {a} is positive, but f({0}) = {b} is not above f({1}) = {c}",
                            d[i][j],
                            f[i],
                            f[j]);
                }
            }
        }
        return Optional.empty();
    }

    /** P_reinforce (RAT13, Theorem 4): u_ii ≥ u_jj implies u_ii ≥ u_jj + Σ_{γ≠i,j} (u_jγ − u_iγ)₊. O(r³). */
    static Optional<Breach> reinforce(double[][] u) {
        double slack = ROUNDING * largest(u);
        for (int i = 0; i < u.length; i++) {
            for (int j = 0; j < u.length; j++) {
                double needed = u[j][j];
                for (int k = 0; k < u.length; k++) {
                    needed += k == i || k == j ? 0 : Math.max(0, u[j][k] - u[i][k]);
                }
                // where rounding decides who is ahead, both must be
                if (i != j && u[i][i] >= u[j][j] - slack && u[i][i] < needed - slack) {
                    return breach(
                            NoiseCondition.REINFORCE,
                            List.of(i, j),
                            "u({0},{0}) = {a} is at least u({1},{1}) = {b}, but not {c} with what {1} gains in company",
                            u[i][i],
                            u[j][j],
                            needed);
                }
            }
        }
        return Optional.empty();
    }

    private static double largest(double[][] matrix) {
        double largest = 0;
        for (double[] row : matrix) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        return largest;
    }

    /** In the format, items are numbers from {0} on, and values letters from {a} on. */
    private static Optional<Breach> breach(
            NoiseCondition condition, List<Integer> items, String format, double... values) {
        String sentence = format;
        for (int i = 0; i < items.size(); i++) {
            sentence = sentence.replace("{" + i + "}", "" + (items.get(i) + 1));
        }
        for (int v = 0; v < values.length; v++) {
            sentence = sentence.replace("{" + (char) ('a' + v) + "}", Fractions.text(values[v]));
        }
        return Optional.of(new Breach(condition, items, sentence));
    }
}
