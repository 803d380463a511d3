package io.plumbrank.kind.costs;

import io.plumbrank.learn.instances.Instance;
import org.jspecify.annotations.Nullable;

/** A row with what each prediction costs for it. */
public final class CostRow implements Instance {
    private final float[] features;
    private final double[] costs;
    private final double weight;
    private final long line;
    private final @Nullable String id;

    CostRow(float[] features, double[] costs, double weight, long line, @Nullable String id) {
        this.features = features;
        this.costs = costs;
        this.weight = weight;
        this.line = line;
        this.id = id;
    }

    /** One cost per prediction. */
    double[] costs() {
        return costs;
    }

    /** Its name, null where it has none. */
    @Nullable
    String id() {
        return id;
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int width() {
        return features.length;
    }

    @Override
    public float[] x(int width) {
        return features;
    }

    @Override
    public double[] targets() {
        return CostVector.encode(costs);
    }

    @Override
    public double weight() {
        return weight;
    }

    @Override
    public long line() {
        return line;
    }
}
