package io.plumbrank.learn;

import io.plumbrank.data.Query;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/** A scorer of rows, with the outputs of all candidates side by side; a slice is those of one candidate. */
public record RowScorer(Scorer scorer, List<Slice> slices) implements InstanceScorer {
    /** From so many features on, their products take longer than going over the rows some hundred times. */
    public static final int WIDE = 3000;

    /** So many values of rows are made at once where more are not needed. */
    private static final int BLOCK = 1 << 20;

    /** The outputs of one candidate: {@code size} of them from {@code from} on. */
    public record Slice(int from, int size) implements Serializable {}

    /** @throws IllegalArgumentException if the scorer has not all of the outputs */
    public RowScorer {
        slices = List.copyOf(slices);
        for (Slice slice : slices) {
            if (slice.from + slice.size > scorer.outputs()) {
                throw new IllegalArgumentException(slice + " of " + scorer.outputs() + " outputs");
            }
        }
    }

    /** @throws IllegalArgumentException unless it scores rows, with so many outputs for one candidate */
    public static void require(InstanceScorer scorer, int outputs) {
        if (!(scorer instanceof RowScorer rows) || rows.scorer.outputs() != outputs || rows.slices.size() != 1) {
            throw new IllegalArgumentException("a scorer that does not give " + outputs + " outputs per row");
        }
    }

    /** One candidate, which has all outputs. */
    public static RowScorer of(Scorer scorer) {
        return new RowScorer(scorer, List.of(new Slice(0, scorer.outputs())));
    }

    @Override
    public int inputs() {
        return scorer.inputs();
    }

    @Override
    public int outputs() {
        return scorer.outputs();
    }

    @Override
    public Outputs score(float[] x, int[] rows) {
        int all = IntStream.of(rows).sum();
        double[] stacked = new double[Math.multiplyExact(all, scorer.outputs())];
        scorer.scoreInto(x, all, stacked);
        return split(stacked, rows);
    }

    /**
     * A sum over features goes column by column, so that no rows are made of what is derived; rows that take much memory are made block
     * by block. Both give the bits of all rows at once.
     */
    @Override
    public double[] score(Query query, QueryFeatures view) {
        if (view.isPlain() && (long) query.size() * inputs() > BLOCK && slices.get(0).size == scorer.outputs()) {
            return inBlocks(query);
        }
        if (view.isPlain() || outputs() != 1 || !(scorer instanceof AdditiveScorer linear)) {
            return InstanceScorer.super.score(query, view);
        }
        double[] u = new double[query.size()];
        for (int item = 0; item < u.length; item++) {
            linear.startInto(u, item);
        }
        view.visitColumns(query, view.input(inputs()), (input, column) -> column.addTo(linear, view.width(input), u));
        return u;
    }

    private double[] inBlocks(Query query) {
        int outputs = scorer.outputs();
        double[] u = new double[Math.multiplyExact(query.size(), outputs)];
        int block = Math.max(1, BLOCK / inputs());
        float[] rows = new float[block * inputs()];
        double[] some = new double[block * outputs];
        for (int first = 0; first < query.size(); first += block) {
            int count = Math.min(block, query.size() - first);
            query.featuresInto(first, first + count, inputs(), rows);
            scorer.scoreInto(rows, count, some);
            System.arraycopy(some, 0, u, first * outputs, count * outputs);
        }
        return u;
    }

    /** Whether it is a sum over so many features that only those that are present should be looked at. */
    public boolean isWide() {
        return scorer instanceof AdditiveScorer && scorer.inputs() >= WIDE;
    }

    /** Parts what stands side by side. */
    public Outputs split(double[] stacked, int[] rows) {
        int[] ends = rows.clone();
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        int all = ends.length == 0 ? 0 : ends[ends.length - 1];
        int width = scorer.outputs();
        double[][] u = new double[slices.size()][];
        for (int c = 0; c < u.length; c++) {
            Slice slice = slices.get(c);
            u[c] = new double[all * slice.size];
            for (int row = 0; row < all; row++) {
                System.arraycopy(stacked, row * width + slice.from, u[c], row * slice.size, slice.size);
            }
        }
        return new Outputs(u, ends, slices.stream().mapToInt(Slice::size).toArray());
    }

    /**
     * A scorer that is a sum over features, so that a row costs no more than its values that are present. Feature after feature in
     * ascending order, from {@link #startInto} on, gives the bits of {@link #scoreInto(float[], int, double[])}.
     */
    public interface AdditiveScorer extends Scorer {
        /** Writes the score of a row without values, from {@code at} on. */
        void startInto(double[] u, int at);

        /** Adds what one value changes. */
        void addValueInto(int feature, float x, double[] u);

        /** Adds one feature of many rows to a scorer with one output: a value, NaN for missing, and a place per row. */
        void addColumnInto(int feature, float[] x, double[] u);

        /** Adds three features that follow each other: floats, widened, of which none is missing. */
        void addColumnsInto(int feature, double[] x0, double[] x1, double[] x2, double[] u);
    }
}
