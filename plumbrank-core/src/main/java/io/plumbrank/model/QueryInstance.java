package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.pairs.PairTargets;
import org.jspecify.annotations.Nullable;

/** A query as learners see it; what its label is encoded to is made when it is first asked for. */
final class QueryInstance implements Instance {
    private final QueryInstances from;
    private final Query query;
    private double @Nullable [] targets;

    QueryInstance(QueryInstances from, Query query) {
        this.from = from;
        this.query = query;
    }

    Query query() {
        return query;
    }

    QueryInstances from() {
        return from;
    }

    @Override
    public int rows() {
        return query.size();
    }

    @Override
    public int width() {
        return from.view().width(query.featureCount());
    }

    @Override
    public float[] x(int width) {
        QueryFeatures view = from.view();
        int inputs = view.input(width);
        if (from.isStrict()) {
            FeatureCheck.requireCount(from.source(), query, inputs);
        }
        return view.rows(query, inputs);
    }

    @Override
    public double[] targets() {
        double[] known = targets;
        if (known == null) {
            known = from.encoder().apply(query);
            targets = known;
        }
        return known;
    }

    @Override
    public @Nullable PairTargets pairs() {
        return from.pairEncoder() == null ? null : from.pairEncoder().apply(query);
    }

    @Override
    public double weight() {
        return query.weight();
    }

    @Override
    public boolean hasRowWeights() {
        return query.hasItemWeights();
    }

    @Override
    public double rowWeight(int row) {
        return query.itemWeight(row);
    }

    @Override
    public long line() {
        return query.firstLine();
    }
}
