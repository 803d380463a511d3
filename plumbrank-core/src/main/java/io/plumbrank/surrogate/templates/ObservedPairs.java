package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Σ_{v_i &gt; v_j} w_ij ϕ(s_j − s_i), pair by pair in O(r²); ϕ rises and is convex. */
enum ObservedPairs {
    /** log(1 + e^x). */
    LOGISTIC(Numbers::softplus, Numbers::sigmoid, Numbers::sigmoidSlope),
    /** e^x. */
    EXPONENTIAL(Numbers::exp, Numbers::expSlope, Numbers::expCurvature);

    private final DoubleUnaryOperator value;
    private final DoubleUnaryOperator slope;
    private final DoubleUnaryOperator curvature;

    ObservedPairs(DoubleUnaryOperator value, DoubleUnaryOperator slope, DoubleUnaryOperator curvature) {
        this.value = value;
        this.slope = slope;
        this.curvature = curvature;
    }

    double gradientInto(PairWeight weight, double[] scores, double[] utilities, int items, double[] gradient) {
        Arrays.fill(gradient, 0, items, 0);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (utilities[i] > utilities[j]) {
                    double w = weight == PairWeight.UNIT ? 1 : utilities[i] - utilities[j];
                    sum += w * value.applyAsDouble(scores[j] - scores[i]);
                    double pull = w * slope.applyAsDouble(scores[j] - scores[i]);
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
                    double bend = w * this.curvature.applyAsDouble(scores[j] - scores[i]);
                    curvature[i] += bend;
                    curvature[j] += bend;
                }
            }
        }
    }
}
