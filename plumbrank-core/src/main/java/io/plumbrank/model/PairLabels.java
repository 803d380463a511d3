package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.target.PairsTarget;
import io.plumbrank.util.InputException;
import java.util.Arrays;

/** The labels of a query as targets of its pairs. */
final class PairLabels {
    private PairLabels() {}

    /** @throws InputException if a query comes with weights of its items */
    static void requireNoItemWeights(QuerySource data, Query query) {
        if (query.hasItemWeights()) {
            throw new InputException(data.file().toString(), query.firstLine(), "weights of items", "none with pairs");
        }
    }

    /** α, a fresh array. */
    static double[] encode(PairsTarget<Query> target, Query query) {
        double[] alpha = new double[target.encodedSize(query.size())];
        target.encodeInto(query, alpha);
        return alpha;
    }

    /** By two items of each class, so that pairs need not be encoded one by one. */
    static PairTargets targets(PairsTarget<Query> target, Query query) {
        int[] classes = target.classes(query);
        int count = Arrays.stream(classes).max().orElse(-1) + 1;
        int[] some = new int[2 * count];
        int[] found = new int[count];
        for (int item = 0; item < classes.length; item++) {
            int c = classes[item];
            if (found[c] < 2) {
                some[2 * c + found[c]++] = item;
            }
        }
        // where a class has one item it has no pairs, and what stands there does not matter
        for (int c = 0; c < found.length; c++) {
            some[2 * c + 1] = found[c] < 2 ? some[2 * c] : some[2 * c + 1];
        }
        double[] alpha = new double[target.encodedSize(some.length)];
        target.encodeInto(query, some, alpha);
        double[][] byClass = new double[count][count];
        double[] own = new double[count];
        for (int c = 0; c < count; c++) {
            for (int d = 0; d < count; d++) {
                byClass[c][d] = at(target, alpha, some.length, 2 * c, c == d ? 2 * d + 1 : 2 * d);
            }
            own[c] = target.isAveragePrecision() ? alpha[2 * c * (2 * c + 3) / 2] : 0;
        }
        double[] single = target.isAveragePrecision()
                ? Arrays.stream(classes).mapToDouble(c -> own[c]).toArray()
                : null;
        return new PairTargets(classes, byClass, single);
    }

    /** α of a pair of different items, whichever comes first. */
    private static double at(PairsTarget<Query> target, double[] alpha, int items, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        if (target.isAveragePrecision()) {
            return alpha[high * (high + 1) / 2 + low];
        }
        double above = alpha[low * (2 * items - low - 1) / 2 + high - low - 1];
        return i < j ? above : -above;
    }
}
