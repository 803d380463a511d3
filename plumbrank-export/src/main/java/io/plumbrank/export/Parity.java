package io.plumbrank.export;

import io.plumbrank.target.LinearDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How a model and what another system makes of its files agree on rows.
 *
 * @param rows how many were compared
 * @param bitEqual on how many of them all scores are the same number
 * @param largestDifference between two scores; infinite where one is not a number and the other is
 * @param changedRankings how many rankings change, or decisions for a model of classes. Two items change places if the one that is
 *     better here by more than {@value #TOLERANCE} times the largest score of the ranking (or times 1, if that is more) is not better
 *     there; a decision changes if its cost here is above the least by more than that
 * @param compared how many rankings or decisions were compared
 */
public record Parity(long rows, long bitEqual, double largestDifference, long changedRankings, long compared) {
    /** Differences that single precision makes. */
    public static final double TOLERANCE = 1e-6;

    /** Rows, a list of items at a time. */
    @FunctionalInterface
    public interface Rows {
        /** Hands on the rows of every list, each as wide as the model's inputs, NaN for missing. */
        void forEachList(Consumer<List<float[]>> consumer);
    }

    /** Compares on rows. */
    public static Parity of(Exportable model, Replay replay, Rows rows) {
        Tally tally = new Tally(model, replay);
        rows.forEachList(tally::add);
        return new Parity(tally.rows, tally.bitEqual, tally.largest, tally.changed, tally.compared);
    }

    /** Whether no ranking and no decision changes. */
    public boolean holds() {
        return changedRankings == 0;
    }

    /**
     * The report in whole sentences.
     *
     * @param decisions whether the model decides, and does not rank
     */
    public List<String> sentences(boolean decisions) {
        String what = decisions ? "decisions" : "rankings";
        return List.of(
                "Scores are bit-equal on " + bitEqual + " of " + rows + " rows, and differ by "
                        + String.format(Locale.ROOT, "%.3g", largestDifference) + " at most.",
                (holds() ? "None" : changedRankings) + " of " + compared + " " + what
                        + (changedRankings > 1 ? " change." : " changes."));
    }

    private static final class Tally {
        private final Exportable model;
        private final Replay replay;
        private long rows;
        private long bitEqual;
        private double largest;
        private long changed;
        private long compared;

        Tally(Exportable model, Replay replay) {
            this.model = model;
            this.replay = replay;
        }

        void add(List<float[]> items) {
            int outputs = model.outputs();
            double[] ours = new double[items.size()];
            double[] theirs = new double[items.size()];
            double[] u = new double[outputs];
            double[] v = new double[outputs];
            for (int i = 0; i < ours.length; i++) {
                float[] x = items.get(i);
                model.scorer().scoreInto(x, u);
                replay.scoreInto(x, v);
                compare(u, v);
                ours[i] = u[0];
                theirs[i] = v[0];
                if (model.decision().isPresent()) {
                    compareDecision(model.decision().get(), u, v, x);
                }
            }
            if (model.decision().isEmpty() && !items.isEmpty()) {
                compared++;
                changed += isChanged(ours, theirs) ? 1 : 0;
            }
        }

        private void compare(double[] u, double[] v) {
            rows++;
            boolean equal = true;
            for (int o = 0; o < u.length; o++) {
                if (u[o] == v[o] || (Double.isNaN(u[o]) && Double.isNaN(v[o]))) {
                    continue;
                }
                equal = false;
                double difference = Math.abs(u[o] - v[o]);
                largest = Math.max(largest, Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference);
            }
            bitEqual += equal ? 1 : 0;
        }

        private void compareDecision(LinearDecision decision, double[] u, double[] v, float[] x) {
            compared++;
            int chosen = replay.decide(x);
            int there = chosen == Replay.NO_DECISION ? decision.of(v) : chosen;
            double best = decision.cost(u, decision.of(u));
            if (!(decision.cost(u, there) - best <= TOLERANCE * Math.max(1, Math.abs(best)))) {
                changed++;
            }
        }
    }

    /** Walks down our order beside a second finger that has passed all items which are clearly better. O(r log r). */
    static boolean isChanged(double[] ours, double[] theirs) {
        List<Integer> known = new ArrayList<>();
        double scale = 1;
        for (int i = 0; i < ours.length; i++) {
            if (!Double.isNaN(ours[i])) {
                known.add(i);
                if (Double.isFinite(ours[i])) {
                    scale = Math.max(scale, Math.abs(ours[i]));
                }
            }
        }
        double margin = TOLERANCE * scale;
        known.sort((a, b) -> Double.compare(ours[b], ours[a]));
        double least = Double.POSITIVE_INFINITY;
        int passed = 0;
        for (int item : known) {
            while (ours[known.get(passed)] > ours[item] + margin) {
                double theirsThere = theirs[known.get(passed)];
                least = Double.isNaN(theirsThere) ? Double.NEGATIVE_INFINITY : Math.min(least, theirsThere);
                passed++;
            }
            if (passed > 0 && !(theirs[item] < least)) {
                return true;
            }
        }
        return false;
    }
}
