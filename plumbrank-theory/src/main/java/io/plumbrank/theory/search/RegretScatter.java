package io.plumbrank.theory.search;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of regrets of imperfect fits under many distributions: how far the target is behind when the surrogate is behind by so much,
 * beside what is proven. Half of the distributions lie near the worst so far.
 *
 * <pre>{@code
 * RegretScatter scatter = RegretScatter.of(problem, 1000, 1, 2);
 * scatter.points(); // none lies above bound().at(surrogate)
 * }</pre>
 *
 * @param points empty where the surrogate's risk is not at hand
 * @param bound what is proven for all of them; null where nothing is
 */
public record RegretScatter(List<Point> points, @Nullable RegretBound bound) {
    /** The regrets of one fit under one distribution: in the surrogate, and in the loss once decoded. */
    public record Point(double surrogate, double target) {}

    public RegretScatter {
        points = List.copyOf(points);
    }

    /** Looks at so many fits; the seed decides the points. Fits that are decoded to the best prediction give none. */
    public static <Y, T> RegretScatter of(CalibrationProblem<Y, T> problem, int probes, long seed, int threads) {
        Guarantee guarantee = problem.guarantee();
        return new RegretScatter(
                new RegretSearch(probes, seed, null, threads)
                        .samples(problem).stream()
                                .map(sample -> new Point(sample.surrogate(), sample.target()))
                                .toList(),
                guarantee == null ? null : guarantee.bound());
    }
}
