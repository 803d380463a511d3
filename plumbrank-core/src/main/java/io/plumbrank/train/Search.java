package io.plumbrank.train;

import io.plumbrank.model.ModelChoice.Estimate;
import java.util.List;

/**
 * The trials of a search.
 *
 * <p>Settings are tried by successive halving: nine are fitted to a quarter of the queries, with few rounds, the best three to half of
 * them, and the best of these to all; then nine others, of which every second is near the best so far. After the first nine, groups of
 * features are left out of the best setting, the cheapest first, for as long as that costs no more than one standard error. Of all that
 * was fitted to all queries the simplest within one standard error of the best is chosen, as {@link Contest} does it.
 *
 * <p>A fifth of the training queries decides halving and features. Without a validation file this fifth has no part in the choice that
 * follows or in the estimate that is reported. The trials of a larger budget begin with those of a smaller one.
 *
 * @param trials all of them, in order
 * @param groups what it costs to leave out features; empty where that was not tried
 * @param expectedGain what a search of twice as many settings is expected to bring beyond the best, in units of the measure; an
 *     estimate, NaN where too few were tried or judged
 * @param stopped whether the search was told to stop
 */
public record Search(List<Attempt> trials, List<Group> groups, double expectedGain, boolean stopped) {
    public Search {
        trials = List.copyOf(trials);
        groups = List.copyOf(groups);
    }

    /** How much of the data and of the rounds a trial has. */
    public enum Rung {
        /** A quarter of the queries and a few rounds. */
        FIRST("a quarter", 0.25, 4),
        /** Half of the queries and more rounds. */
        SECOND("half", 0.5, 12),
        /** All of them. */
        WHOLE("all", 1, Double.POSITIVE_INFINITY);

        private final String text;
        private final double share;
        private final double steps;

        Rung(String text, double share, double steps) {
            this.text = text;
            this.share = share;
            this.steps = steps;
        }

        /** How much of the data, in words. */
        public String text() {
            return text;
        }

        double share() {
            return share;
        }

        double steps() {
            return steps;
        }
    }

    /**
     * One trial.
     *
     * @param name such as {@code trees} or {@code setting 7 with z,rank}
     * @param settings what it came to: learner, surrogate and λ, in words; why it came to nothing, where it did
     * @param value on instances that it was not fitted to; NaN where it came to nothing. Only those of the same rung compare
     */
    public record Attempt(String name, String settings, Rung rung, Estimate value) {}

    /**
     * Features that were left out together.
     *
     * @param name such as {@code 1 to 8}
     * @param cost how much better it is with them than without, on part of the data
     * @param leftOut whether a model without them was fitted to all instances
     */
    public record Group(String name, Estimate cost, boolean leftOut) {}
}
