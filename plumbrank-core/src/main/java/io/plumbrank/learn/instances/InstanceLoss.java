package io.plumbrank.learn.instances;

import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import java.io.Serializable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a learner minimises over the outputs of an instance.
 *
 * @param text its name for people
 * @param squares where it is squares, so that there is a closed form; else null
 * @param separable whether it is a sum over rows, so that rows may have weights
 * @param loss by values and gradients, one per thread
 * @param derivatives by gradients and curvatures, one per thread
 */
public record InstanceLoss(
        String text,
        @Nullable Squares squares,
        boolean separable,
        Maker<GroupLoss> loss,
        Maker<GroupDerivatives> derivatives)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** A supplier that can be sent to other machines. */
    @FunctionalInterface
    public interface Maker<T> extends Supplier<T>, Serializable {}

    /** lossFactor · Σ ‖d‖² with d = targetFactor · targets − u, less its mean over the instance if centred. */
    public record Squares(double targetFactor, double lossFactor, boolean centred) implements Serializable {
        /** Whether it is least squares on the targets as they are. */
        public boolean isPlain() {
            return targetFactor == 1 && !centred;
        }
    }

    /** ‖targets − u‖². */
    public static InstanceLoss leastSquares(String text) {
        return new InstanceLoss(
                text,
                new Squares(1, 1, false),
                true,
                () -> (scores, targets, items, gradient) -> {
                    double sum = 0;
                    for (int i = 0; i < items; i++) {
                        double difference = scores[i] - targets[i];
                        gradient[i] = 2 * difference;
                        sum += difference * difference;
                    }
                    return sum;
                },
                () -> (scores, targets, rows, gradient, curvature) -> {
                    for (int i = 0; i < rows; i++) {
                        gradient[i] = 2 * (scores[i] - targets[i]);
                        curvature[i] = 2;
                    }
                });
    }

    /** Whether rows of an instance may count differently. */
    public boolean takesRowWeights() {
        return separable || squares != null;
    }
}
