package io.plumbrank.model;

import io.plumbrank.data.FeatureVisitor;
import io.plumbrank.data.Query;
import java.util.Arrays;

/** Counts in how many rows each feature is present, and between which values it lies. Memory is 16 bytes per feature. */
final class FeatureTally implements FeatureVisitor {
    private long[] present = new long[0];
    private float[] low = new float[0];
    private float[] high = new float[0];
    private long rows;

    void add(Query query) {
        grow(query.featureCount());
        rows += query.size();
        for (int item = 0; item < query.size(); item++) {
            query.forEachFeature(item, this);
        }
    }

    private void grow(int features) {
        int old = present.length;
        if (features > old) {
            int room = Math.max(features, old + old / 2);
            present = Arrays.copyOf(present, room);
            low = Arrays.copyOf(low, room);
            high = Arrays.copyOf(high, room);
            Arrays.fill(low, old, room, Float.POSITIVE_INFINITY);
            Arrays.fill(high, old, room, Float.NEGATIVE_INFINITY);
        }
    }

    @Override
    public void visit(int feature, float value) {
        present[feature]++;
        if (value < low[feature]) {
            low[feature] = value;
        }
        if (value > high[feature]) {
            high[feature] = value;
        }
    }

    long rows() {
        return rows;
    }

    /** One more than the largest feature number that may be present. */
    int features() {
        return present.length;
    }

    boolean isPresent(int feature) {
        return present(feature) > 0;
    }

    /** In how many rows. */
    long present(int feature) {
        return feature < present.length ? present[feature] : 0;
    }

    /** In which share of the rows. */
    double share(int feature) {
        return rows == 0 ? 0 : (double) present(feature) / rows;
    }

    float low(int feature) {
        return low[feature];
    }

    float high(int feature) {
        return high[feature];
    }

    /** The same features by other numbers: what was {@code numbers[i]} is i. */
    FeatureTally renumbered(int[] numbers) {
        FeatureTally moved = new FeatureTally();
        moved.rows = rows;
        moved.grow(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            if (isPresent(numbers[i])) {
                moved.present[i] = present[numbers[i]];
                moved.low[i] = low[numbers[i]];
                moved.high[i] = high[numbers[i]];
            }
        }
        return moved;
    }
}
