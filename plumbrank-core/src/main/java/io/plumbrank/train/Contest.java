package io.plumbrank.train;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.Preference;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.task.HeldOutValues;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one of several contenders, each with candidates of its own (λ, surrogates, rounds), by what they reached on instances
 * that they were not fitted to, and says what such a choice is worth.
 *
 * <p>Instances are in {@value #GROUPS} groups. What a contender is worth on a group is what its candidate reaches there that is best on
 * the other groups: so the best of fifty λ has no advantage over the best of one. The best contender is the one with the largest mean of
 * this, and the choice falls on the first, that is, the simplest, whose paired difference to the best is at most so many standard errors.
 * {@link #nested} is one level further out: for each group, the others make the whole choice, and what they choose is measured
 * there. That takes no further fit, and is an honest estimate where the instances had no part in any fit; see {@link OuterFolds} for folds.
 */
final class Contest {
    /** How many groups instances are in. */
    static final int GROUPS = 5;

    private static final double ROUNDING = 1e-9;

    private final List<HeldOutValues> contenders;
    private final double errors;
    private final double[] costs;
    private final double sign;
    private final int places;
    private final int[] groups;

    /** By contender, candidate and group: the sum of its values. */
    private final double[][][] sums;

    /** The same of the surrogate's risks. */
    private final double[][][] risks;

    /** By group. */
    private final double[] weights = new double[GROUPS];

    /**
     * Where the simplest within one standard error is chosen.
     *
     * @param contenders from the simplest to the least simple, all on the same instances
     * @param larger whether larger values are better
     */
    Contest(List<HeldOutValues> contenders, boolean larger, long seed) {
        this(contenders, new double[contenders.size()], Preference.SIMPLE.errors(), larger, seed);
    }

    /**
     * Where the one of least cost is chosen, of equal costs the simplest.
     *
     * @param errors how many standard errors behind the best it may be
     */
    Contest(List<HeldOutValues> contenders, double[] costs, double errors, boolean larger, long seed) {
        this.contenders = contenders;
        this.costs = costs;
        this.errors = errors;
        this.sign = larger ? 1 : -1;
        this.places = contenders.get(0).places();
        Folds folds = new Folds(GROUPS, seed);
        groups = new int[places];
        Arrays.setAll(groups, folds::of);
        for (int place = 0; place < places; place++) {
            weights[groups[place]] += contenders.get(0).weight(place);
        }
        sums = new double[contenders.size()][][];
        risks = new double[contenders.size()][][];
        Arrays.setAll(sums, c -> sums(contenders.get(c), contenders.get(c)::share));
        Arrays.setAll(risks, c -> sums(contenders.get(c), contenders.get(c)::risk));
    }

    /** A value of a candidate at a place. */
    private interface At {
        double of(int candidate, int place);
    }

    private double[][] sums(HeldOutValues values, At at) {
        double[][] own = new double[values.candidates()][GROUPS];
        for (int candidate = 0; candidate < own.length; candidate++) {
            for (int place = 0; place < places; place++) {
                own[candidate][groups[place]] += at.of(candidate, place);
            }
        }
        return own;
    }

    /**
     * What is to be said of each contender.
     *
     * @param value what it is worth
     * @param behind how much better than it the best one is; 0 for that one
     */
    record Standing(Estimate value, Estimate behind) {}

    /**
     * The result of the contest.
     *
     * @param chosen the number of the contender
     * @param standings of all contenders
     */
    record Verdict(int chosen, List<Standing> standings) {
        /** All contenders with what is to be said of them, by their names and settings. */
        List<Rival> rivals(List<String> names, List<String> settings) {
            return IntStream.range(0, standings.size())
                    .mapToObj(i -> new Rival(
                            names.get(i),
                            settings.get(i),
                            standings.get(i).value,
                            standings.get(i).behind,
                            i == chosen))
                    .toList();
        }
    }

    /** How many instances decide. */
    long instances() {
        return contenders.get(0).instances();
    }

    /** By place, of the first contender: the value of the candidate that is best on the other groups. */
    double[] crossFitted() {
        return crossFitted(0, group -> true);
    }

    /** Chooses by all instances. */
    Verdict decide() {
        return decide(group -> true);
    }

    /** What the whole choice is worth where it had no part. */
    Estimate nested() {
        return nested(contenders);
    }

    /**
     * What the whole choice is worth where it had no part.
     *
     * @param fair the values of each contender that are taken where it is chosen
     */
    Estimate nested(List<HeldOutValues> fair) {
        double[] values = new double[places];
        for (int group = 0; group < GROUPS; group++) {
            int held = group;
            if (weights[group] > 0) {
                IntPredicate others = other -> other != held;
                boolean alone = weight(others) == 0;
                int chosen = alone ? 0 : decide(others).chosen;
                take(fair.get(chosen), alone ? 0 : best(chosen, others), group, values);
            }
        }
        return estimate(values, null, group -> true);
    }

    private Verdict decide(IntPredicate in) {
        double[][] values = new double[contenders.size()][];
        Arrays.setAll(values, contender -> crossFitted(contender, in));
        int best = 0;
        for (int c = 1; c < values.length; c++) {
            if (sign * estimate(values[c], null, in).mean()
                    > sign * estimate(values[best], null, in).mean()) {
                best = c;
            }
        }
        int leader = best;
        List<Standing> standings = Arrays.stream(values)
                .map(own -> {
                    Estimate behind = estimate(values[leader], own, in);
                    return new Standing(
                            estimate(own, null, in),
                            new Estimate(sign * behind.mean(), behind.error(), behind.degrees()));
                })
                .toList();
        int chosen = best;
        for (int c = values.length - 1; c >= 0; c--) {
            // where one instance alone counts there is no error, and nothing that speaks against another;
            // where two differ on one instance alone, mean and error are the same but for rounding
            boolean close = !(standings.get(c).behind.mean()
                    > (1 + ROUNDING) * errors * standings.get(c).behind.error());
            if (close && (costs[c] < costs[chosen] || (costs[c] == costs[chosen] && c < chosen))) {
                chosen = c;
            }
        }
        return new Verdict(chosen, standings);
    }

    /** By place, in some groups: the value of the candidate that is best on the others of them. */
    private double[] crossFitted(int contender, IntPredicate in) {
        double[] values = new double[places];
        for (int group = 0; group < GROUPS; group++) {
            if (in.test(group)) {
                int held = group;
                IntPredicate others = other -> in.test(other) && other != held;
                take(contenders.get(contender), best(contender, weight(others) > 0 ? others : in), group, values);
            }
        }
        return values;
    }

    private void take(HeldOutValues contender, int candidate, int group, double[] values) {
        for (int place = 0; place < places; place++) {
            if (groups[place] == group) {
                values[place] = contender.share(candidate, place);
            }
        }
    }

    private double weight(IntPredicate in) {
        double weight = 0;
        for (int group = 0; group < GROUPS; group++) {
            weight += in.test(group) ? weights[group] : 0;
        }
        return weight;
    }

    /** The first of the best, of a family the one of least risk. */
    private int best(int contender, IntPredicate in) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int candidate = 0; candidate < sums[contender].length; candidate++) {
            double sum = sign * sum(sums[contender][candidate], in);
            if (sum > most && hasLeastRisk(contender, candidate, in)) {
                most = sum;
                best = candidate;
            }
        }
        return best;
    }

    private boolean hasLeastRisk(int contender, int candidate, IntPredicate in) {
        HeldOutValues values = contenders.get(contender);
        if (values.isAlone(candidate)) {
            return true;
        }
        double own = sum(risks[contender][candidate], in);
        for (int other = 0; other < sums[contender].length; other++) {
            if (values.areOfOneFamily(candidate, other) && sum(risks[contender][other], in) < own) {
                return false;
            }
        }
        return true;
    }

    private static double sum(double[] byGroup, IntPredicate in) {
        double sum = 0;
        for (int group = 0; group < GROUPS; group++) {
            sum += in.test(group) ? byGroup[group] : 0;
        }
        return sum;
    }

    /**
     * The mean of values, or of differences to others, by weight. A mean is a ratio of sums, Σ s / Σ w, so that its variance is about
     * n/(n − 1) Σ (s − mean·w)² / (Σ w)² over n places.
     */
    private Estimate estimate(double[] values, double @Nullable [] others, IntPredicate in) {
        double sum = 0;
        double weight = 0;
        int count = 0;
        for (int place = 0; place < places; place++) {
            double own = contenders.get(0).weight(place);
            if (in.test(groups[place]) && own > 0) {
                sum += values[place] - (others == null ? 0 : others[place]);
                weight += own;
                count++;
            }
        }
        double mean = sum / weight;
        double squares = 0;
        for (int place = 0; place < places; place++) {
            double own = contenders.get(0).weight(place);
            if (in.test(groups[place]) && own > 0) {
                double off = values[place] - (others == null ? 0 : others[place]) - mean * own;
                squares += off * off;
            }
        }
        double error = count < 2 ? Double.NaN : Math.sqrt(squares * count / (count - 1)) / weight;
        return new Estimate(mean, error, Math.max(1, count - 1));
    }
}
