package io.plumbrank.bench.peers;

import io.plumbrank.bench.rows.Medians;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * One tool on one fold, in a process of its own, so that processor time and memory are its own: fits each trial, takes the one with
 * the best NDCG@10 of the validation file, and writes what that took and the scores of the test file.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.PeerFit TOOL TRIALS THREADS TRAIN VALID TEST OUT [NAME=VALUE]…</pre>
 */
public final class PeerFit {
    /** Of scoring, before its throughput is believed. */
    private static final double SECONDS = 1;

    private PeerFit() {}

    /**
     * What a tool took on a fold.
     *
     * @param seconds from files to the chosen model, reading included, over all trials
     * @param processor the same on all processors
     * @param megabytes the most memory that the process had
     * @param rowsPerSecond scored on one processor, rows in memory
     * @param chosen the parameters of the trial with the best validation, empty for the tool's own
     */
    record Cost(double seconds, double processor, double megabytes, double rowsPerSecond, String chosen) {
        void write(Path file) throws IOException {
            Properties all = new Properties();
            all.setProperty("seconds", "" + seconds);
            all.setProperty("processor", "" + processor);
            all.setProperty("megabytes", "" + megabytes);
            all.setProperty("rowsPerSecond", "" + rowsPerSecond);
            all.setProperty("chosen", chosen);
            try (Writer out = Files.newBufferedWriter(file)) {
                all.store(out, null);
            }
        }

        static Cost read(Path file) throws IOException {
            Properties all = new Properties();
            try (var in = Files.newBufferedReader(file)) {
                all.load(in);
            }
            return new Cost(
                    number(all, "seconds"),
                    number(all, "processor"),
                    number(all, "megabytes"),
                    number(all, "rowsPerSecond"),
                    all.getProperty("chosen", ""));
        }

        private static double number(Properties all, String name) {
            return Double.parseDouble(all.getProperty(name, ""));
        }
    }

    public static void main(String[] args) throws IOException {
        PeerTool tool = PeerTool.of(args[0]);
        int trials = Integer.parseInt(args[1]);
        PeerFiles files = PeerFiles.of(Path.of(args[3]), Path.of(args[4]), Path.of(args[5]), Integer.parseInt(args[2]));
        Path out = Path.of(args[6]);
        Map<String, String> fixed = new TreeMap<>();
        for (String parameter : List.of(args).subList(7, args.length)) {
            fixed.put(parameter.substring(0, parameter.indexOf('=')), parameter.substring(parameter.indexOf('=') + 1));
        }
        long start = System.nanoTime();
        double before = Medians.processorSeconds();
        PeerTool.Fit best = null;
        Map<String, String> chosen = Map.of();
        double highest = Double.NEGATIVE_INFINITY;
        for (Map<String, String> trial : tool.trials(trials, fixed)) {
            PeerTool.Fit fit = tool.fit(files, trial);
            double ndcg = trials == 1 ? 0 : files.valid().dense().ndcg(fit.scores(files.valid()));
            if (best == null || ndcg > highest) {
                best = fit;
                chosen = trial;
                highest = ndcg;
            }
        }
        if (best == null) {
            throw new IllegalStateException("no trial");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double processor = Medians.processorSeconds() - before;
        double megabytes = peak();
        double[] scores = best.scores(files.test());
        Files.write(scoresOf(out), texts(scores));
        String words = new TreeMap<>(chosen).toString();
        new Cost(seconds, processor, megabytes, throughput(best, files.test()), words.substring(1, words.length() - 1))
                .write(out);
        // RankLib and others leave threads behind
        System.exit(0);
    }

    private static List<String> texts(double[] scores) {
        List<String> texts = new ArrayList<>();
        for (double score : scores) {
            texts.add(Double.toString(score));
        }
        return texts;
    }

    /** Where the scores of the test file are, one per line. */
    static Path scoresOf(Path out) {
        return out.resolveSibling(out.getFileName() + ".scores");
    }

    /** By the processor time of this thread, the only one that scores, so that other work on the machine does not count. */
    private static double throughput(PeerTool.Fit fit, PeerFiles.Rows rows) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Double> perSecond = new ArrayList<>();
        double spent = 0;
        while (spent < SECONDS || perSecond.size() < 5) {
            long start = threads.getCurrentThreadCpuTime();
            int scored = fit.scores(rows).length;
            double own = Math.max(1e-9, (threads.getCurrentThreadCpuTime() - start) / 1e9);
            spent += own;
            perSecond.add(scored / own);
        }
        return Medians.of(perSecond.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The most memory that this process has had so far, as Linux says; NaN elsewhere. */
    private static double peak() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
