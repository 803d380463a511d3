package io.plumbrank.bench.peers;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plumbrank, XGBoost, LightGBM and RankLib on the same files, judged by the same evaluator, as Markdown: each tool with its own
 * defaults, and the best of so many trials by validation. {@code bench/peers} starts it.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.Peers DATA [--sets S,…] [--tools T,…] [--trials N] [--runs N] [--threads N]
 *     [--heap SIZE] [--ratios FILE] [--keep FOLDER]</pre>
 */
public final class Peers {
    private static final int UNUSABLE = 2;
    private static final List<MeasureSpec> MEASURES = MeasureSpec.parseList("ndcg@10,map,p@5", Conventions.plumbrank());

    private final Map<String, String> options;
    private final int trials;
    private final int runs;
    private final int threads;
    private final List<Ratio> ratios = new ArrayList<>();
    private volatile @Nullable Process fit;

    private Peers(Map<String, String> options) {
        this.options = options;
        this.trials = count("trials", 8);
        this.runs = count("runs", 1);
        this.threads = count("threads", 1);
    }

    private int count(String option, int otherwise) {
        String text = options.get(option);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("--" + option + ": found " + text + ", expected a number from 1 on");
        }
        return Integer.parseInt(text);
    }

    /**
     * One line of a table: a tool with so many trials.
     *
     * @param costs of each fold and run
     * @param scores of the test rows of each fold
     */
    private record Line(String name, PeerTool tool, int trials, List<PeerFit.Cost> costs, List<double[]> scores) {
        double median(ToDoubleFunction<PeerFit.Cost> figure) {
            return Medians.of(costs.stream().mapToDouble(figure).toArray());
        }

        String title() {
            return tool.title() + (trials > 1 ? ", best of " + trials : "");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(args, System.err));
    }

    /** 0 if all that is there was measured, 2 if the arguments or the data cannot be used. */
    static int run(String[] args, PrintStream err) throws InterruptedException {
        if (args.length == 0 || args.length % 2 == 0) {
            err.println("usage: bench/peers DATA [--sets S,…] [--tools T,…] [--trials N] [--runs N] [--threads N]"
                    + " [--heap SIZE] [--ratios FILE] [--keep FOLDER]");
            return UNUSABLE;
        }
        try {
            new Peers(options(args)).run(Path.of(args[0]));
            return 0;
        } catch (NoSuchFileException e) {
            err.println(e.getMessage() + ": found no such file, expected a data set as bench/peers has it");
        } catch (IOException | IllegalArgumentException e) {
            err.println(e.getMessage());
        }
        return UNUSABLE;
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new HashMap<>();
        List<String> known = List.of("sets", "tools", "trials", "runs", "threads", "heap", "ratios", "keep");
        for (int at = 1; at < args.length; at += 2) {
            String name = args[at].replaceFirst("^--", "");
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "no option " + args[at] + "; there are --" + String.join(", --", known));
            }
            options.put(name, args[at + 1]);
        }
        return options;
    }

    private void run(Path data) throws IOException, InterruptedException {
        List<String> sets = chosen("sets", PeerSet.names());
        List<String> tools = chosen("tools", List.copyOf(PeerTool.all().keySet()));
        printMachine(tools);
        for (String name : sets) {
            if (!PeerSet.isThere(name, data)) {
                System.out.println("\nSKIPPED: " + name + ", because " + data.resolve(name) + " is not there");
                continue;
            }
            Path scratch = Files.createTempDirectory("peers");
            Thread atEnd = new Thread(() -> end(scratch), "peers-end");
            Runtime.getRuntime().addShutdownHook(atEnd);
            try {
                set(name, tools, PeerSet.of(name, data, scratch), scratch);
            } finally {
                end(scratch);
            }
        }
        String file = options.get("ratios");
        if (file != null && ratios.isEmpty()) {
            System.out.println("\nSKIPPED: no ratio was measured, so " + file + " stays as it was");
        } else if (file != null) {
            Ratio.write(ratios, Path.of(file));
        }
    }

    private List<String> chosen(String option, List<String> all) {
        List<String> chosen = options.containsKey(option)
                ? List.of(options.getOrDefault(option, "").split(","))
                : all;
        for (String each : chosen) {
            if (!all.contains(each)) {
                throw new IllegalArgumentException(
                        "--" + option + " knows no '" + each + "'; there are " + String.join(", ", all));
            }
        }
        return chosen;
    }

    private void set(String name, List<String> tools, PeerSet set, Path scratch)
            throws IOException, InterruptedException {
        List<Line> lines = new ArrayList<>();
        for (int budget : trials > 1 ? List.of(1, trials) : List.of(1)) {
            for (String tool : tools) {
                System.err.println(name + ": " + tool + ", " + budget + " trials");
                lines.add(line(name, tool, budget, set, scratch));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%n**%s**; %s, %d run%s of each fold.%n%n",
                set.words(),
                threads == 1 ? "one thread" : threads + " threads",
                runs,
                runs == 1 ? "" : "s");
        printQuality(lines, set);
        printCosts(lines);
        addRatios(name, lines, set);
    }

    private Line line(String setName, String name, int budget, PeerSet set, Path scratch)
            throws IOException, InterruptedException {
        Path kept = options.containsKey("keep")
                ? Files.createDirectories(Path.of(options.getOrDefault("keep", "")))
                : scratch;
        PeerTool tool = PeerTool.of(name);
        List<PeerFit.Cost> costs = new ArrayList<>();
        List<double[]> scores = new ArrayList<>();
        for (int fold = 0; fold < set.folds().size(); fold++) {
            for (int run = 0; run < runs; run++) {
                Path out = kept.resolve(String.join("-", setName, name, "" + budget, "" + fold, "" + run));
                if (!Files.exists(out)) {
                    fit(name, budget, set, fold, out);
                }
                costs.add(PeerFit.Cost.read(out));
                if (run == 0) {
                    scores.add(Files.readAllLines(PeerFit.scoresOf(out)).stream()
                            .mapToDouble(Double::parseDouble)
                            .toArray());
                }
            }
        }
        return new Line(name, tool, budget, costs, scores);
    }

    /** In a process of its own, which writes its result last. */
    private void fit(String name, int budget, PeerSet set, int fold, Path out)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + options.getOrDefault("heap", "1g"),
                "-cp",
                System.getProperty("java.class.path"),
                PeerFit.class.getName(),
                name,
                "" + budget,
                "" + threads));
        set.folds().get(fold).forEach(file -> command.add(file.toString()));
        command.add(out.toString());
        command.addAll(set.fixed().getOrDefault(name, List.of()));
        Path log = out.resolveSibling(out.getFileName() + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        fit = process;
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(name + " ended with " + exit + ":\n" + Files.readString(log));
        }
        Files.delete(log);
    }

    /** The queries of all test files, each line's scores as a run. */
    private Evaluation evaluation(List<Line> lines, PeerSet set) {
        ReadOptions read = new ReadOptions(threads, 0);
        List<Evaluation> parts = new ArrayList<>();
        for (int fold = 0; fold < set.folds().size(); fold++) {
            QuerySource test =
                    QuerySource.of(set.folds().get(fold).get(2), read).loaded();
            Map<String, Integer> starts = new HashMap<>();
            int[] at = {0};
            test.visit(query -> {
                starts.put(query.id(), at[0]);
                at[0] += query.size();
            });
            int number = fold;
            List<Function<Query, double[]>> rankers = lines.stream()
                    .<Function<Query, double[]>>map(line -> query -> {
                        double[] own = new double[query.size()];
                        int from = starts.getOrDefault(query.id(), 0);
                        System.arraycopy(line.scores.get(number), from, own, 0, own.length);
                        return own;
                    })
                    .toList();
            parts.add(new Evaluator(MEASURES, read)
                    .rankers(test, lines.stream().map(Line::title).toList(), rankers));
        }
        return Evaluation.joined(parts);
    }

    private void printQuality(List<Line> lines, PeerSet set) {
        Evaluation evaluation = evaluation(lines, set);
        Resamples how = Resamples.defaults(1).withThreads(threads);
        List<Summary> summaries = evaluation.summaries(how);
        List<Comparison> comparisons = evaluation.comparisons(how);
        System.out.println("| | NDCG@10 | 95 % interval | less the first | p (Holm) | MAP | P@5 |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        for (Line line : lines) {
            List<Summary> own = summaries.stream()
                    .filter(summary -> summary.run().equals(line.title()))
                    .toList();
            Optional<Comparison> against = comparisons.stream()
                    .filter(each -> each.run().equals(line.title())
                            && each.measure().equals(own.get(0).measure()))
                    .findFirst();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.4f | %.4f – %.4f | %s | %s | %.4f | %.4f |%n",
                    line.title(),
                    own.get(0).mean(),
                    own.get(0).low(),
                    own.get(0).high(),
                    against.map(each -> String.format(Locale.ROOT, "%+.4f", each.difference()))
                            .orElse(""),
                    against.map(each -> String.format(
                                    Locale.ROOT, "%.3f", each.holm().randomization()))
                            .orElse(""),
                    own.get(1).mean(),
                    own.get(2).mean());
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d queries, paired by query; randomisation test, Holm over all lines and measures.%n%n",
                summaries.get(0).queries());
    }

    private static void printCosts(List<Line> lines) {
        System.out.println(
                "| | seconds | processor seconds | peak MB | rows scored per second | chosen in each fold |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        for (Line line : lines) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.0f | %,.0f | %s |%n",
                    line.title(),
                    line.median(PeerFit.Cost::seconds),
                    line.median(PeerFit.Cost::processor),
                    line.median(PeerFit.Cost::megabytes),
                    line.median(PeerFit.Cost::rowsPerSecond),
                    line.trials == 1
                            ? ""
                            : String.join(
                                    "; ",
                                    line.costs.stream()
                                            .map(cost -> cost.chosen().isEmpty() ? "defaults" : cost.chosen())
                                            .distinct()
                                            .toList()));
        }
    }

    /** Ours over each peer's with the defaults of both; larger is worse for us. */
    private void addRatios(String set, List<Line> lines, PeerSet of) {
        Map<String, ToDoubleFunction<PeerFit.Cost>> figures = new LinkedHashMap<>();
        figures.put("processor", PeerFit.Cost::processor);
        figures.put("memory", PeerFit.Cost::megabytes);
        figures.put("scoring", cost -> 1 / cost.rowsPerSecond());
        Evaluation evaluation = evaluation(lines, of);
        for (int ours = 0; ours < lines.size(); ours++) {
            for (int theirs = 0; theirs < lines.size(); theirs++) {
                Line own = lines.get(ours);
                Line peer = lines.get(theirs);
                if (own.trials > 1 || peer.trials > 1 || !isOurs(own) || isOurs(peer)) {
                    continue;
                }
                String name = set + " " + own.name + "/" + peer.name + " ";
                figures.forEach((what, figure) -> ratios.add(Ratio.of(name + what, values(own, peer, figure))));
                double quality = evaluation.runs().get(theirs).mean(0)
                        / evaluation.runs().get(ours).mean(0);
                ratios.add(new Ratio(name + "ndcg@10", quality, 0));
            }
        }
    }

    private static boolean isOurs(Line line) {
        return line.tool instanceof PlumbrankPeer;
    }

    private static double[] values(Line own, Line peer, ToDoubleFunction<PeerFit.Cost> figure) {
        double[] values = new double[own.costs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = figure.applyAsDouble(own.costs.get(i)) / figure.applyAsDouble(peer.costs.get(i));
        }
        return values;
    }

    private static void printMachine(List<String> tools) throws IOException {
        Runtime machine = Runtime.getRuntime();
        System.out.printf(
                Locale.ROOT,
                "%s, %d processors, %s of memory, load %.1f; Java %s",
                fact("/proc/cpuinfo", "model name"),
                machine.availableProcessors(),
                fact("/proc/meminfo", "MemTotal"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                System.getProperty("java.version"));
        for (String name : tools) {
            PeerTool tool = PeerTool.of(name);
            if (!tool.coordinate().isEmpty()) {
                System.out.print("; " + tool.title() + " " + version(tool));
            }
        }
        System.out.println(".");
    }

    /** What Linux says of the machine. */
    private static String fact(String file, String name) throws IOException {
        if (!Files.exists(Path.of(file))) {
            return "unknown";
        }
        return Files.readAllLines(Path.of(file)).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    private static String version(PeerTool tool) throws IOException {
        try (var in = Peers.class.getResourceAsStream("/META-INF/maven/" + tool.coordinate() + "/pom.properties")) {
            Properties all = new Properties();
            if (in != null) {
                all.load(in);
            }
            return all.getProperty("version", "of unknown version");
        }
    }

    /** What a run that ends leaves to nobody: a fit under way, and files of gigabytes. */
    private void end(Path folder) {
        Process last = fit;
        if (last != null) {
            last.destroyForcibly();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (NoSuchFileException e) {
            return; // it was removed before
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
