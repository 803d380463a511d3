package io.plumbrank.theory.search;

import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Whether distributions that obey one noise condition obey another, by searching for one that does not.
 *
 * @param given the condition that is obeyed
 * @param other the condition that is asked about
 * @param examined how many distributions obeyed the first
 * @param obeyed how many of them obeyed the second
 * @param witness the first that did not; null where all did
 */
public record Containment<Y>(
        NoiseCondition given,
        NoiseCondition other,
        int examined,
        int obeyed,
        @Nullable LabelDistribution<Y> witness) {

    /** All ordered pairs of some conditions, each with so many distributions that obey the first. */
    public static <Y> List<Containment<Y>> of(
            CalibrationProblem<Y, ?> problem, List<NoiseCondition> conditions, int trials, long seed) {
        List<Containment<Y>> all = new ArrayList<>();
        for (NoiseCondition given : conditions) {
            for (NoiseCondition other : conditions) {
                if (given != other) {
                    all.add(search(problem, given, other, trials, seed));
                }
            }
        }
        return all;
    }

    private static <Y> Containment<Y> search(
            CalibrationProblem<Y, ?> problem, NoiseCondition given, NoiseCondition other, int trials, long seed) {
        Random random = new Random(seed);
        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, given, random);
        int examined = 0;
        int obeyed = 0;
        LabelDistribution<Y> witness = null;
        for (int turn = 0; examined < trials && turn < 4 * trials; turn++) {
            Optional<LabelDistribution<Y>> drawn = turn % 2 == 0 ? sampler.sparse() : sampler.dirichlet();
            if (drawn.isEmpty()) {
                continue;
            }
            examined++;
            if (problem.breach(other, drawn.get()).isEmpty()) {
                obeyed++;
            } else if (witness == null) {
                witness = drawn.get();
            }
        }
        return new Containment<>(given, other, examined, obeyed, witness);
    }
}
