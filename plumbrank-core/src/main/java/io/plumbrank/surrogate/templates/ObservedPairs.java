package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;

/** Σ_{v_i &gt; v_j} w_ij ϕ(s_j − s_i), pair by pair in O(r²); ϕ rises and is convex. */
enum ObservedPairs {
    /** log(1 + e^x). */
    LOGISTIC {
        @Override
        double value(double x) {
            return Numbers.softplus(x);
        }

        @Override
        double slope(double x) {
            return Numbers.sigmoid(x);
        }

        @Override
        double curvature(double x) {
            return Numbers.sigmoidSlope(x);
        }
    },
    /** e^x. */
    EXPONENTIAL {
        @Override
        double value(double x) {
            return Numbers.exp(x);
        }

        @Override
        double slope(double x) {
            return Numbers.expSlope(x);
        }

        @Override
        double curvature(double x) {
            return Numbers.expCurvature(x);
        }
    };

    abstract double value(double x);

    abstract double slope(double x);

    abstract double curvature(double x);

    /** What is known of all of them, whatever ϕ. */
    static OrderPreservation preservation(PairWeight weight) {
        return new OrderPreservation.Refuted(
                "a convex loss of the observed pairs can prefer a wrong order, even where noise is low (DMJ10, Theorem 11)",
                weight == PairWeight.DIFFERENCE);
    }

    double gradientInto(PairWeight weight, double[] scores, double[] utilities, int items, double[] gradient) {
        Arrays.fill(gradient, 0, items, 0);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (utilities[i] > utilities[j]) {
                    double w = weight == PairWeight.UNIT ? 1 : utilities[i] - utilities[j];
                    sum += w * value(scores[j] - scores[i]);
                    double pull = w * slope(scores[j] - scores[i]);
                    gradient[i] -= pull;
                    gradient[j] += pull;
                }
            }
        }
        return sum;
    }

    void curvatureInto(PairWeight weight, double[] scores, double[] utilities, int items, double[] curvature) {
        Arrays.fill(curvature, 0, items, 0);
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (utilities[i] > utilities[j]) {
                    double w = weight == PairWeight.UNIT ? 1 : utilities[i] - utilities[j];
                    double bend = w * curvature(scores[j] - scores[i]);
                    curvature[i] += bend;
                    curvature[j] += bend;
                }
            }
        }
    }
}
