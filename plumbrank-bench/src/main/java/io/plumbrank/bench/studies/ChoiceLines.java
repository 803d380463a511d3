package io.plumbrank.bench.studies;

import io.plumbrank.bench.rows.Paired;
import io.plumbrank.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The lines of {@link ChoiceTable}: what {@code auto}, single kinds of models and peers reached on the same test queries or rows, larger
 * better. The last columns are auto less the single kind, and less the peer, that turned out best <em>on the test data</em>, with a 95 %
 * interval of the paired differences. That kind is known only in hindsight, so that a little below 0 is what a perfect choice by
 * validation shows too.
 */
final class ChoiceLines {
    private final List<Line> done = new ArrayList<>();

    /** What was reached on one set. */
    static final class Line {
        private final String set;
        private final List<String> chosen = new ArrayList<>();
        private final List<Double> auto = new ArrayList<>();
        private final Map<String, List<Double>> singles = new LinkedHashMap<>();
        private final Map<String, List<Double>> peers = new LinkedHashMap<>();
        private double seconds;

        private Line(String set) {
            this.set = set;
        }

        /** Runs what {@code auto} takes. */
        <T> T timed(Supplier<T> work) {
            long start = System.nanoTime();
            T made = work.get();
            seconds += (System.nanoTime() - start) / 1e9;
            return made;
        }

        /** One of the folds. */
        void auto(Model model, List<Double> values) {
            chosen.add(model.provenance().choice().orElseThrow().chosen().name());
            auto.addAll(values);
        }

        void single(String name, List<Double> values) {
            singles.computeIfAbsent(name, key -> new ArrayList<>()).addAll(values);
        }

        void peer(String name, List<Double> values) {
            peers.computeIfAbsent(name, key -> new ArrayList<>()).addAll(values);
        }

        private Paired lessBest(Map<String, List<Double>> others) {
            return Paired.of(
                    auto,
                    others.values().stream()
                            .max(Comparator.comparingDouble(Paired::mean))
                            .orElseThrow());
        }

        /** Each with how often it was chosen, where there are several folds. */
        private String choices() {
            Map<String, Long> counts = chosen.stream()
                    .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()));
            return counts.entrySet().stream()
                    .map(each -> each.getKey() + (chosen.size() > 1 ? " × " + each.getValue() : ""))
                    .collect(Collectors.joining(", "));
        }

        private static String means(Map<String, List<Double>> others) {
            return others.entrySet().stream()
                    .map(each -> each.getKey() + " " + fixed(Paired.mean(each.getValue())))
                    .collect(Collectors.joining(", "));
        }
    }

    Line line(String set) {
        return new Line(set);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    /** Prints a line that is done, the first below a head. */
    void print(Line line) {
        if (done.isEmpty()) {
            System.out.println(
                    "| set | auto chose | auto | single kinds | peers | less the best kind | less the best peer"
                            + " | seconds of auto |");
            System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        }
        done.add(line);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s | %.0f |%n",
                line.set,
                line.choices(),
                fixed(Paired.mean(line.auto)),
                Line.means(line.singles),
                Line.means(line.peers),
                line.lessBest(line.singles).text(),
                line.lessBest(line.peers).text(),
                line.seconds);
    }

    /** How often auto is worse or better by more than chance. */
    void summary() {
        System.out.println();
        tell(
                "the best single kind in hindsight",
                done.stream().map(line -> line.lessBest(line.singles)).toList());
        tell(
                "the best peer in hindsight",
                done.stream().map(line -> line.lessBest(line.peers)).toList());
    }

    private void tell(String what, List<Paired> differences) {
        List<String> worse = new ArrayList<>();
        long better = 0;
        for (int i = 0; i < differences.size(); i++) {
            if (differences.get(i).isBelow()) {
                worse.add(done.get(i).set);
            }
            better += differences.get(i).isAbove() ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "Beside %s, of %d sets: within noise on %d, better on %d, worse on %d%s.%n",
                what,
                differences.size(),
                differences.size() - better - worse.size(),
                better,
                worse.size(),
                worse.isEmpty() ? "" : " (" + String.join("; ", worse) + ")");
    }
}
