package io.plumbrank.theory.papers;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Tries numbered results of the papers on random instances, by brute force over all rankings. A result that no instance breaks is not
 * proved by that; one that an instance breaks is false as it is stated here.
 */
public final class PaperDemonstrations {
    /** Regrets up to this are rounding. */
    static final double ROUNDING = 1e-9;

    private static final Map<String, Demonstration> ALL = Map.ofEntries(
            entry("RAT13 Remark MAP", DimensionDemonstrations::averagePrecision),
            entry("RAT13 Remark PD", DimensionDemonstrations::pairwiseDisagreement),
            entry("CUG13 Theorem 3.2", ScoreDemonstrations::bothWays),
            entry("CUG13 Theorem 3.3", ScoreDemonstrations::noUtilities),
            entry("CUG13 Lemma 4.1", (n, random) -> ScoreDemonstrations.pairs(false, n, random)),
            entry("CUG13 Lemma 4.4", (n, random) -> GraphDemonstrations.continuity(false, n, random)),
            entry("CUG13 Lemma 5.1", (n, random) -> ScoreDemonstrations.pairs(true, n, random)),
            entry("CUG13 Corollary A.2", ScoreDemonstrations::unbounded),
            entry("CUG13 Lemma B.2", ScoreDemonstrations::standardisation),
            entry("DMJ10 Lemma 3", (n, random) -> GraphDemonstrations.continuity(true, n, random)),
            entry("DMJ10 Lemma 7", GraphDemonstrations::feedbackArcs),
            entry("DMJ10 Lemma 9", GraphDemonstrations::finiteMinimiser),
            entry("DMJ10 Lemma 14", GraphDemonstrations::lowNoise),
            entry("DMJ10 Lemma 16", GraphDemonstrations::acyclic));

    private PaperDemonstrations() {}

    /** How many instances were tried, how many break the result, and a sentence on what was compared. */
    public record Outcome(int tried, int broken, String text) {}

    /** Tries a result so many times. */
    @FunctionalInterface
    interface Demonstration {
        Found of(int trials, Random random);
    }

    /** The counts of a demonstration, and the figures of its sentence in {@link PaperResult#found}. */
    record Found(int tried, int broken, Object... figures) {}

    /** @throws IllegalArgumentException if another command shows it, or there is no trial */
    public static Outcome of(PaperResult result, int trials, long seed) {
        if (trials < 1) {
            throw new IllegalArgumentException("there must be at least one trial, got " + trials);
        }
        Demonstration demonstration = ALL.get(result.name());
        if (demonstration == null) {
            throw new IllegalArgumentException(result.name() + " is shown by another command: " + result.command());
        }
        Found found = demonstration.of(trials, new Random(seed));
        boolean measured = Arrays.stream(found.figures)
                .noneMatch(figure -> figure instanceof Double number && Double.isInfinite(number));
        String text = measured
                ? String.format(Locale.ROOT, result.found(), found.figures)
                : "Of " + trials + (trials == 1 ? " instance" : " instances")
                        + " none was of each kind that is compared: take more.";
        return new Outcome(found.tried, found.broken, text);
    }

    /** Counts what breaks a result, what is special, and how near others come. */
    static final class Trials {
        private final int count;
        private int broken;
        int special;
        double largest;
        double smallest = Double.POSITIVE_INFINITY;

        /** One trial, by its number. */
        @FunctionalInterface
        interface Trial {
            void run(int number, Trials all);
        }

        Trials(int count, Trial trial) {
            this.count = count;
            for (int number = 0; number < count; number++) {
                trial.run(number, this);
            }
        }

        void countBroken(boolean isBroken) {
            broken += isBroken ? 1 : 0;
        }

        void countSpecial(boolean isSpecial) {
            special += isSpecial ? 1 : 0;
        }

        void see(double value) {
            largest = Math.max(largest, value);
            smallest = Math.min(smallest, value);
        }

        Found found(Object... figures) {
            return new Found(count, broken, figures);
        }
    }

    /** Drawn evenly from the simplex. */
    static double[] weights(Random random, int count) {
        return shares(random.doubles(count).map(x -> -StrictMath.log(1 - x)).toArray());
    }

    static double[] shares(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(x -> x / sum).toArray();
    }
}
