package io.plumbrank.learn;

import io.plumbrank.learn.instances.GroupLoss;
import java.util.Arrays;

/** Losses of groups, written for tests in the plainest way. */
public final class GroupLosses {
    private GroupLosses() {}

    public static GroupLoss squared() {
        return (scores, targets, items, gradient) -> {
            double value = 0;
            for (int i = 0; i < items; i++) {
                gradient[i] = 2 * (scores[i] - targets[i]);
                value += Math.pow(scores[i] - targets[i], 2);
            }
            return value;
        };
    }

    /** log(1 + exp(s_j − s_i)) over pairs with target i above target j. */
    public static GroupLoss logisticPairs() {
        return pairs(margin -> Math.log1p(Math.exp(-margin)), margin -> -1 / (1 + Math.exp(margin)));
    }

    /** exp(s_j − s_i) over pairs. */
    public static GroupLoss exponentialPairs() {
        return pairs(margin -> Math.exp(-margin), margin -> -Math.exp(-margin));
    }

    /** max(0, 1 − s_i + s_j) over pairs. */
    public static GroupLoss hingePairs() {
        return pairs(margin -> Math.max(0, 1 - margin), margin -> margin < 1 ? -1 : 0);
    }

    private interface OfMargin {
        double at(double margin);
    }

    private static GroupLoss pairs(OfMargin loss, OfMargin slope) {
        return (scores, targets, items, gradient) -> {
            Arrays.fill(gradient, 0, items, 0);
            double value = 0;
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    if (targets[i] > targets[j]) {
                        value += loss.at(scores[i] - scores[j]);
                        double change = slope.at(scores[i] - scores[j]);
                        gradient[i] += change;
                        gradient[j] -= change;
                    }
                }
            }
            return value;
        };
    }
}
