package io.plumbrank.theory.distributions;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Labels as text: grades {@code 1 0 2}, a graph {@code 1>2:5 3>1:0.5} with 1-based items and weights, the name of a class.
 */
public interface LabelFormat<Y> {
    String text(Y label);

    /** @throws IllegalArgumentException if it is no label; the message says what was expected */
    Y parse(String text);

    /** The parts of a label's text, between blanks, commas and semicolons. */
    static List<String> words(String text) {
        return List.of(text.strip().split("[\\s,;]+", -1));
    }

    /** The grades of r items. */
    static LabelFormat<double[]> grades(int items) {
        return new LabelFormat<>() {
            @Override
            public String text(double[] label) {
                return Arrays.stream(label).mapToObj(Fractions::plain).collect(Collectors.joining(" "));
            }

            @Override
            public double[] parse(String text) {
                double[] grades =
                        words(text).stream().mapToDouble(Fractions::parse).toArray();
                if (grades.length != items) {
                    throw new IllegalArgumentException(items + " grades with blanks between them, such as '1 0 2'");
                }
                return grades;
            }
        };
    }

    /** A preference graph of r items. */
    static LabelFormat<PreferenceGraph> graphs(int items) {
        Pattern preference = Pattern.compile("(\\d{1,9})\\s*>\\s*(\\d{1,9})(?:\\s*:\\s*(\\S+))?");
        return new LabelFormat<>() {
            @Override
            public String text(PreferenceGraph label) {
                StringJoiner words = new StringJoiner(" ");
                label.forEach((above, below, weight) -> words.add(
                        (above + 1) + ">" + (below + 1) + (weight == 1 ? "" : ":" + Fractions.plain(weight))));
                return label.size() == 0 ? "none" : words.toString();
            }

            @Override
            public PreferenceGraph parse(String text) {
                List<Preference> preferences = new ArrayList<>();
                for (String word : text.strip().equals("none") ? List.<String>of() : words(text)) {
                    Matcher matcher = preference.matcher(word);
                    if (!matcher.matches()) {
                        throw new IllegalArgumentException(
                                "preferences with blanks between them, such as '1>2:5 3>1' for weights 5 and 1, or 'none'");
                    }
                    int above = Integer.parseInt(matcher.group(1));
                    int below = Integer.parseInt(matcher.group(2));
                    if (Math.min(above, below) < 1 || Math.max(above, below) > items) {
                        throw new IllegalArgumentException("items from 1 to " + items);
                    }
                    double weight = matcher.group(3) == null ? 1 : Fractions.parse(matcher.group(3));
                    preferences.add(new Preference(above - 1, below - 1, weight));
                }
                return PreferenceGraph.of(items, preferences);
            }
        };
    }

    /** The positions of r labels by their order, such as {@code 2>1=3}; NaN for those that are not named. */
    static LabelFormat<double[]> rankings(int items) {
        return new LabelFormat<>() {
            @Override
            public String text(double[] positions) {
                StringBuilder text = new StringBuilder();
                int[] known = IntStream.range(0, items)
                        .filter(i -> !Double.isNaN(positions[i]))
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> positions[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
                for (int k = 0; k < known.length; k++) {
                    String before = k == 0 ? "" : positions[known[k]] > positions[known[k - 1]] ? ">" : "=";
                    text.append(before).append(known[k] + 1);
                }
                return text.toString();
            }

            @Override
            public double[] parse(String text) {
                double[] positions = new double[items];
                Arrays.fill(positions, Double.NaN);
                int next = 1;
                for (String tied : text.replaceAll("\\s", "").split(">", -1)) {
                    int position = next;
                    for (String word : tied.split("=", -1)) {
                        int label = word.matches("\\d{1,9}") ? Integer.parseInt(word) : 0;
                        if (label < 1 || label > items || !Double.isNaN(positions[label - 1])) {
                            throw new IllegalArgumentException("labels from 1 to " + items
                                    + ", each at most once, with > and for ties = between them, such as '2>1=3'");
                        }
                        positions[label - 1] = position;
                        next++;
                    }
                }
                return positions;
            }
        };
    }

    /** The same with labels that are not named below those that are, and tied. */
    static LabelFormat<double[]> topLists(int items) {
        LabelFormat<double[]> rankings = rankings(items);
        return new LabelFormat<>() {
            @Override
            public String text(double[] positions) {
                return rankings.text(positions);
            }

            @Override
            public double[] parse(String text) {
                double[] named = rankings.parse(text);
                return Arrays.stream(named)
                        .map(position -> Double.isNaN(position) ? items + 1 : position)
                        .toArray();
            }
        };
    }

    /** A full ranking, and where not all of it is known, what is: {@code 2>1>3 known 1 3}. */
    static LabelFormat<CensoredRanking> censoredRankings(int items) {
        LabelFormat<double[]> rankings = rankings(items);
        return new LabelFormat<>() {
            @Override
            public String text(CensoredRanking label) {
                String known = IntStream.range(0, items)
                        .filter(i -> !Double.isNaN(label.seen()[i]))
                        .mapToObj(i -> " " + (i + 1))
                        .collect(Collectors.joining());
                return rankings.text(label.full()) + (label.isWhole() ? "" : " known" + known);
            }

            @Override
            public CensoredRanking parse(String text) {
                String[] parts = text.split("known", -1);
                double[] full = rankings.parse(parts[0]);
                double[] seen = full.clone();
                if (parts.length > 1) {
                    Arrays.fill(seen, Double.NaN);
                    for (String word : words(parts[1])) {
                        int label = word.matches("\\d{1,9}") ? Integer.parseInt(word) : 0;
                        if (label < 1 || label > items) {
                            throw new IllegalArgumentException("after 'known' labels from 1 to " + items);
                        }
                        seen[label - 1] = full[label - 1];
                    }
                }
                if (Arrays.stream(full).anyMatch(Double::isNaN) || parts.length > 2) {
                    throw new IllegalArgumentException("a ranking of all " + items
                            + " labels, and what is known of it, such as '2>1>3 known 1 3'");
                }
                return new CensoredRanking(full, seen);
            }
        };
    }

    /** A class of a matrix, by its name. */
    static LabelFormat<Integer> classes(LossMatrix matrix) {
        return new LabelFormat<>() {
            @Override
            public String text(Integer label) {
                return matrix.className(label);
            }

            @Override
            public Integer parse(String text) {
                int label = matrix.classOf(text.strip());
                if (label < 0) {
                    throw new IllegalArgumentException(
                            "the name of a class: " + String.join(", ", matrix.classNames()));
                }
                return label;
            }
        };
    }
}
