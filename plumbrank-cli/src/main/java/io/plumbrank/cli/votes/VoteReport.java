package io.plumbrank.cli.votes;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.votes.Majorities;
import io.plumbrank.votes.Majorities.Cycle;
import io.plumbrank.votes.OptimalRankings;
import io.plumbrank.votes.RankAggregation;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prints what votes come to.
 *
 * @param limits what the decoder was given
 * @param optima the best rankings; null where they were not looked at
 */
record VoteReport(
        RankAggregation aggregation,
        DecodeLimits limits,
        Majorities majorities,
        @Nullable OptimalRankings optima,
        Wanted wanted) {
    /** So many ties are named. */
    private static final int MOST_TIES = 10;

    private static final int MOST_OF_CYCLE = 10;

    /** Output that is wanted beside the ranking. */
    record Wanted(boolean optima, boolean points, boolean margins, int top) {}

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> printJson(out);
            case CSV -> printCsv(out);
        }
    }

    /** The items of the ranking, as many as are wanted. */
    private int[] shown() {
        int[] items = aggregation.result().ranking().toItems();
        return IntStream.of(items).limit(wanted.top).toArray();
    }

    private String name(int item) {
        return majorities.names().get(item);
    }

    private List<String> names(List<Integer> items) {
        return items.stream().map(this::name).toList();
    }

    private List<String> ranked(int number) {
        OptimalRankings best = optima;
        return best == null
                ? List.of()
                : IntStream.of(best.rankings().get(number).toItems())
                        .mapToObj(this::name)
                        .toList();
    }

    private void printJson(PrintWriter out) {
        DecodeResult result = aggregation.result();
        OptimalRankings best = optima;
        Json.print(out, json -> {
            json.field("ranking", IntStream.of(shown()).mapToObj(this::name).toList())
                    .field("value", result.value())
                    .field("bound", result.bound())
                    .field("gap", result.gap())
                    .field("optimal", result.isOptimal())
                    .field("method", result.method())
                    .field("seconds", result.elapsed().toNanos() / 1e9)
                    .field("acyclic", aggregation.acyclic())
                    .field("lowNoise", aggregation.lowNoise())
                    .field("hidden", aggregation.hidden())
                    .array(
                            "cycles",
                            majorities.cycles(),
                            (object, cycle) -> object.field("items", names(cycle.items()))
                                    .field("shortest", names(cycle.shortest())))
                    .array("ties", array -> {
                        for (int[] tie : majorities.ties()) {
                            array.strings(List.of(name(tie[0]), name(tie[1])));
                        }
                    });
            if (best != null) {
                json.field("unique", best.isUnique() && result.isOptimal());
                if (wanted.optima) {
                    json.field("allOptima", best.all()).array("optima", array -> writeOptima(best, array));
                }
            }
            if (wanted.points) {
                double[] borda = majorities.borda();
                double[] copeland = majorities.copeland();
                int[] schulze = majorities.schulze();
                json.array("points", array -> {
                    for (int item : shown()) {
                        array.object(object -> object.field("item", name(item))
                                .field("borda", borda[item])
                                .field("copeland", copeland[item])
                                .field("schulze", (long) schulze[item]));
                    }
                });
            }
            if (wanted.margins) {
                json.field("margins", margins(shown()));
            }
        });
    }

    private void writeOptima(OptimalRankings best, Json array) throws IOException {
        for (int i = 0; i < best.rankings().size(); i++) {
            array.strings(ranked(i));
        }
    }

    private double[][] margins(int[] items) {
        double[][] rows = new double[items.length][items.length];
        for (int a = 0; a < items.length; a++) {
            for (int b = 0; b < items.length; b++) {
                rows[a][b] = a == b ? 0 : majorities.margin(items[a], items[b]);
            }
        }
        return rows;
    }

    private void printCsv(PrintWriter out) {
        int[] schulze = majorities.schulze();
        double[] borda = majorities.borda();
        double[] copeland = majorities.copeland();
        int[] items = shown();
        out.println("rank,item" + (wanted.points ? ",borda,copeland,schulze" : "")
                + (wanted.margins
                        ? IntStream.of(items)
                                .mapToObj(item -> "," + Texts.csv("over " + name(item)))
                                .collect(Collectors.joining())
                        : ""));
        for (int i = 0; i < items.length; i++) {
            int item = items[i];
            String line = (i + 1) + "," + Texts.csv(name(item));
            if (wanted.points) {
                line += "," + plain(borda[item]) + "," + plain(copeland[item]) + "," + schulze[item];
            }
            if (wanted.margins) {
                line += IntStream.of(items)
                        .mapToObj(other -> "," + (other == item ? "" : plain(majorities.margin(item, other))))
                        .collect(Collectors.joining());
            }
            out.println(line);
        }
    }

    private void printTable(PrintWriter out) {
        printRanking(out);
        out.println();
        printProof(out);
        printOptima(out);
        out.println(
                aggregation.acyclic()
                        ? "The majority graph has no cycle: --decoder algorithm1 is exact too."
                        : "The majority graph has cycles: no ranking agrees with every majority.");
        majorities.cycles().forEach(cycle -> out.println(named(cycle)));
        printTies(out);
        out.println(
                aggregation.lowNoise()
                        ? "Majorities add up along paths (low noise): --decoder borda is exact too."
                        : "Majorities do not add up along paths (no low noise): --decoder borda has no guarantee.");
        if (wanted.margins) {
            printMargins(out);
        }
    }

    private void printRanking(PrintWriter out) {
        double[] borda = majorities.borda();
        double[] copeland = majorities.copeland();
        int[] schulze = majorities.schulze();
        TextTable table = wanted.points
                ? new TextTable(">rank", "item", ">borda", ">copeland", ">schulze")
                : new TextTable(">rank", "item");
        int[] items = shown();
        for (int i = 0; i < items.length; i++) {
            String rank = Integer.toString(i + 1);
            if (wanted.points) {
                table.row(
                        rank,
                        name(items[i]),
                        plain(borda[items[i]]),
                        plain(copeland[items[i]]),
                        Integer.toString(schulze[items[i]]));
            } else {
                table.row(rank, name(items[i]));
            }
        }
        table.print(out);
    }

    private void printProof(PrintWriter out) {
        DecodeResult result = aggregation.result();
        out.println("Contradicts a weight of " + plain(result.value()) + "; "
                + (result.isOptimal()
                        ? "no ranking contradicts less (proven by " + result.method() + ")."
                        : "no ranking contradicts less than " + plain(result.bound()) + ", so it is at most "
                                + plain(result.gap()) + " from the best (" + result.method() + ")."));
        if (aggregation.hidden() > 0) {
            out.println("The result is certain up to " + plain(aggregation.hidden())
                    + ": rounding may hide that much in sums of weights of such different sizes. Weights that add up to"
                    + " less than 10^12 are compared exactly.");
        } else if (!result.isOptimal()) {
            out.println("More work may close the gap: --decoder auto --work-limit "
                    + (limits.usesClock() || limits.steps() > Long.MAX_VALUE / 10
                            ? "1e11"
                            : BigDecimal.valueOf(10 * Math.max(1, limits.steps()))
                                    .round(new MathContext(1))
                                    .toString()
                                    .replace("E+", "e")));
        }
    }

    private void printOptima(PrintWriter out) {
        if (optima == null || (!wanted.optima && !aggregation.result().isOptimal())) {
            return;
        }
        if (optima.isUnique() && aggregation.result().isOptimal()) {
            out.println("It is the only best ranking.");
            return;
        }
        if (!wanted.optima) {
            out.println("Other rankings contradict as little: --optima 10 lists them.");
            return;
        }
        int count = optima.rankings().size();
        String many = count == 1 ? "One ranking contradicts" : count + " rankings contradict";
        out.println(
                optima.all()
                        ? many + " as little as any:"
                        : "More than " + count
                                + " rankings contradict as little as any, of which these are the first:");
        boolean listed = false;
        for (int i = 0; i < count; i++) {
            out.println("  " + Texts.printable(String.join(" > ", ranked(i))));
            listed |= optima.rankings().get(i).equals(aggregation.result().ranking());
        }
        if (!aggregation.result().isOptimal() && (listed || optima.all())) {
            out.println("The ranking above is " + (listed ? "" : "not ") + "one of them.");
        }
    }

    /** A shortest cycle with its first margins, and the items of its strong component. */
    private String named(Cycle cycle) {
        List<String> steps = new ArrayList<>();
        List<Integer> items = cycle.shortest();
        for (int i = 0; i < Math.min(items.size(), MOST_OF_CYCLE); i++) {
            int next = items.get((i + 1) % items.size());
            steps.add(
                    name(items.get(i)) + " over " + name(next) + " by " + plain(majorities.margin(items.get(i), next)));
        }
        String all =
                cycle.items().size() == items.size() ? "" : ", one of the cycles among " + listed(names(cycle.items()));
        if (items.size() > MOST_OF_CYCLE) {
            steps.add("and back after " + items.size() + " steps");
        }
        return Texts.printable("  " + String.join(", ", steps) + all + ".");
    }

    private static String listed(List<String> names) {
        int more = names.size() - MOST_OF_CYCLE;
        return more <= 0
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_OF_CYCLE)) + " and " + more + " more";
    }

    private void printTies(PrintWriter out) {
        List<int[]> ties = majorities.ties();
        if (ties.isEmpty()) {
            return;
        }
        Stream<String> words = ties.stream().limit(MOST_TIES).map(tie -> name(tie[0]) + " and " + name(tie[1]));
        out.println(Texts.printable("No majority between " + words.collect(Collectors.joining(", "))
                + (ties.size() > MOST_TIES ? ", and " + (ties.size() - MOST_TIES) + " other pairs" : "")
                + (majorities.isExact()
                        ? "."
                        : " that is known: weights from 2^53 on are rounded when they are read.")));
    }

    private void printMargins(PrintWriter out) {
        int[] items = shown();
        String[] header = new String[items.length + 2];
        header[0] = ">";
        header[1] = "margin over";
        for (int i = 0; i < items.length; i++) {
            header[i + 2] = ">" + (i + 1);
        }
        TextTable table = new TextTable(header);
        for (int i = 0; i < items.length; i++) {
            String[] cells = new String[header.length];
            cells[0] = Integer.toString(i + 1);
            cells[1] = name(items[i]);
            for (int j = 0; j < items.length; j++) {
                cells[j + 2] = i == j ? "" : plain(majorities.margin(items[i], items[j]));
            }
            table.row(cells);
        }
        out.println();
        table.print(out);
    }

    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }
}
