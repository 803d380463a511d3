package io.plumbrank.theory.search;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What became of the distributions that a part of a search examined. Not thread-safe. */
final class Tally<Y, T> {
    private final CalibrationProblem<Y, T> problem;
    private int examined;
    private int uncertified;
    private double worst;
    private @Nullable Finding<Y, T> worstFinding;
    private final Map<Integer, Finding<Y, T>> broken = new TreeMap<>();

    Tally(CalibrationProblem<Y, T> problem) {
        this.problem = problem;
    }

    /** Examines one; empty where the minimiser could not be certified. */
    Optional<Finding<Y, T>> examine(LabelDistribution<Y> p) {
        examined++;
        Optional<Finding<Y, T>> finding = problem.examine(p);
        uncertified += finding.isPresent() ? 0 : 1;
        finding.ifPresent(found -> {
            worst = Math.max(worst, found.regret());
            keepWorse(found);
            if (found.broken()) {
                broken.merge(p.size(), found, Shrinking::clearer);
            }
        });
        return finding;
    }

    /** Adds what a later part of the search found. */
    void add(Tally<Y, T> later) {
        examined += later.examined;
        uncertified += later.uncertified;
        worst = Math.max(worst, later.worst);
        if (later.worstFinding != null) {
            keepWorse(later.worstFinding);
        }
        later.broken.forEach((size, found) -> broken.merge(size, found, Shrinking::clearer));
    }

    private void keepWorse(Finding<Y, T> found) {
        if (worstFinding == null || height(found) > height(worstFinding)) {
            worstFinding = found;
        }
    }

    /** Rounding is no height, so that the search takes the same way on every machine. */
    static double height(Finding<?, ?> finding) {
        return finding.broken() ? finding.regret() : 0;
    }

    int examined() {
        return examined;
    }

    int uncertified() {
        return uncertified;
    }

    double worst() {
        return worst;
    }

    /** The first of the highest. */
    @Nullable
    Finding<Y, T> worstFinding() {
        return worstFinding;
    }

    /** By number of labels, the one of largest regret; one that fails however ties are broken before all others. */
    Map<Integer, Finding<Y, T>> broken() {
        return broken;
    }
}
