package io.plumbrank.target;

import io.plumbrank.RankingProblem;
import io.plumbrank.measure.Denominator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PairWeight;

/** Noise conditions by their definitions, with a margin for rounding that goes against the target. */
final class Conditions {
    private static final double ROUNDING = 1e-12;

    private Conditions() {}

    /** P_reinforce with u_ij = E[y_i y_j / N], N the denominator of average precision. */
    static boolean reinforce(RankingProblem problem, MeasureSpec spec) {
        int r = problem.items();
        double[][] u = new double[r][r];
        for (int y = 0; y < problem.p().length; y++) {
            double[] label = problem.labels().get(y);
            double relevant = 0;
            for (double grade : label) {
                relevant += spec.relevance().test(grade) ? 1 : 0;
            }
            double normaliser = spec.denominator() == Denominator.CAPPED
                    ? Math.min(relevant, spec.cutoff().orElseThrow())
                    : relevant;
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    boolean both =
                            spec.relevance().test(label[i]) && spec.relevance().test(label[j]);
                    u[i][j] += both ? problem.p()[y] / normaliser : 0;
                }
            }
        }
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                double needed = u[j][j];
                for (int k = 0; k < r; k++) {
                    needed += k == i || k == j ? 0 : Math.max(0, u[j][k] - u[i][k]);
                }
                // where rounding decides who is ahead, both must be
                if (i != j && u[i][i] >= u[j][j] - ROUNDING && u[i][i] < needed - ROUNDING) {
                    return false;
                }
            }
        }
        return true;
    }

    /** P_f for the scores of a target, with the pair weights of {@code pd} or {@code kendall}. */
    static boolean scores(RankingProblem problem, MeasureSpec spec, RankingTarget<double[]> target) {
        int r = problem.items();
        double[] f = RankingTargetTest.meanEncoding(target, problem);
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                double balance = 0;
                for (int y = 0; y < problem.p().length; y++) {
                    balance += problem.p()[y] * balance(problem.labels().get(y), i, j, spec);
                }
                if (balance > ROUNDING && f[i] <= f[j] + ROUNDING) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double balance(double[] label, int i, int j, MeasureSpec spec) {
        double total = 0;
        for (double a : label) {
            for (double b : label) {
                total += a > b ? weight(a - b, spec) : 0;
            }
        }
        double scale =
                spec.text().startsWith("kendall") ? Math.sqrt(total * label.length * (label.length - 1) / 2) : total;
        double difference = label[i] - label[j];
        return difference == 0 ? 0 : Math.signum(difference) * weight(Math.abs(difference), spec) / scale;
    }

    private static double weight(double difference, MeasureSpec spec) {
        return spec.pairWeight() == PairWeight.UNIT ? 1 : difference;
    }
}
