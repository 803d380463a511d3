package io.plumbrank.data.rows;

import io.plumbrank.data.text.BadLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows into a {@link RowBlock}. A row is begun by adding features and counts only once it is ended; until then
 * it can be dropped.
 */
public final class RowBlockBuilder {
    /** Compressed rows; the parser of LETOR text writes here without a call per value. */
    public int[] indices = new int[16];

    public float[] values = new float[16];
    /** How many of them count, those of the row under way too. */
    public int present;

    private final float absent;
    private List<BadLines.Fault> faults = new ArrayList<>();
    private final List<String> runIds = new ArrayList<>();
    private int[] starts = new int[17];
    private double[] labels = new double[16];
    private double[] weights = new double[0];
    private double[] itemWeights = new double[0];
    private int[] lines = new int[16];
    private int rows;
    private int columns;
    private int[] runStarts = new int[16];
    private byte[] idBytes = new byte[0];
    private int[] idEnds = new int[0];
    private int idLength;
    private int idPending;

    /** @param absent what a feature is that a row does not have; such values are dropped where a row has them */
    public RowBlockBuilder(float absent) {
        this.absent = absent;
    }

    public int rows() {
        return rows;
    }

    /** The number of bad lines so far. */
    public int faultCount() {
        return faults.size();
    }

    public void addFeature(int index, float value) {
        if (present == values.length) {
            growFeatures();
        }
        indices[present] = index;
        values[present++] = value;
    }

    public void growFeatures() {
        int room = larger(values.length);
        indices = Arrays.copyOf(indices, room);
        values = Arrays.copyOf(values, room);
    }

    /** Gives the row under way an item name, the bytes of UTF-8 text. */
    public void itemId(byte[] text, int from, int to) {
        idPending = to - from;
        if (idBytes.length - idLength < idPending) {
            idBytes = Arrays.copyOf(idBytes, Math.max(larger(idBytes.length), idLength + idPending));
        }
        System.arraycopy(text, from, idBytes, idLength, idPending);
    }

    /** Gives the row under way the weight that its query has. */
    public void weight(double weight) {
        weights = withRoom(weights);
        weights[rows] = weight;
    }

    /** Gives the row under way the weight of its item. */
    public void itemWeight(double weight) {
        itemWeights = withRoom(itemWeights);
        itemWeights[rows] = weight;
    }

    /** Says that the next row to be ended begins a run of a query. */
    public void beginRun(String queryId) {
        if (runIds.size() == runStarts.length) {
            runStarts = Arrays.copyOf(runStarts, larger(runStarts.length));
        }
        runStarts[runIds.size()] = rows;
        runIds.add(queryId);
    }

    /** Sorts the row under way by feature; a feature that stands there twice is returned, else −1. */
    public int sortRow() {
        int from = starts[rows];
        long[] pairs = new long[present - from];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (long) indices[from + i] << 32 | (Float.floatToRawIntBits(values[from + i]) & 0xFFFF_FFFFL);
        }
        Arrays.sort(pairs);
        for (int i = 0; i < pairs.length; i++) {
            int index = (int) (pairs[i] >>> 32);
            if (i > 0 && indices[from + i - 1] == index) {
                return index;
            }
            indices[from + i] = index;
            values[from + i] = Float.intBitsToFloat((int) pairs[i]);
        }
        return -1;
    }

    /** Drops what is as if absent, so that a file has the same rows whether or not it names such values. */
    private void dropAbsent() {
        int kept = starts[rows];
        for (int at = kept; at < present; at++) {
            if (!FeatureMatrix.isAbsent(values[at], absent)) {
                indices[kept] = indices[at];
                values[kept++] = values[at];
            }
        }
        present = kept;
    }

    /** The row under way is whole; its features ascend. */
    public void endRow(double label, int line) {
        dropAbsent();
        if (rows == labels.length) {
            int room = larger(rows);
            labels = Arrays.copyOf(labels, room);
            lines = Arrays.copyOf(lines, room);
            starts = Arrays.copyOf(starts, room + 1);
        }
        labels[rows] = label;
        lines[rows] = line;
        int idAdded = idPending;
        idLength += idAdded;
        idPending = 0;
        if (idLength > 0) {
            if (idEnds.length <= rows) {
                idEnds = Arrays.copyOf(idEnds, labels.length);
            }
            if (idLength == idAdded) {
                Arrays.fill(idEnds, 0, rows, 0);
            }
            idEnds[rows] = idLength;
        }
        if (present > starts[rows]) {
            columns = Math.max(columns, indices[present - 1] + 1);
        }
        starts[++rows] = present;
    }

    /** Drops the row under way. */
    public void dropRow() {
        present = starts[rows];
        idPending = 0;
    }

    /** Drops the row under way and notes why. */
    public void fault(int line, String found, String expected) {
        dropRow();
        faults.add(new BadLines.Fault(line, found, expected));
    }

    /**
     * The block; the builder is empty again.
     *
     * @param lineCount lines of the stretch
     * @param leastColumns columns that the matrix has even if the last ones are empty
     */
    public RowBlock build(int lineCount, int leastColumns) {
        int runs = runIds.size();
        int[] trimmedRuns = Arrays.copyOf(runStarts, runs + 1);
        trimmedRuns[runs] = rows;
        RowBlock block = new RowBlock(
                lineCount,
                new ItemColumns(
                        Arrays.copyOf(labels, rows),
                        features(Math.max(columns, leastColumns)),
                        idLength == 0 ? null : itemIds(),
                        trimmed(itemWeights),
                        0),
                Arrays.copyOf(lines, rows),
                trimmed(weights),
                trimmedRuns,
                runIds.toArray(String[]::new),
                faults);
        faults = new ArrayList<>();
        runIds.clear();
        rows = 0;
        columns = 0;
        present = 0;
        idLength = 0;
        idPending = 0;
        return block;
    }

    private FeatureMatrix features(int width) {
        int[] trimmedStarts = Arrays.copyOf(starts, rows + 1);
        // a matrix that becomes dense lets the arrays go, so that they can be filled again
        boolean lent = FeatureStack.isSmallerDense(rows, width, present);
        return FeatureMatrix.compressed(
                width,
                trimmedStarts,
                lent ? indices : Arrays.copyOf(indices, present),
                lent ? values : Arrays.copyOf(values, present),
                absent);
    }

    private ItemIds itemIds() {
        int[] idStarts = new int[rows + 1];
        System.arraycopy(idEnds, 0, idStarts, 1, rows);
        return new ItemIds(Arrays.copyOf(idBytes, idLength), idStarts);
    }

    /** A column that not all files have, with room for the row under way. */
    private double[] withRoom(double[] column) {
        return column.length <= rows ? Arrays.copyOf(column, larger(rows)) : column;
    }

    private double @Nullable [] trimmed(double[] column) {
        return column.length == 0 ? null : Arrays.copyOf(column, rows);
    }

    private static int larger(int length) {
        return (int) Math.min(Math.max(16L, 2L * length), Integer.MAX_VALUE - 8);
    }
}
