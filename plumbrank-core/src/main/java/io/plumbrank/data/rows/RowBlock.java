package io.plumbrank.data.rows;

import io.plumbrank.data.text.BadLines;
import io.plumbrank.data.text.LineChunks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one stretch of a file as columns, cut into runs: neighbouring rows of the same query. Blocks are what
 * parsers make and what {@code QueryAssembler} makes queries of.
 *
 * @param lineCount lines of the stretch, bad and blank ones too
 * @param columns the rows
 * @param lines the line of each row, counted from 0 at the head of the stretch
 * @param weights the query's weight as each row gives it, or null when the file gives none
 * @param runStarts the first row of each run, and the number of rows behind the last
 * @param runIds the query of each run
 * @param faults the bad lines, ascending
 */
public record RowBlock(
        int lineCount,
        ItemColumns columns,
        int[] lines,
        double @Nullable [] weights,
        int[] runStarts,
        String[] runIds,
        List<BadLines.Fault> faults)
        implements LineChunks.Parsed {

    public int rows() {
        return lines.length;
    }

    public int runs() {
        return runIds.length;
    }

    public double weight(int row) {
        return weights == null ? 1 : weights[row];
    }
}
