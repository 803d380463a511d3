package io.plumbrank.bench.speed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks {@code plumbrank serve}, in a process of its own on the loopback address, to rank 100 items of 136 features over and over,
 * with a few clients that each wait for an answer before they ask again. Prints answers per second, the median and the 99th
 * percentile of their times, what the ranker takes in this process, and the memory of the server from minute to minute.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.speed.ServeLoad [SECONDS] [CLIENTS]</pre>
 */
public final class ServeLoad {
    private static final int ITEMS = 100;
    private static final int FEATURES = 136;
    private static final int TREES = 300;
    private static final int REQUESTS = 16;
    private static final int WARM_UP_SECONDS = 10;
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");
    private static final Pattern HEAP =
            Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\",id=\"[^\"]*\"\\} (\\S+)");

    private final int seconds;
    private final int clients;
    private final List<Query> queries = queries(REQUESTS, 7);

    private ServeLoad(int seconds, int clients) {
        this.seconds = seconds;
        this.clients = clients;
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        int clients = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        new ServeLoad(seconds, clients).run();
    }

    private void run() throws IOException, InterruptedException, ExecutionException {
        Path folder = Files.createTempDirectory("serve-load");
        QuerySource train = QuerySource.of(queries(50, 1));
        QuerySource valid = QuerySource.of(queries(10, 2));
        System.out.printf(
                Locale.ROOT,
                "%d items x %d features, %d clients, %d s after %d s of warming up, %d processors%n",
                ITEMS,
                FEATURES,
                clients,
                seconds,
                WARM_UP_SECONDS,
                Runtime.getRuntime().availableProcessors());
        Path linear = folder.resolve("linear.json");
        ModelFile.write(
                Plumbrank.forMeasure("ndcg@10")
                        .withLearner(FeatureLearner.linear())
                        .train(train, valid)
                        .model(),
                linear);
        measure("linear", linear);
        Path trees = folder.resolve("trees.json");
        ModelFile.write(
                Plumbrank.forMeasure("ndcg@10")
                        .withLearner(new TreeLearner(Map.of(
                                "num_round", Integer.toString(TREES),
                                "early_stopping_rounds", Integer.toString(TREES),
                                "max_depth", "6")))
                        .train(train, valid)
                        .model(),
                trees);
        measure(TREES + " trees", trees);
    }

    static List<Query> queries(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] rows = new float[ITEMS][FEATURES];
            double[] grades = new double[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                for (int j = 0; j < FEATURES; j++) {
                    rows[i][j] = Math.round(random.nextDouble() * 10_000) / 10_000f;
                }
                double worth = 0;
                for (int j = 0; j < FEATURES; j += 3) {
                    worth += rows[i][j] * rows[i][(j + 1) % FEATURES];
                }
                grades[i] = Math.max(0, Math.min(4, Math.floor(worth - 10)));
            }
            queries.add(Query.of("q" + q, grades, rows));
        }
        return queries;
    }

    private static byte[] request(Query query) {
        StringBuilder body = new StringBuilder("{\"matrix\":[");
        for (int i = 0; i < query.size(); i++) {
            body.append(i == 0 ? "[" : ",[");
            for (int j = 0; j < FEATURES; j++) {
                body.append(j == 0 ? "" : ",").append(query.feature(i, j));
            }
            body.append(']');
        }
        byte[] bytes = body.append("]}").toString().getBytes(UTF_8);
        byte[] head = ("POST /v1/rank HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + bytes.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] whole = Arrays.copyOf(head, head.length + bytes.length);
        System.arraycopy(bytes, 0, whole, head.length, bytes.length);
        return whole;
    }

    private void measure(String name, Path model) throws IOException, InterruptedException, ExecutionException {
        Ranker ranker = Ranker.read(model);
        inProcess(ranker);
        double alone = inProcess(ranker);
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.plumbrank.cli.Main",
                        "serve",
                        "--quiet",
                        "--port",
                        "0",
                        "--model",
                        model.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader out = new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8));
            String line = String.valueOf(out.readLine());
            int port = URI.create(line.substring(line.indexOf("http"))).getPort();
            drive(port, WARM_UP_SECONDS);
            System.out.printf(Locale.ROOT, "%s%n", name);
            long[] nanos = {};
            int left = seconds;
            while (left > 0) {
                int part = Math.min(60, left);
                long[] more = drive(port, part);
                left -= part;
                long[] all = Arrays.copyOf(nanos, nanos.length + more.length);
                System.arraycopy(more, 0, all, nanos.length, more.length);
                nanos = all;
                System.out.printf(
                        Locale.ROOT,
                        "  after %3d s: heap %.0f MB, resident %.0f MB%n",
                        seconds - left,
                        heap(port),
                        resident(server.pid()));
            }
            Arrays.sort(nanos);
            System.out.printf(
                    Locale.ROOT,
                    "  %.0f requests/s (%d, none failed), p50 %.2f ms, p99 %.2f ms; in process %.3f ms%n",
                    nanos.length / (double) seconds,
                    nanos.length,
                    nanos[nanos.length / 2] / 1e6,
                    nanos[(int) (nanos.length * 0.99)] / 1e6,
                    alone);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    /** Milliseconds per query. */
    private double inProcess(Ranker ranker) {
        DecodeLimits limits = ranker.limits();
        long start = System.nanoTime();
        long count = 0;
        while (System.nanoTime() - start < 3e9) {
            for (Query query : queries) {
                ranker.decode(query, limits);
                count++;
            }
        }
        return (System.nanoTime() - start) / 1e6 / count;
    }

    /** The times of all answers. */
    private long[] drive(int port, int forSeconds) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long end = System.nanoTime() + forSeconds * 1_000_000_000L;
            List<Future<long[]>> parts = new ArrayList<>();
            for (int c = 0; c < clients; c++) {
                parts.add(threads.submit(() -> ask(port, end)));
            }
            long[] all = {};
            for (Future<long[]> part : parts) {
                long[] times = part.get();
                int from = all.length;
                all = Arrays.copyOf(all, from + times.length);
                System.arraycopy(times, 0, all, from, times.length);
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    private long[] ask(int port, long end) throws IOException {
        List<byte[]> requests = queries.stream().map(ServeLoad::request).toList();
        long[] times = new long[1024];
        int count = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            while (System.nanoTime() < end) {
                long start = System.nanoTime();
                socket.getOutputStream().write(requests.get(count % requests.size()));
                String head = head(in);
                if (!head.startsWith("HTTP/1.1 200")) {
                    throw new IOException("answered " + head);
                }
                in.skipNBytes(length(head));
                if (count == times.length) {
                    times = Arrays.copyOf(times, 2 * count);
                }
                times[count++] = System.nanoTime() - start;
            }
        }
        return Arrays.copyOf(times, count);
    }

    static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed after " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    static int length(String head) throws IOException {
        Matcher length = LENGTH.matcher(head);
        if (!length.find()) {
            throw new IOException("no length in " + head);
        }
        return Integer.parseInt(length.group(1));
    }

    private static double heap(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String body = new String(in.readNBytes(length(head(in))), UTF_8);
            return HEAP.matcher(body)
                            .results()
                            .mapToDouble(found -> Double.parseDouble(found.group(1)))
                            .sum()
                    / 1e6;
        }
    }

    /** Where the system tells; else NaN. */
    static double resident(long process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1000)
                .findFirst()
                .orElse(Double.NaN);
    }
}
