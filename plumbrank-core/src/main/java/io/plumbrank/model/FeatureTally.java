package io.plumbrank.model;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import io.plumbrank.data.blocks.QueryBlocks;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts in how many rows each feature is present, and not 0 where rows leave out zeros, and between which values it lies. Memory is 16 bytes per feature number up to
 * {@value #DENSE}; a number above it costs an entry of a map, as one of two milliards in one row must not cost gigabytes.
 */
final class FeatureTally implements Query.FeatureVisitor, Serializable {
    private static final long serialVersionUID = 1;

    private static final int DENSE = 1 << 20;

    /** Where numbers from {@link #DENSE} on stand in the arrays. */
    private final HashMap<Integer, Integer> slots = new HashMap<>();

    private long[] present = new long[0];
    private float[] low = new float[0];
    private float[] high = new float[0];
    private long rows;
    private boolean zeros;

    /** Has seen no rows. */
    FeatureTally() {}

    /** Of a block. */
    static FeatureTally of(QueryBlocks.Block block) {
        FeatureTally tally = new FeatureTally();
        block.queries().visit(tally::add);
        return tally;
    }

    /** Of the rows of both. */
    FeatureTally plus(FeatureTally other) {
        FeatureTally both = new FeatureTally();
        both.rows = rows + other.rows;
        both.zeros = zeros || other.zeros;
        both.grow(Math.max(Math.min(present.length, DENSE), Math.min(other.present.length, DENSE)));
        for (FeatureTally one : List.of(this, other)) {
            for (int feature : one.features()) {
                int slot = feature < DENSE ? feature : both.newSlot(feature);
                int from = one.slot(feature);
                both.present[slot] += one.present[from];
                both.low[slot] = Math.min(both.low[slot], one.low[from]);
                both.high[slot] = Math.max(both.high[slot], one.high[from]);
            }
        }
        return both;
    }

    void add(Query query) {
        grow(Math.min(query.featureCount(), DENSE));
        rows += query.size();
        zeros |= query.absent() == Absent.ZERO;
        if (query.featureCount() <= DENSE && !zeros) {
            query.rangesInto(low, high, present);
            return;
        }
        for (int item = 0; item < query.size(); item++) {
            query.forEachFeature(item, this);
        }
    }

    private void grow(int slots) {
        int old = present.length;
        if (slots > old) {
            int room = Math.max(slots, old + old / 2);
            present = Arrays.copyOf(present, room);
            low = Arrays.copyOf(low, room);
            high = Arrays.copyOf(high, room);
            Arrays.fill(low, old, room, Float.POSITIVE_INFINITY);
            Arrays.fill(high, old, room, Float.NEGATIVE_INFINITY);
        }
    }

    @Override
    public void visit(int feature, float value) {
        if (Float.isNaN(value)) {
            return;
        }
        int slot = feature < DENSE ? feature : newSlot(feature);
        present[slot]++;
        low[slot] = Math.min(low[slot], value + 0.0f); // so that −0 is 0
        high[slot] = Math.max(high[slot], value + 0.0f);
    }

    private int newSlot(int feature) {
        int slot = slots.computeIfAbsent(feature, key -> DENSE + slots.size());
        grow(slot + 1);
        return slot;
    }

    private int slot(int feature) {
        return feature < DENSE ? feature : slots.getOrDefault(feature, Integer.MAX_VALUE);
    }

    long rows() {
        return rows;
    }

    /** The numbers of all features that are present, ascending. */
    int[] features() {
        IntStream dense = IntStream.range(0, Math.min(present.length, DENSE)).filter(this::isPresent);
        return IntStream.concat(
                        dense,
                        slots.keySet().stream().mapToInt(Integer::intValue).sorted())
                .toArray();
    }

    boolean isPresent(int feature) {
        return present(feature) > 0;
    }

    private boolean hasZeros(int feature) {
        return zeros && present(feature) < rows;
    }

    /** In how many rows. */
    long present(int feature) {
        int slot = slot(feature);
        return slot < present.length ? present[slot] : 0;
    }

    /** In which share of the rows. */
    double share(int feature) {
        return rows == 0 ? 0 : (double) present(feature) / rows;
    }

    /** @param feature one that is present */
    float low(int feature) {
        float least = low[slot(feature)];
        return hasZeros(feature) ? Math.min(least, 0) : least;
    }

    /** @param feature one that is present */
    float high(int feature) {
        float most = high[slot(feature)];
        return hasZeros(feature) ? Math.max(most, 0) : most;
    }

    /** The same features by other numbers: what was {@code numbers[i]} is i. */
    FeatureTally renumbered(int[] numbers) {
        FeatureTally moved = new FeatureTally();
        moved.rows = rows;
        moved.zeros = zeros;
        moved.grow(Math.min(numbers.length, DENSE));
        for (int i = 0; i < numbers.length; i++) {
            if (isPresent(numbers[i])) {
                int slot = i < DENSE ? i : moved.newSlot(i);
                int from = slot(numbers[i]);
                moved.present[slot] = present[from];
                moved.low[slot] = low[from];
                moved.high[slot] = high[from];
            }
        }
        return moved;
    }
}
