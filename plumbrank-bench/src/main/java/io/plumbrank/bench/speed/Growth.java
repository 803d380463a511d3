package io.plumbrank.bench.speed;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how whole commands grow when one thing about their data grows tenfold: seconds and peak memory of a process of its own, as a
 * Markdown table. What grows more than {@value #MOST} times has its reason beside it. Peak memory is that of Linux (VmHWM).
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.Growth target/launcher/lib/plumbrank-cli.jar [LINE,…]</pre>
 */
public final class Growth {
    private static final double MOST = 12;
    private static final int TENFOLD = 10;

    private static final String[] LABEL_RANKING = {"--ranking", "L", "--measure", "kendall"};
    private static final String ONE_PASS = "O(rows): one pass";

    private Growth() {}

    /** Writes data of a size. */
    @FunctionalInterface
    private interface Data {
        void write(int size, PrintWriter out);
    }

    /**
     * A line of the table.
     *
     * @param what grows
     * @param from its smaller size
     * @param words what is done
     * @param arguments of the command, with DATA for the file and OUT for a folder
     * @param order how it must grow, which stands beside what grows more
     */
    private record Line(
            String what, int from, String words, String ending, Data data, List<String> arguments, String order) {}

    /** What a command took. */
    private record Cost(double seconds, double megabytes) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path jar = Path.of(args[0]);
        List<String> wanted = args.length > 1 ? List.of(args[1].split(",")) : List.of();
        System.out.println("| ×10 | command | from | to | seconds | ratio | MB | ratio | why more than 12 |");
        System.out.println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        for (Line line : lines()) {
            if (wanted.isEmpty() || wanted.contains(line.what)) {
                Cost small = cost(jar, line, line.from);
                Cost large = cost(jar, line, TENFOLD * line.from);
                System.out.println(row(line, small, large));
            }
        }
    }

    private static String row(Line line, Cost small, Cost large) {
        double time = large.seconds / small.seconds;
        double memory = large.megabytes / small.megabytes;
        boolean much = time > MOST || memory > MOST;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,d | %,d | %.1f → %.1f | %.1f | %.0f → %.0f | %.1f | %s |",
                line.what,
                line.words,
                line.from,
                TENFOLD * line.from,
                small.seconds,
                large.seconds,
                time,
                small.megabytes,
                large.megabytes,
                memory,
                much ? line.order : "");
    }

    private static List<Line> lines() {
        return List.of(
                new Line(
                        "rows",
                        20_000,
                        "train, linear, loss matrix of 4 classes, 20 features",
                        ".csv",
                        Growth::classes,
                        training("--loss-matrix", "OUT/loss.csv", "--model", "linear"),
                        ONE_PASS),
                new Line(
                        "rows",
                        2_000,
                        "train, auto, loss matrix of 4 classes, 20 features",
                        ".csv",
                        Growth::classes,
                        training("--loss-matrix", "OUT/loss.csv"),
                        "kernels are O(rows²) in memory and O(rows³) in time, up to 5,000 rows by log-loss and 30,000 by squares"),
                new Line(
                        "rows",
                        20_000,
                        "train, trees, queries of 20 items, 20 features",
                        ".txt",
                        (size, out) -> queries(size / 20, 20, 20, 20, out),
                        training("--measure", "ndcg@10", "--model", "trees"),
                        "O(rows) per tree; more rows may need more trees"),
                new Line(
                        "features",
                        1_000,
                        "train, linear, 10 values in each of 10,000 rows",
                        ".txt",
                        (size, out) -> queries(500, 20, size, 10, out),
                        training("--measure", "ndcg@10", "--model", "linear"),
                        "O(values · steps) from 1,000 features on, O(features³) below"),
                new Line(
                        "queries",
                        1_000,
                        "train, linear, queries of 20 items, 20 features",
                        ".txt",
                        (size, out) -> queries(size, 20, 20, 20, out),
                        training("--measure", "ndcg@10", "--model", "linear"),
                        ONE_PASS),
                new Line(
                        "items",
                        10_000,
                        "train, ranknet, two queries, 5 features",
                        ".txt",
                        (size, out) -> queries(2, size, 5, 5, out),
                        training("--measure ndcg@10 --model linear --surrogate ranknet --folds 2 --lambda 0.001"
                                .split(" ")),
                        "O(items log² items) per step"),
                new Line(
                        "labels",
                        10,
                        "train, auto, 200 rankings, 5 features",
                        ".csv",
                        (size, out) -> rankings(200, 5, size, out),
                        training(LABEL_RANKING),
                        "O(labels²) and more: a ranking of labels is one number per pair of them, 45 → 4,950"),
                new Line(
                        "labels",
                        30,
                        "train, auto, 60 rankings, 10 features",
                        ".csv",
                        (size, out) -> rankings(60, 10, size, out),
                        training(LABEL_RANKING),
                        "O(labels²) and more: 435 → 44,850 pairs of labels, each a number to fit and to decode"),
                new Line(
                        "classes",
                        300,
                        "train, linear, loss matrix of full rank, 10 rows per class, 20 features",
                        ".csv",
                        (size, out) -> classes(10 * size, size, out),
                        training("--loss-matrix", "OUT/large.csv", "--model", "linear"),
                        "O(classes³): the square root of a matrix of full rank"),
                new Line(
                        "ballots",
                        10_000,
                        "aggregate, 100 items, borda",
                        ".soc",
                        Growth::ballots,
                        List.of("aggregate", "--votes", "DATA", "--decoder", "borda", "--format", "csv"),
                        "O(ballots · items²)"));
    }

    private static List<String> training(String... options) {
        return Stream.concat(Stream.of("train", "--train", "DATA", "--out", "OUT/model.json"), Stream.of(options))
                .toList();
    }

    private static Cost cost(Path jar, Line line, int size) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("growth");
        try {
            Path data = folder.resolve("data" + line.ending);
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(data))) {
                line.data.write(size, out);
            }
            Files.writeString(folder.resolve("loss.csv"), "0,1,2,3\n1,0,1,2\n2,1,0,1\n3,2,1,0\n");
            if (line.what.equals("classes")) {
                losses(size, folder.resolve("large.csv"));
            }
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
            line.arguments.forEach(argument ->
                    command.add(argument.replace("DATA", data.toString()).replace("OUT", folder.toString())));
            command.add("--quiet");
            long start = System.nanoTime();
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            double peak = 0;
            while (process.isAlive()) {
                peak = Math.max(peak, peak(process.pid()));
                Thread.sleep(20);
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException("exit " + process.exitValue() + " of " + String.join(" ", command));
            }
            return new Cost((System.nanoTime() - start) / 1e9, peak);
        } finally {
            try (var files = Files.list(folder)) {
                files.forEach(Growth::delete);
            }
            Files.delete(folder);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The most memory that a process has had so far, in MB; NaN where nothing tells. */
    private static double peak(long process) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1000)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** A loss matrix of full rank: random, and nothing for what is right. */
    private static void losses(int classes, Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int row = 0; row < classes; row++) {
                int right = row;
                out.println(IntStream.range(0, classes)
                        .mapToObj(t -> t == right ? "0" : Float.toString((float) random.nextDouble()))
                        .collect(Collectors.joining(",")));
            }
        }
    }

    private static void classes(int rows, PrintWriter out) {
        classes(rows, 4, out);
    }

    private static void classes(int rows, int classes, PrintWriter out) {
        SplittableRandom random = new SplittableRandom(1);
        out.println(IntStream.range(0, 20).mapToObj(j -> "x" + j).collect(Collectors.joining(",")) + ",label");
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < 20; j++) {
                out.print((float) random.nextDouble() + ",");
            }
            out.println(1 + random.nextInt(classes));
        }
    }

    private static void queries(int queries, int items, int features, int present, PrintWriter out) {
        SplittableRandom random = new SplittableRandom(1);
        for (int query = 0; query < queries; query++) {
            for (int item = 0; item < items; item++) {
                out.print(random.nextInt(5) + " qid:" + query);
                int[] some = present == features
                        ? IntStream.range(0, features).toArray()
                        : random.ints(0, features)
                                .distinct()
                                .limit(present)
                                .sorted()
                                .toArray();
                for (int j : some) {
                    out.print(" " + (j + 1) + ":" + (float) random.nextDouble());
                }
                out.println();
            }
        }
    }

    private static void rankings(int rows, int features, int labels, PrintWriter out) {
        SplittableRandom random = new SplittableRandom(1);
        out.println(Stream.concat(
                        IntStream.range(0, features).mapToObj(j -> "x" + j),
                        IntStream.range(0, labels).mapToObj(l -> "L" + l))
                .collect(Collectors.joining(",")));
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < features; j++) {
                out.print((float) random.nextDouble() + ",");
            }
            out.println(join(shuffled(labels, random)));
        }
    }

    private static void ballots(int ballots, PrintWriter out) {
        SplittableRandom random = new SplittableRandom(1);
        out.println("# NUMBER ALTERNATIVES: 100");
        for (int ballot = 0; ballot < ballots; ballot++) {
            out.println("1: " + join(shuffled(100, random)));
        }
    }

    private static int[] shuffled(int count, SplittableRandom random) {
        int[] order = IntStream.rangeClosed(1, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int here = order[i];
            order[i] = order[j];
            order[j] = here;
        }
        return order;
    }

    private static String join(int[] numbers) {
        return IntStream.of(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
