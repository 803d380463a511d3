package io.plumbrank.theory.search;

import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.conditions.ConditionedSource;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random distributions over a space of labels: vertices, sparse mixtures with small whole weights, Dirichlet, and steps from one
 * distribution to another. Under a condition only those that obey it are given.
 */
final class DistributionSampler<Y> {
    private static final int MOST_ATTEMPTS = 100;
    private static final int LARGEST_WEIGHT = 9;
    private static final int MOST_AT_ONCE = 24;

    private final LabelSpace<Y> space;
    private final ConditionTest<Y> conditions;
    private final ConditionedSource<Y> source;
    private final @Nullable NoiseCondition condition;
    private final Random random;

    /** @param condition null for none */
    DistributionSampler(CalibrationProblem<Y, ?> problem, @Nullable NoiseCondition condition, Random random) {
        this.space = problem.labels();
        this.conditions = problem.test();
        this.source = problem.source();
        this.condition = condition;
        this.random = random;
    }

    /** One label for sure, if that obeys. */
    Optional<LabelDistribution<Y>> vertex(int label) {
        double[] weights = new double[size()];
        weights[label] = 1;
        return obedient(weights);
    }

    /** Two to five labels with weights from 1 to 9. */
    Optional<LabelDistribution<Y>> sparse() {
        return attempt(this::sparseWeights);
    }

    /** All labels, or a few where there are many, by a Dirichlet distribution with a random concentration. */
    Optional<LabelDistribution<Y>> dirichlet() {
        return attempt(this::dirichletWeights);
    }

    /** Near p: some of the weight of one label given to another, labels dropped, or a little of anything. */
    Optional<LabelDistribution<Y>> near(LabelDistribution<Y> p) {
        return attempt(() -> step(p));
    }

    private interface Draw {
        double[] weights();
    }

    private Optional<LabelDistribution<Y>> attempt(Draw draw) {
        for (int k = 0; k < MOST_ATTEMPTS; k++) {
            double[] weights = condition != null && k % 2 == 1 ? source.draw(condition, random) : draw.weights();
            Optional<LabelDistribution<Y>> p = obedient(weights);
            if (p.isPresent()) {
                return p;
            }
        }
        return Optional.empty();
    }

    private Optional<LabelDistribution<Y>> obedient(double[] weights) {
        LabelDistribution<Y> p = LabelDistribution.proportional(space.labels(), weights);
        return condition == null || conditions.breach(condition, p).isEmpty() ? Optional.of(p) : Optional.empty();
    }

    private int size() {
        return space.labels().size();
    }

    private double[] sparseWeights() {
        double[] weights = new double[size()];
        for (int k = 2 + random.nextInt(4); k > 0; k--) {
            weights[random.nextInt(weights.length)] += 1 + random.nextInt(LARGEST_WEIGHT);
        }
        return weights;
    }

    private double[] dirichletWeights() {
        double[] weights = new double[size()];
        double power = 0.5 + 3 * random.nextDouble();
        boolean all = size() <= MOST_AT_ONCE && random.nextBoolean();
        int count = all ? size() : 2 + random.nextInt(Math.min(size(), MOST_AT_ONCE));
        for (int k = 0; k < count; k++) {
            weights[all ? k : random.nextInt(size())] +=
                    StrictMath.pow(-StrictMath.log(1 - random.nextDouble()), power);
        }
        weights[random.nextInt(size())] += Double.MIN_NORMAL; // so that there is something
        return weights;
    }

    private double[] step(LabelDistribution<Y> p) {
        double[] weights = new double[size()];
        for (int y = 0; y < p.size(); y++) {
            weights[space.labels().indexOf(p.label(y))] += p.probability(y);
        }
        double size = StrictMath.pow(10, -3 * random.nextDouble());
        switch (random.nextInt(3)) {
            case 0 -> weights[random.nextInt(weights.length)] += size;
            case 1 -> {
                int from = space.labels().indexOf(p.label(random.nextInt(p.size())));
                double moved = size * weights[from];
                weights[from] -= moved;
                weights[random.nextInt(weights.length)] += moved;
            }
            default -> Arrays.setAll(weights, y -> weights[y] * StrictMath.exp(size * random.nextGaussian()));
        }
        return weights;
    }
}
