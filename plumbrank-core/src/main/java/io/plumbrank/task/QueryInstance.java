package io.plumbrank.task;

import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.task.checks.FeatureCheck;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A query as learners see it; what its label is encoded to is made when it is first asked for. */
public final class QueryInstance implements Instance {
    private static final int[] NO_FEATURES = {};

    private final QueryInstances from;
    private final Query query;
    private final double weight;
    private double @Nullable [] targets;

    public QueryInstance(QueryInstances from, Query query) {
        this.from = from;
        this.query = query;
        this.weight = from.labels().leftOut().test(query) ? 0 : query.weight();
    }

    public Query query() {
        return query;
    }

    /** With what its label was encoded to. */
    public QueryInstance withoutFeatures() {
        QueryInstance thin = new QueryInstance(from, query.selecting(NO_FEATURES));
        thin.targets = targets();
        return thin;
    }

    public QueryInstances from() {
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
        try {
            return view.rows(query, inputs);
        } catch (QueryFault e) {
            throw e.in(from.source().file());
        }
    }

    @Override
    public void xInto(int width, float[] out, int at) {
        if (!from.view().isPlain()) {
            Instance.super.xInto(width, out, at);
            return;
        }
        if (from.isStrict()) {
            FeatureCheck.requireCount(from.source(), query, width);
        }
        query.featuresInto(width, out, at);
    }

    @Override
    public Padding padding() {
        return from.padding();
    }

    /** Of sparse data in time for what is present. */
    @Override
    public void visitValues(ValueVisitor visitor) {
        if (!from.view().isPlain()) {
            Instance.super.visitValues(visitor);
            return;
        }
        if (from.isStrict()) {
            FeatureCheck.requireCount(from.source(), query, width());
        }
        for (int item = 0; item < query.size(); item++) {
            int row = item;
            query.forEachFeature(item, (feature, value) -> visitor.visit(row, feature, value));
        }
    }

    @Override
    public double[] targets() {
        double[] known = targets;
        if (known == null) {
            known = from.labels().encoder().apply(query);
            targets = known;
        }
        return known;
    }

    @Override
    public @Nullable PairTargets pairs() {
        Function<Query, PairTargets> encoder = from.labels().pairEncoder();
        return encoder == null ? null : encoder.apply(query);
    }

    /** 0 where the measure's mean leaves the query out. */
    @Override
    public double weight() {
        return weight;
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
