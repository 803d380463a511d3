package io.plumbrank.target.labels;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PositionalMeasure;
import io.plumbrank.measure.Structure;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.measures.PairScale;
import java.util.stream.IntStream;

/**
 * The pairs of a ranking of labels, as {@link PairIndex#STRICT} has them: α_ij is what a measure loses where i stands below j,
 * less what it loses where j stands below i. 0 for a tie, and where a position is not known.
 *
 * <p>{@code kendall} and {@code pd} count pairs by {@link PairScale}. {@code spearman} is Σ_k φ(k) u_{item at k} with φ falling
 * by the same step δ from place to place; since label i has s − 1 − k_i of the s known labels below it, that is
 * δ Σ_i u_i · #{j below i} + const, and so α_ij = δ (u_i − u_j).
 */
final class LabelPairs {
    private LabelPairs() {}

    static void requireMeasure(MeasureSpec measure) {
        boolean known = switch (measure.structure()) {
            case PAIR_CORRELATION, RANK_CORRELATION, PAIR_SHARE -> true;
            default -> false;
        };
        if (!known || measure.takesPreferences()) {
            throw new IllegalArgumentException(
                    "rankings of labels are trained for kendall, spearman or pd, not for '" + measure.typed() + "'");
        }
    }

    /** Whether α_ij = c_i − c_j with some c of the label, as long as all positions are known. */
    static boolean isAdditive(MeasureSpec measure) {
        return isSpearman(measure) || measure.pairWeight() == PairWeight.DIFFERENCE;
    }

    static boolean isSpearman(MeasureSpec measure) {
        return measure.structure() == Structure.RANK_CORRELATION;
    }

    /** α of a label with r positions, NaN where not known: r(r−1)/2 numbers. O(r²). */
    static double[] of(MeasureSpec measure, double[] positions) {
        int r = positions.length;
        int[] known =
                IntStream.range(0, r).filter(i -> !Double.isNaN(positions[i])).toArray();
        double[] heights = heights(measure, positions, known);
        boolean unit = !isAdditive(measure);
        double[] alpha = new double[PairIndex.STRICT.size(r)];
        double total = 0;
        for (int a = 0; a < known.length; a++) {
            for (int b = a + 1; b < known.length; b++) {
                double difference = heights[a] - heights[b];
                double weight = unit ? Math.signum(difference) : difference;
                alpha[PairIndex.STRICT.of(known[a], known[b], r)] = weight;
                total += Math.abs(weight);
            }
        }
        double factor = factor(measure, total, known.length);
        for (int pair = 0; pair < alpha.length; pair++) {
            alpha[pair] *= factor;
        }
        return alpha;
    }

    /**
     * The same where what is known is part of a full ranking of r labels without ties: ±c for a known pair, 0 for a tie. c is what
     * the measure of the full ranking loses with a pair, and for Spearman with a rank: u_i − u_j counts places, and its mean is
     * that of ½ Σ_k (s_ik − s_jk), where s is the sign of a pair.
     */
    static double[] ofFull(MeasureSpec measure, double[] positions) {
        int r = positions.length;
        double size = factor(measure, PairIndex.STRICT.count(r), r);
        double[] alpha = new double[PairIndex.STRICT.size(r)];
        PairIndex.STRICT.forEach(r, (i, j, at) -> {
            double difference = positions[j] - positions[i];
            alpha[at] = Double.isNaN(difference) ? 0 : size * Math.signum(difference);
        });
        return alpha;
    }

    static boolean[] known(double[] positions) {
        boolean[] known = new boolean[PairIndex.STRICT.size(positions.length)];
        PairIndex.STRICT.forEach(
                positions.length, (i, j, at) -> known[at] = !Double.isNaN(positions[i] + positions[j]));
        return known;
    }

    /** What each of r labels has over the others: Σ_j u_ij. */
    static double[] sums(double[] pairs, int labels) {
        double[] sums = new double[labels];
        PairIndex.STRICT.forEach(labels, (i, j, at) -> {
            sums[i] += pairs[at];
            sums[j] -= pairs[at];
        });
        return sums;
    }

    /** What a pair is the difference of: mid-ranks for Spearman, else the positions from below. */
    private static double[] heights(MeasureSpec measure, double[] positions, int[] known) {
        double[] grades = IntStream.of(known).mapToDouble(i -> -positions[i]).toArray();
        return isSpearman(measure) ? ((PositionalMeasure) measure.measure()).utilities(grades) : grades;
    }

    private static double factor(MeasureSpec measure, double total, int known) {
        return switch (measure.structure()) {
            case PAIR_CORRELATION -> PairScale.CORRELATION.factor(total, known);
            case PAIR_SHARE -> PairScale.SHARE.factor(total, known);
            default -> {
                PositionalMeasure positional = (PositionalMeasure) measure.measure();
                yield known < 2 ? 0 : positional.discount(0, known) - positional.discount(1, known);
            }
        };
    }

    /** Σ |α_ij| over the pairs that a ranking puts the other way round. O(r²). */
    static double contradicted(double[] alpha, Ranking ranking) {
        double sum = 0;
        for (int i = 0; i < ranking.size(); i++) {
            int row = PairIndex.STRICT.row(i, ranking.size());
            for (int j = i + 1; j < ranking.size(); j++) {
                boolean above = ranking.positionOf(i) < ranking.positionOf(j);
                sum += above ? Math.max(0, -alpha[row + j]) : Math.max(0, alpha[row + j]);
            }
        }
        return sum;
    }

    /** The same in the mean over all orders of labels with equal scores: a tied pair is contradicted in half of them. O(r²). */
    static double contradicted(double[] alpha, double[] scores) {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            int row = PairIndex.STRICT.row(i, scores.length);
            for (int j = i + 1; j < scores.length; j++) {
                int above = (scores[i] > scores[j] ? 1 : 0) - (scores[i] < scores[j] ? 1 : 0);
                // 0 where they agree, |α| where they do not, and half of it for a tie, without a branch
                sum += (Math.abs(alpha[row + j]) - alpha[row + j] * above) / 2;
            }
        }
        return sum;
    }
}
