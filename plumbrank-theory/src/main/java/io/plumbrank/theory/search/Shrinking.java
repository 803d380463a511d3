package io.plumbrank.theory.search;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a counterexample small: leaves out labels while calibration still fails, then takes probabilities with the least common
 * denominator that will do.
 */
final class Shrinking<Y, T> {
    private static final int LARGEST_DENOMINATOR = 120;
    private static final int MOST_STARTS = 6;

    private final Function<LabelDistribution<Y>, Optional<Finding<Y, T>>> examine;

    /** @param examine what becomes of a distribution; empty where it does not obey the condition of the search */
    Shrinking(Function<LabelDistribution<Y>, Optional<Finding<Y, T>>> examine) {
        this.examine = examine;
    }

    /** Of two that fail, the one that fails however ties are broken, and of such the one of larger regret. */
    static <Y, T> Finding<Y, T> clearer(Finding<Y, T> one, Finding<Y, T> other) {
        boolean better = one.strict() == other.strict() ? other.regret() > one.regret() : other.strict();
        return better ? other : one;
    }

    /** The smallest that any of these shrinks to, of those that fail however ties are broken if there are such. */
    Optional<Finding<Y, T>> smallest(Collection<Finding<Y, T>> found) {
        return found.stream()
                .limit(MOST_STARTS)
                .map(this::shrink)
                .min(Comparator.comparing(
                                (Small<Y, T> small) -> !small.finding().strict())
                        .thenComparing(small -> small.denominator() == 0)
                        .thenComparing(small -> small.finding().distribution().size())
                        .thenComparing(Small::denominator))
                .map(Small::finding);
    }

    /** @param denominator 0 where there is none that is small */
    private record Small<Y, T>(Finding<Y, T> finding, int denominator) {}

    private Small<Y, T> shrink(Finding<Y, T> found) {
        Finding<Y, T> smallest = found;
        Optional<Finding<Y, T>> next = Optional.of(found);
        while (next.isPresent()) {
            smallest = next.get();
            next = withoutOne(smallest);
        }
        return rounded(smallest);
    }

    private Optional<Finding<Y, T>> withoutOne(Finding<Y, T> finding) {
        LabelDistribution<Y> p = finding.distribution();
        for (int left = 0; left < p.size() && p.size() > 1; left++) {
            double[] weights = p.probabilities();
            weights[left] = 0;
            Optional<Finding<Y, T>> smaller = accepted(finding, p.labels(), weights);
            if (smaller.isPresent()) {
                return smaller;
            }
        }
        return Optional.empty();
    }

    private Small<Y, T> rounded(Finding<Y, T> finding) {
        LabelDistribution<Y> p = finding.distribution();
        for (int denominator = p.size(); denominator <= LARGEST_DENOMINATOR; denominator++) {
            Optional<Finding<Y, T>> round = accepted(finding, p.labels(), apportioned(p.probabilities(), denominator));
            if (round.isPresent()) {
                return new Small<>(round.get(), denominator);
            }
        }
        return new Small<>(finding, 0);
    }

    /** Whole numbers of at least 1 that add up to a total, close to given shares. */
    private static double[] apportioned(double[] shares, int total) {
        double[] parts = new double[shares.length];
        int left = total;
        for (int y = 0; y < shares.length; y++) {
            parts[y] = Math.max(1, Math.floor(shares[y] * total));
            left -= (int) parts[y];
        }
        for (; left != 0; left -= Integer.signum(left)) {
            int most = -1;
            for (int y = 0; y < shares.length; y++) {
                double lacking = (shares[y] * total - parts[y]) * Integer.signum(left);
                boolean may = left > 0 || parts[y] > 1;
                if (may && (most < 0 || lacking > (shares[most] * total - parts[most]) * Integer.signum(left))) {
                    most = y;
                }
            }
            parts[most] += Integer.signum(left);
        }
        return parts;
    }

    private Optional<Finding<Y, T>> accepted(Finding<Y, T> larger, List<Y> labels, double[] weights) {
        return examine.apply(LabelDistribution.proportional(new ArrayList<>(labels), weights))
                .filter(finding -> finding.broken() && (finding.strict() || !larger.strict()));
    }
}
