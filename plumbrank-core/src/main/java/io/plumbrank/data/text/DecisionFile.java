package io.plumbrank.data.text;

import io.plumbrank.util.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decisions that any tool made, one per row of a data file: CSV, or separated by tabs, with a header. The column {@code prediction} names the
 * decision. Where there is a column {@code row}, it must count 1, 2, …; other columns are ignored.
 */
public final class DecisionFile {
    private static final int NAMED = 10;

    private final Path file;
    private final List<String> predictions;
    private final IntStream.Builder decisions = IntStream.builder();
    private int prediction = -1;
    private int row = -1;
    private int width;
    private long rows;

    private DecisionFile(Path file, List<String> predictions) {
        this.file = file;
        this.predictions = predictions;
    }

    /**
     * Reads a file into places among {@code predictions}, row by row.
     *
     * @throws InputException if it names another prediction, or rows are missing
     */
    public static int[] read(Path file, List<String> predictions) {
        DecisionFile reader = new DecisionFile(file, predictions);
        CsvRecords.ofFile(file, separator(file), reader::take);
        if (reader.prediction < 0) {
            throw new InputException(file.toString(), 0, "no line", "a header with a column prediction");
        }
        return reader.decisions.build().toArray();
    }

    private static char separator(Path file) {
        InputException.requireNoDirectory(file);
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(TextFile.open(file), StandardCharsets.UTF_8))) {
            String header = in.readLine();
            return header != null && header.indexOf('\t') >= 0 ? '\t' : ',';
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
    }

    private void take(long line, List<String> cells) {
        if (prediction < 0) {
            prediction = cells.indexOf("prediction");
            row = cells.indexOf("row");
            width = cells.size();
            if (prediction < 0) {
                throw new InputException(
                        file.toString(),
                        line,
                        "no column prediction",
                        "a header with a column prediction, as predict and decide write it");
            }
            return;
        }
        if (cells.size() != width) {
            throw new InputException(file.toString(), line, CsvRecords.count(cells), width + " as in the header");
        }
        rows++;
        if (row >= 0 && !cells.get(row).equals(Long.toString(rows))) {
            throw new InputException(
                    file.toString(),
                    line,
                    "row " + InputException.quote(cells.get(row)),
                    "row " + rows + ": a decision for each row of the data, in their order");
        }
        int index = predictions.indexOf(cells.get(prediction));
        if (index < 0) {
            throw new InputException(
                    file.toString(),
                    line,
                    "prediction " + InputException.quote(cells.get(prediction)),
                    "a prediction of the loss that is counted: "
                            + String.join(", ", predictions.subList(0, Math.min(NAMED, predictions.size())))
                            + (predictions.size() > NAMED ? ", …" : ""));
        }
        decisions.add(index);
    }
}
