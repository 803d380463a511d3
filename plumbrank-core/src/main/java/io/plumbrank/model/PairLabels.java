package io.plumbrank.model;

import io.plumbrank.util.InputException;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.target.PairRankingTarget;

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
    static double[] encode(PairRankingTarget<Query> target, Query query) {
        double[] alpha = new double[target.encodedSize(query.size())];
        target.encodeInto(query, alpha);
        return alpha;
    }

    /** By the classes of items, so that pairs need not be encoded one by one. */
    static PairTargets targets(PairRankingTarget<Query> target, Query query) {
        double[] single = target.antisymmetric() ? null : new double[query.size()];
        if (single != null) {
            target.scores().encodeInto(query, single);
        }
        return new PairTargets(target.classes(query), target.alphaOfClasses(query), single);
    }
}
