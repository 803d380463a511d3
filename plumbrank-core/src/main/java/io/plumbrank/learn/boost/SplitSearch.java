package io.plumbrank.learn.boost;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the best split of a node, threshold by threshold: those between bins that hold rows, with missing values on the right
 * and on the left, and all present values against the missing ones. Of equal gains the first one found stays. The gain is
 * Σ_o G_o²/(H + λ) over the two children less that of the node.
 */
final class SplitSearch {
    private final RoundedGradients gradients;
    private final GrowthRules rules;
    private final Cuts cuts;
    private final Node node;
    private final double totalCurvature;
    private final double[] total;
    /** The same in units, for two gradients that share a number, with a 0 to make them even. */
    private final double[] wholes;

    private final long[] left;

    private double best = Double.NEGATIVE_INFINITY;
    private int bestFeature = -1;
    private int bestBin;
    private boolean bestMissingLeft;
    private final long[] bestLeft;
    private int[] bestSet = {};

    /** A code above, the place of a row among those of its node below. */
    static final int PLACE_BITS = 16;

    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

    SplitSearch(RoundedGradients gradients, GrowthRules rules, Cuts cuts, Node node) {
        this.gradients = gradients;
        this.rules = rules;
        this.cuts = cuts;
        this.node = node;
        totalCurvature = gradients.curvature(node.sums, 0);
        total = new double[gradients.outputs()];
        Arrays.setAll(total, o -> gradients.gradient(node.sums, 0, o));
        wholes = new double[gradients.isPaired() ? (total.length + 1) / 2 * 2 : 0];
        for (int o = 0; o < total.length && wholes.length > 0; o++) {
            wholes[o] = gradients.whole(node.sums, 0, o);
        }
        left = new long[gradients.stride()];
        bestLeft = new long[gradients.stride()];
    }

    /** Looks at a feature by its bins in a histogram. */
    void lookAt(int feature, long[] histogram) {
        if (gradients.isPacked() && !rules.isMonotone()) {
            lookAtPacked(feature, histogram);
            return;
        }
        int stride = gradients.stride();
        int first = cuts.offset(feature) * stride;
        int bins = cuts.bins(feature);
        int missing = first + bins * stride;
        boolean hasMissing = !isEmpty(histogram, missing);
        Arrays.fill(left, 0);
        for (int bin = 0; bin < bins - (hasMissing ? 0 : 1); bin++) {
            if (add(histogram, first + bin * stride)) {
                consider(feature, bin, false);
            }
        }
        if (hasMissing) {
            Arrays.fill(left, 0);
            add(histogram, missing);
            considerMissingAlone(feature);
            for (int bin = 0; bin < bins - 1; bin++) {
                if (add(histogram, first + bin * stride)) {
                    consider(feature, bin, true);
                }
            }
        }
    }

    private boolean isEmpty(long[] histogram, int at) {
        for (int i = at; i < at + left.length; i++) {
            if (histogram[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean add(long[] histogram, int at) {
        if (histogram[at + left.length - 1] == 0 && isEmpty(histogram, at)) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            left[i] += histogram[at + i];
        }
        return true;
    }

    /** Looks at a feature by the codes of some rows, which need not be sorted; as {@link #lookAt}, for few rows. */
    void lookAt(int feature, int[] codesAndPlaces, int count, int[] rows) {
        int bins = cuts.bins(feature);
        Arrays.sort(codesAndPlaces, 0, count);
        int present = count;
        while (present > 0 && codesAndPlaces[present - 1] >>> PLACE_BITS == bins) {
            present--;
        }
        for (int side = 0; side < (present < count ? 2 : 1); side++) {
            boolean missingLeft = side == 1;
            Arrays.fill(left, 0);
            for (int i = present; missingLeft && i < count; i++) {
                addRow(rows[node.from + (codesAndPlaces[i] & PLACE_MASK)]);
            }
            if (missingLeft) {
                considerMissingAlone(feature);
            }
            for (int i = 0; i < present; i++) {
                addRow(rows[node.from + (codesAndPlaces[i] & PLACE_MASK)]);
                int bin = codesAndPlaces[i] >>> PLACE_BITS;
                boolean last = i == present - 1;
                if (last ? !missingLeft && present < count : codesAndPlaces[i + 1] >>> PLACE_BITS != bin) {
                    consider(feature, bin, missingLeft);
                }
            }
        }
    }

    private void addRow(int row) {
        long[] values = gradients.values();
        int at = row * left.length;
        for (int i = 0; i < left.length; i++) {
            left[i] += values[at + i];
        }
    }

    private void lookAtPacked(int feature, long[] histogram) {
        int first = cuts.offset(feature);
        int bins = cuts.bins(feature);
        long missing = histogram[first + bins];
        scanPacked(feature, histogram, first, 0, bins - (missing == 0 ? 1 : 0), false);
        if (missing != 0) {
            scanPacked(feature, histogram, first, missing, bins - 1, true);
        }
    }

    private void scanPacked(int feature, long[] histogram, int first, long begin, int end, boolean missingLeft) {
        int countBits = gradients.countBits();
        long mask = (1L << countBits) - 1;
        double unit = gradients.gradientUnit();
        double lambda = rules.lambda();
        double least = rules.leastWeight();
        double gradient = total[0];
        long sum = begin;
        for (int bin = 0; bin < end; bin++) {
            long own = histogram[first + bin];
            if (own == 0) {
                continue;
            }
            sum += own;
            double leftCurvature = sum & mask;
            double rightCurvature = totalCurvature - leftCurvature;
            if (leftCurvature < least || rightCurvature < least || leftCurvature == 0 || rightCurvature == 0) {
                continue;
            }
            double leftGradient = (sum >> countBits) * unit;
            double rightGradient = gradient - leftGradient;
            double gain = leftGradient * leftGradient / (leftCurvature + lambda)
                    + rightGradient * rightGradient / (rightCurvature + lambda);
            if (gain > best) {
                best = gain;
                bestFeature = feature;
                bestBin = bin;
                bestMissingLeft = missingLeft;
                bestLeft[0] = sum;
            }
        }
    }

    /** Missing values against all others stand the other way round too, which is the same but where an order is asked for. */
    private void considerMissingAlone(int feature) {
        if (rules.isMonotone()) {
            consider(feature, -1, true);
        }
    }

    private void consider(int feature, int bin, boolean missingLeft) {
        double leftCurvature = gradients.curvature(left, 0);
        double rightCurvature = totalCurvature - leftCurvature;
        double least = rules.leastWeight();
        if (leftCurvature < least || rightCurvature < least || leftCurvature <= 0 || rightCurvature <= 0) {
            return;
        }
        double gain = rules.isMonotone()
                ? boundedGain(feature, leftCurvature, rightCurvature)
                : freeGain(leftCurvature, rightCurvature, rules.lambda());
        if (gain > best) {
            best = gain;
            bestFeature = feature;
            bestBin = bin;
            bestMissingLeft = missingLeft;
            System.arraycopy(left, 0, bestLeft, 0, left.length);
        }
    }

    /**
     * Looks at the ways to part the levels of a category that are next to each other by their means. For one output and no
     * smoothing, the best of all ways is one of these. Rows without a level, or of levels that weigh too little, stay together and
     * go left, where levels go that training never saw.
     *
     * @param columns the feature of each level
     * @param sums what the rows of each level sum to, level by level
     */
    void lookAtLevels(int[] columns, long[] sums) {
        LevelOrder levels = LevelOrder.of(gradients, rules, node.sums, sums, columns.length);
        int[] order = levels.order();
        Arrays.fill(left, 0);
        boolean restOnLeft = false;
        for (int i = 0; i + 1 < order.length; i++) {
            levels.addTo(order[i], left);
            restOnLeft |= order[i] == columns.length;
            double leftCurvature = gradients.curvature(left, 0);
            double rightCurvature = totalCurvature - leftCurvature;
            double least = rules.leastWeight();
            if (leftCurvature < least || rightCurvature < least || leftCurvature <= 0 || rightCurvature <= 0) {
                continue;
            }
            double gain = freeGain(leftCurvature, rightCurvature, rules.lambda() + rules.smoothing());
            if (gain > best) {
                best = gain;
                boolean take = restOnLeft || (!levels.hasRest() && 2 * (i + 1) > order.length);
                int[] set = take ? Arrays.copyOfRange(order, i + 1, order.length) : Arrays.copyOf(order, i + 1);
                bestSet =
                        Arrays.stream(set).map(level -> columns[level]).sorted().toArray();
                bestFeature = bestSet[0];
                bestBin = 0;
                bestMissingLeft = false;
                for (int n = 0; n < left.length; n++) {
                    bestLeft[n] = take ? left[n] : node.sums[n] - left[n];
                }
            }
        }
        bestSet = bestSet.length == 1 ? new int[0] : bestSet;
    }

    private double freeGain(double leftCurvature, double rightCurvature, double lambda) {
        if (gradients.isPaired()) {
            return pairedGain(leftCurvature, rightCurvature, lambda);
        }
        double leftSquares = 0;
        double rightSquares = 0;
        for (int o = 0; o < total.length; o++) {
            double leftGradient = gradients.gradient(left, 0, o);
            double rightGradient = total[o] - leftGradient;
            leftSquares += leftGradient * leftGradient;
            rightSquares += rightGradient * rightGradient;
        }
        return leftSquares / (leftCurvature + lambda) + rightSquares / (rightCurvature + lambda);
    }

    /** The same from two gradients at a time; four sums, none of which waits for another. */
    private double pairedGain(double leftCurvature, double rightCurvature, double lambda) {
        double first = 0;
        double second = 0;
        double firstRest = 0;
        double secondRest = 0;
        for (int o = 0; o < wholes.length; o += 2) {
            long both = left[o / 2];
            double a = (int) both;
            double b = RoundedGradients.second(both);
            double c = wholes[o] - a;
            double d = wholes[o + 1] - b;
            first += a * a;
            second += b * b;
            firstRest += c * c;
            secondRest += d * d;
        }
        double unit = gradients.gradientUnit() * gradients.gradientUnit();
        return unit
                * ((first + second) / (leftCurvature + lambda) + (firstRest + secondRest) / (rightCurvature + lambda));
    }

    /** With the values of both children within their bounds; worst where they stand in the wrong order. */
    private double boundedGain(int feature, double leftCurvature, double rightCurvature) {
        double gain = 0;
        for (int o = 0; o < total.length; o++) {
            double leftGradient = gradients.gradient(left, 0, o);
            double leftValue = value(leftGradient, leftCurvature, o);
            double rightGradient = total[o] - leftGradient;
            double rightValue = value(rightGradient, rightCurvature, o);
            if (rules.monotone(feature) * (rightValue - leftValue) < 0) {
                return Double.NEGATIVE_INFINITY;
            }
            gain += gainAt(leftGradient, leftCurvature, leftValue) + gainAt(rightGradient, rightCurvature, rightValue);
        }
        return gain;
    }

    private double gainAt(double gradient, double curvature, double value) {
        return -(2 * gradient * value + (curvature + rules.lambda()) * value * value);
    }

    private double value(double gradient, double curvature, int output) {
        double free = -gradient / (curvature + rules.lambda());
        return Math.max(node.lower[output], Math.min(node.upper[output], free));
    }

    private double ownGain() {
        double gain = 0;
        for (int o = 0; o < total.length; o++) {
            gain += rules.isMonotone()
                    ? gainAt(total[o], totalCurvature, value(total[o], totalCurvature, o))
                    : total[o] * total[o] / (totalCurvature + rules.lambda());
        }
        return gain;
    }

    /** The best of two searches of the same node, the first of equal ones. */
    static @Nullable SplitSearch better(@Nullable SplitSearch first, @Nullable SplitSearch second) {
        return first == null || (second != null && second.best > first.best) ? second : first;
    }

    /** What was found, if it gains enough. */
    Node.@Nullable Split found() {
        double gain = best - ownGain();
        return bestFeature >= 0 && rules.isWorthwhile(gain)
                ? new Node.Split(bestFeature, bestSet, bestBin, bestMissingLeft, gain, bestLeft.clone())
                : null;
    }
}
