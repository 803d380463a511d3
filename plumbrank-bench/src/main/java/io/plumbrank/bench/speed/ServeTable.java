package io.plumbrank.bench.speed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Asks {@code plumbrank serve}, in a process of its own with 512 MB of heap, by HTTP and HTTPS, for rankers by scores and by pairs, with
 * JSON and with binary tensors, from few clients and from more than it serves. Prints a table of how many requests were served and turned
 * away, their times and the memory. With {@code soak} all of it at once for so many minutes, while both models are replaced every minute.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.speed.ServeTable [SECONDS | soak MINUTES]</pre>
 */
public final class ServeTable {
    private static final String PASSWORD = "not-a-secret";
    private static final int[] CLIENTS = {2, 32, 200};
    private static final int SOAK_CLIENTS = 12;
    private static final int WARM_UP_SECONDS = 3;

    private final Path folder = Files.createTempDirectory("serve-table");
    private final Path items = folder.resolve("items.json");
    private final Path pairs = folder.resolve("pairs.json");
    private final Path keys = folder.resolve("keys.p12");
    private final SSLContext trusting;

    private ServeTable() throws IOException, InterruptedException, GeneralSecurityException {
        ModelFile.write(
                Plumbrank.forMeasure("ndcg@10")
                        .withLearner(FeatureLearner.linear())
                        .train(QuerySource.of(ServeLoad.queries(50, 1)), QuerySource.of(ServeLoad.queries(10, 2)))
                        .model(),
                items);
        ModelFile.write(
                Plumbrank.forPairs("pd")
                        .withLearner(FeatureLearner.linear())
                        .train(QuerySource.of(small(50, 1)), QuerySource.of(small(10, 2)))
                        .model(),
                pairs);
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "k",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start()
                .waitFor();
        Files.writeString(folder.resolve("password"), PASSWORD);
        KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("k", store.getCertificate("k"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            new ServeTable().soak(Integer.parseInt(args[1]));
        } else {
            new ServeTable().table(args.length == 0 ? 10 : Integer.parseInt(args[0]));
        }
    }

    /** Twenty items of ten features, whose pairs are decoded in the time of a request. */
    private static List<Query> small(int count, long seed) {
        return ServeLoad.queries(count, seed).stream()
                .map(query -> {
                    float[][] rows = new float[20][10];
                    double[] grades = new double[20];
                    for (int i = 0; i < rows.length; i++) {
                        for (int j = 0; j < rows[i].length; j++) {
                            rows[i][j] = query.feature(i, j);
                        }
                        grades[i] = Math.floor(5 * rows[i][0] * rows[i][1]);
                    }
                    return Query.of(query.id(), grades, rows);
                })
                .toList();
    }

    /** What a request asks, as bytes that are sent over and over. */
    private enum Asked {
        ITEMS_JSON("items", false),
        ITEMS_BINARY("items", true),
        PAIRS_JSON("pairs", false),
        PAIRS_BINARY("pairs", true);

        private final String model;
        private final boolean binary;

        Asked(String model, boolean binary) {
            this.model = model;
            this.binary = binary;
        }

        List<byte[]> requests() {
            List<Query> queries = model.equals("items") ? ServeLoad.queries(16, 7) : small(16, 7);
            return queries.stream().map(this::request).toList();
        }

        private byte[] request(Query query) {
            int width = query.featureCount();
            ByteBuffer numbers =
                    ByteBuffer.allocate(query.size() * width * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < query.size(); i++) {
                int item = i;
                rows.append(i == 0 ? "[" : ",[")
                        .append(String.join(
                                ",",
                                IntStream.range(0, width)
                                        .mapToObj(j -> "" + query.feature(item, j))
                                        .toList()))
                        .append(']');
                for (int j = 0; j < width; j++) {
                    numbers.putFloat(query.feature(i, j));
                }
            }
            String json = binary
                    ? "{\"inputs\":[{\"name\":\"features\",\"datatype\":\"FP32\",\"shape\":[" + query.size() + ","
                            + width + "],\"parameters\":{\"binary_data_size\":" + numbers.capacity() + "}}]}"
                    : "{\"model\":\"" + model + "\",\"matrix\":[" + rows + "]}";
            byte[] body = json.getBytes(UTF_8);
            int length = body.length;
            if (binary) {
                body = Arrays.copyOf(body, length + numbers.capacity());
                System.arraycopy(numbers.array(), 0, body, length, numbers.capacity());
            }
            String head = (binary
                            ? "POST /v2/models/" + model
                                    + "/infer HTTP/1.1\r\nContent-Type: application/octet-stream\r\n"
                                    + "Inference-Header-Content-Length: " + length
                            : "POST /v1/rank HTTP/1.1\r\nContent-Type: application/json")
                    + "\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n";
            byte[] whole = Arrays.copyOf(head.getBytes(US_ASCII), head.length() + body.length);
            System.arraycopy(body, 0, whole, head.length(), body.length);
            return whole;
        }
    }

    /** What clients saw. */
    private record Seen(int served, int shed, int failed, long[] nanos) {
        static Seen sum(List<Seen> all) {
            long[] nanos = all.stream()
                    .flatMapToLong(seen -> Arrays.stream(seen.nanos))
                    .toArray();
            Arrays.sort(nanos);
            return new Seen(
                    all.stream().mapToInt(Seen::served).sum(),
                    all.stream().mapToInt(Seen::shed).sum(),
                    all.stream().mapToInt(Seen::failed).sum(),
                    nanos);
        }

        String words() {
            return String.format(
                    Locale.ROOT, "%d | %d | %d | %.1f | %.1f", served, shed, failed, quantile(0.5), quantile(0.99));
        }

        private double quantile(double part) {
            return nanos.length == 0 ? Double.NaN : nanos[(int) (nanos.length * part)] / 1e6;
        }
    }

    /** A server in a process of its own. */
    private final class Served implements AutoCloseable {
        private final boolean secure;
        private final Process process;
        private final int port;

        Served(boolean secure) throws IOException {
            this.secure = secure;
            List<String> command = new ArrayList<>(List.of(
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
                    items.toString(),
                    "--model",
                    pairs.toString()));
            if (secure) {
                command.addAll(List.of("--key-store", keys.toString(), "--key-store-password-file"));
                command.add(folder.resolve("password").toString());
            }
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            String line = String.valueOf(out.readLine());
            port = URI.create(line.substring(line.indexOf("http"))).getPort();
        }

        private Socket connect() throws IOException {
            Socket socket = secure
                    ? trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)
                    : new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            return socket;
        }

        Seen ask(Asked asked, int clients, int seconds) throws InterruptedException, ExecutionException {
            return ask(IntStream.range(0, clients).mapToObj(c -> asked).toList(), seconds);
        }

        /** Each client waits for an answer before it asks again; one that was turned away waits for 50 ms. */
        Seen ask(List<Asked> byClient, int seconds) throws InterruptedException, ExecutionException {
            ExecutorService threads = Executors.newFixedThreadPool(byClient.size());
            try {
                long end = System.nanoTime() + seconds * 1_000_000_000L;
                List<Future<Seen>> parts = new ArrayList<>();
                for (Asked asked : byClient) {
                    parts.add(threads.submit(() -> client(asked, end)));
                }
                List<Seen> all = new ArrayList<>();
                for (Future<Seen> part : parts) {
                    all.add(part.get());
                }
                return Seen.sum(all);
            } finally {
                threads.shutdownNow();
            }
        }

        private Seen client(Asked asked, long end) throws IOException, InterruptedException {
            List<byte[]> requests = asked.requests();
            List<Long> nanos = new ArrayList<>();
            int shed = 0;
            int failed = 0;
            try (Socket socket = connect()) {
                InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
                OutputStream out = socket.getOutputStream();
                for (int next = 0; System.nanoTime() < end; next++) {
                    long start = System.nanoTime();
                    out.write(requests.get(next % requests.size()));
                    out.flush();
                    String head = ServeLoad.head(in);
                    in.skipNBytes(ServeLoad.length(head));
                    if (head.startsWith("HTTP/1.1 200")) {
                        nanos.add(System.nanoTime() - start);
                    } else if (head.startsWith("HTTP/1.1 503")) {
                        shed++;
                        Thread.sleep(50);
                    } else {
                        failed++;
                    }
                }
            }
            return new Seen(
                    nanos.size(),
                    shed,
                    failed,
                    nanos.stream().mapToLong(Long::longValue).toArray());
        }

        double resident() throws IOException {
            return ServeLoad.resident(process.pid());
        }

        long descriptors() throws IOException {
            try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
                return open.count();
            }
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            process.waitFor();
        }
    }

    private void table(int seconds) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%d s per row, %d processors%n%n| | model | body | clients | served | shed | failed | p50, ms | p99, ms | MB at start"
                        + " | MB at end |%n| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |%n",
                seconds,
                Runtime.getRuntime().availableProcessors());
        for (boolean secure : new boolean[] {false, true}) {
            for (Asked asked : Asked.values()) {
                try (Served served = new Served(secure)) {
                    served.ask(asked, CLIENTS[0], WARM_UP_SECONDS);
                    for (int clients : CLIENTS) {
                        double before = served.resident();
                        Seen seen = served.ask(asked, clients, seconds);
                        System.out.printf(
                                Locale.ROOT,
                                "| %s | %s | %s | %d | %s | %.0f | %.0f |%n",
                                secure ? "HTTPS" : "HTTP",
                                asked.model,
                                asked.binary ? "tensor" : "JSON",
                                clients,
                                seen.words(),
                                before,
                                served.resident());
                    }
                }
            }
        }
    }

    private void soak(int minutes) throws Exception {
        System.out.println("| minute | served | shed | failed | p50, ms | p99, ms | MB | open files |\n"
                + "| --: | --: | --: | --: | --: | --: | --: | --: |");
        List<Asked> mixed = IntStream.range(0, SOAK_CLIENTS)
                .mapToObj(c -> Asked.values()[c % Asked.values().length])
                .toList();
        try (Served served = new Served(true)) {
            for (int minute = 1; minute <= minutes; minute++) {
                Seen seen = served.ask(mixed, 60);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %s | %.0f | %d |%n",
                        minute,
                        seen.words(),
                        served.resident(),
                        served.descriptors());
                for (Path model : List.of(items, pairs)) {
                    Path other = Files.copy(model, folder.resolve("next"), StandardCopyOption.REPLACE_EXISTING);
                    Files.move(other, model, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        }
    }
}
