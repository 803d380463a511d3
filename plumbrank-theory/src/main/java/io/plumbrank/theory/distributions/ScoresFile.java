package io.plumbrank.theory.distributions;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.text.CsvRecords;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores f(y) of preference graphs, of the user's own, for RAT13's Theorem 6. A CSV file holds a label and its scores in each line:
 *
 * <pre>
 * label,scores
 * 1>2,1 0 0
 * 2>1,0 1 0
 * </pre>
 *
 * @param labels the graphs, each one preference
 * @param scores of each graph, by its text
 */
public record ScoresFile(LabelSpace<PreferenceGraph> labels, Map<String, double[]> scores) {

    /** @throws InputException if it is not such a file */
    public static ScoresFile read(Path path) {
        String file = path.toString();
        Map<String, double[]> scores = new LinkedHashMap<>();
        List<PreferenceGraph> graphs = new ArrayList<>();
        List<LabelFormat<PreferenceGraph>> format = new ArrayList<>();
        CsvRecords.ofFile(path, (line, cells) -> {
            if (cells.size() != 2) {
                throw new InputException(file, line, CsvRecords.count(cells), "2: a label and its scores");
            }
            if (cells.get(0).equalsIgnoreCase("label") && graphs.isEmpty()) {
                return;
            }
            double[] f = numbers(file, line, cells.get(1));
            if (format.isEmpty()) {
                format.add(LabelFormat.graphs(f.length));
            }
            PreferenceGraph graph;
            try {
                graph = format.get(0).parse(cells.get(0));
            } catch (IllegalArgumentException e) {
                throw new InputException(
                        file, line, "label " + InputException.quote(cells.get(0)), "a preference such as 1>2", e);
            }
            if (graph.size() != 1 || graph.items() != f.length) {
                throw new InputException(
                        file,
                        line,
                        graph.size() + " preferences and " + f.length + " scores",
                        "one preference, and a score for each of " + graph.items() + " items");
            }
            graphs.add(graph);
            if (scores.put(format.get(0).text(graph), f) != null) {
                throw new InputException(
                        file, line, "label " + InputException.quote(cells.get(0)) + " again", "each once");
            }
        });
        if (graphs.isEmpty()) {
            throw new InputException(file, 0, "no label", "lines of label,scores");
        }
        return new ScoresFile(new LabelSpace<>(graphs, format.get(0)), scores);
    }

    private static double[] numbers(String file, long line, String text) {
        try {
            return List.of(text.strip().split("\\s+", -1)).stream()
                    .mapToDouble(Fractions::parse)
                    .toArray();
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    file, line, "scores " + InputException.quote(text), "numbers with blanks between", e);
        }
    }

    /** Writes f of a graph. */
    public void into(PreferenceGraph graph, double[] f) {
        double[] known = scores.get(labels.text(graph));
        if (known == null) {
            throw new IllegalArgumentException("no scores for " + labels.text(graph));
        }
        System.arraycopy(known, 0, f, 0, known.length);
    }
}
