package io.plumbrank.cli.experiments;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import io.plumbrank.theory.movielens.MovieLensExperiment;
import io.plumbrank.theory.movielens.MovieLensExperiment.Cell;
import io.plumbrank.theory.movielens.MovieLensSetting;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints the experiment on MovieLens, with the paper's figures beside ours.
 *
 * @param cells in the order of settings, and of sizes within
 */
public record MovieLensReport(MovieLensExperiment experiment, List<Cell> cells) {
    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> table(out);
            case CSV -> {
                out.println("setting,size,mean,standardError,paper,seconds");
                for (Cell cell : cells) {
                    out.println(cell.setting().text() + "," + cell.size() + "," + cell.mean() + ","
                            + (Double.isNaN(cell.standardError()) ? "" : cell.standardError()) + ","
                            + (cell.paper().isPresent() ? cell.paper().getAsDouble() : "") + "," + cell.seconds());
                }
            }
            case JSON ->
                Json.print(
                        out,
                        json -> json.field("experiment", "movielens")
                                .field("runs", experiment.runs())
                                .field("testPairs", experiment.testPairs())
                                .array(
                                        "rows",
                                        cells,
                                        (row, cell) -> row.field(
                                                        "setting",
                                                        cell.setting().text())
                                                .field("size", cell.size())
                                                .field("mean", cell.mean())
                                                .field("standardError", cell.standardError())
                                                .field("paper", cell.paper().orElse(Double.NaN))
                                                .field("seconds", cell.seconds())
                                                .field(
                                                        "losses",
                                                        cell.losses().stream()
                                                                .mapToDouble(Double::doubleValue)
                                                                .toArray()))
                                .array(
                                        "best",
                                        best().entrySet(),
                                        (row, entry) -> row.field("setting", entry.getKey())
                                                .field("ofPaper", entry.getValue()[0])
                                                .field("ofAll", entry.getValue()[1])));
        }
    }

    private void table(PrintWriter out) {
        out.println("Mean rating difference of misordered test pairs, "
                + (experiment.runs() == 1 ? "one run" : "mean of " + experiment.runs() + " runs (standard error)")
                + ", [the paper's]:");
        out.println();
        List<String> header = new ArrayList<>(List.of("setting"));
        experiment.sizes().forEach(size -> header.add(">" + size + " pairs"));
        header.add(">s per fit");
        header.add(">best of paper's");
        header.add(">best of all");
        TextTable table = new TextTable(header.toArray(String[]::new));
        Map<String, int[]> best = best();
        int columns = experiment.sizes().size();
        for (int s = 0; s < experiment.settings().size(); s++) {
            List<Cell> row = cells.subList(s * columns, (s + 1) * columns);
            MovieLensSetting setting = experiment.settings().get(s);
            List<String> texts = new ArrayList<>(List.of(setting.text()));
            row.forEach(cell -> texts.add(text(cell)));
            texts.add(String.format(
                    Locale.ROOT,
                    "%.1f",
                    row.stream().mapToDouble(Cell::seconds).average().orElse(0)));
            int[] counts = best.getOrDefault(setting.text(), new int[2]);
            texts.add(setting.isInPaper() ? "" + counts[0] : "");
            texts.add("" + counts[1]);
            table.row(texts.toArray(String[]::new));
        }
        table.print(out);
        out.println();
        out.println("Best: in how many of the " + experiment.runs() * columns
                + " runs, over all sizes, a setting had the lowest loss; seconds are means over sizes.");
    }

    private static String text(Cell cell) {
        return String.format(Locale.ROOT, "%.3f", cell.mean())
                + (Double.isNaN(cell.standardError())
                        ? ""
                        : String.format(Locale.ROOT, " (%.3f)", cell.standardError()))
                + (cell.paper().isPresent()
                        ? String.format(Locale.ROOT, " [%.3f]", cell.paper().getAsDouble())
                        : "");
    }

    /** In how many runs each setting had the lowest loss of the paper's and of all; the first of equal ones. */
    private Map<String, int[]> best() {
        Map<String, int[]> counts = new LinkedHashMap<>();
        experiment.settings().forEach(setting -> counts.put(setting.text(), new int[2]));
        for (int size : experiment.sizes()) {
            List<Cell> column =
                    cells.stream().filter(cell -> cell.size() == size).toList();
            for (int run = 0; run < experiment.runs(); run++) {
                int number = run;
                Comparator<Cell> byLoss =
                        Comparator.comparingDouble(cell -> cell.losses().get(number));
                column.stream()
                        .filter(cell -> cell.setting().isInPaper())
                        .min(byLoss)
                        .ifPresent(cell -> count(counts, cell)[0]++);
                column.stream().min(byLoss).ifPresent(cell -> count(counts, cell)[1]++);
            }
        }
        return counts;
    }

    private static int[] count(Map<String, int[]> counts, Cell cell) {
        return counts.computeIfAbsent(cell.setting().text(), name -> new int[2]);
    }

    /** Ours and the paper's, above the lowest mean of both. */
    public List<List<Point>> curves() {
        double lowest = cells.stream()
                .mapToDouble(cell -> Math.min(cell.mean(), cell.paper().orElse(cell.mean())))
                .min()
                .orElse(0);
        List<List<Point>> curves = new ArrayList<>();
        Arrays.stream(MovieLensSetting.values()).forEach(setting -> {
            List<Cell> own =
                    cells.stream().filter(cell -> cell.setting() == setting).toList();
            if (!own.isEmpty()) {
                curves.add(own.stream()
                        .map(cell -> new Point(setting.text(), cell.size(), cell.mean() - lowest, cell.standardError()))
                        .toList());
            }
            if (own.stream().anyMatch(cell -> cell.paper().isPresent())) {
                curves.add(own.stream()
                        .filter(cell -> cell.paper().isPresent())
                        .map(cell -> new Point(
                                setting.text() + ", paper",
                                cell.size(),
                                cell.paper().getAsDouble() - lowest,
                                Double.NaN))
                        .toList());
            }
        });
        return curves;
    }
}
