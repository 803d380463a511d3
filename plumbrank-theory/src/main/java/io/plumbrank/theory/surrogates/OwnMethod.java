package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;
import io.plumbrank.theory.OwnSurrogate;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * A surrogate of the user's own, minimised by {@link Newton}, and sorting. A minimiser is certified where the gradient is small, the
 * curvature is not, so that there is no other far away, and the scores are no larger than some tens: towards infinity nothing is known.
 */
final class OwnMethod<Y> implements Method<Y, Ranking> {
    /** Beyond this a minimiser counts as infinite. */
    private static final double FAR = 30;

    private final String text;
    private final OwnSurrogate surrogate;
    private final int items;
    private final boolean shiftless;
    private final Map<Y, double[]> known = new ConcurrentHashMap<>();
    private final int size;
    private final BiConsumer<? super Y, double[]> encoder;

    /**
     * @param size of what the surrogate sees of a label
     * @param encoder writes it
     * @throws IllegalArgumentException if the surrogate is not convex or not finite, or its gradient is wrong
     */
    OwnMethod(MethodChoice choice, int items, List<Y> labels, int size, BiConsumer<? super Y, double[]> encoder) {
        this.text = choice.surrogate();
        this.surrogate = choice.requireOwn();
        this.items = items;
        this.size = size;
        this.encoder = encoder;
        this.shiftless = OwnSurrogates.requireConvex(
                text, surrogate, labels.stream().map(this::encoded).toList(), items);
    }

    private double[] encoded(Y label) {
        return known.computeIfAbsent(label, y -> {
            double[] encoded = new double[size];
            encoder.accept(y, encoded);
            return encoded;
        });
    }

    @Override
    public String surrogate() {
        return text;
    }

    @Override
    public Limit<Ranking> limit(LabelDistribution<Y> p) {
        SmoothRisk risk = (scores, gradient) -> {
            Arrays.fill(gradient, 0);
            double[] slope = new double[items];
            double sum = 0;
            for (int y = 0; y < p.size(); y++) {
                sum += p.probability(y)
                        * surrogate.gradientInto(
                                scores.clone(), encoded(p.label(y)).clone(), slope);
                for (int i = 0; i < items; i++) {
                    gradient[i] += p.probability(y) * slope[i];
                }
            }
            return sum;
        };
        Newton.Minimum minimum = Newton.minimise(risk, items, shiftless);
        boolean near = Arrays.stream(minimum.scores()).allMatch(s -> Math.abs(s) <= FAR);
        boolean certified = near && minimum.certified() && Newton.isBent(risk, minimum.scores(), shiftless);
        return Limit.of(minimum.scores(), certified, ScoreLimit.of(minimum.scores())::allows);
    }
}
