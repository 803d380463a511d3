package io.plumbrank.data.rows;

import org.jspecify.annotations.Nullable;

/**
 * Items as columns.
 *
 * @param labels one per row
 * @param features one row each
 * @param ids names, or null when no row has one
 * @param weights from row {@code firstWeight} on, or null when there are none
 * @param firstWeight the row of the first weight
 */
public record ItemColumns(
        double[] labels, FeatureMatrix features, @Nullable ItemIds ids, double @Nullable [] weights, int firstWeight) {

    public double weight(int row) {
        return weights == null ? 1 : weights[row - firstWeight];
    }

    public ItemColumns withWeights(double[] others, int first) {
        return new ItemColumns(labels, features, ids, others, first);
    }

    public ItemColumns withIds(ItemIds others) {
        return new ItemColumns(labels, features, others, weights, firstWeight);
    }

    public ItemColumns withoutWeights() {
        return new ItemColumns(labels, features, ids, null, 0);
    }
}
