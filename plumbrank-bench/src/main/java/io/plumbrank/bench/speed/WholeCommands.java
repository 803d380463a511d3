package io.plumbrank.bench.speed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Runs whole commands that read two LETOR files and boost 100 trees of depth 6, validated after each round, each in a process of its
 * own and turn about: {@code plumbrank train --model trees} by both engines, and XGBoost's own regression, read and trained through its
 * Java package. Prints medians of seconds and the largest resident memory, as the kernel counts them; Linux only.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.WholeCommands PLUMBRANK_CLI_JAR TRAIN VALID ROUNDS [THREADS]</pre>
 *
 * <p>With {@code linear} before the launcher in place of a jar, runs {@code plumbrank train --model linear}, which validates 50 candidates,
 * beside a process that only reads the same two files into memory with as many threads, and prints both and their ratio.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.WholeCommands linear ./plumbrank TRAIN VALID ROUNDS [THREADS]</pre>
 */
public final class WholeCommands {
    private static final String PEER = "XGBoost, read and trained";

    private WholeCommands() {}

    /** What a command took. */
    private record Cost(double seconds, double processorSeconds, double gigabytes) {}

    public static void main(String[] args) throws IOException, InterruptedException, XGBoostError {
        if (args[0].equals("xgboost")) {
            xgboost(args[1], args[2], Integer.parseInt(args[3]));
            return;
        }
        if (args[0].equals("read")) {
            read(List.of(args[1], args[2]), Integer.parseInt(args[3]));
            return;
        }
        if (args[0].equals("linear")) {
            linear(List.of(args).subList(1, 4), Integer.parseInt(args[4]), args.length > 5 ? args[5] : "2");
            return;
        }
        String jar = args[0];
        String train = args[1];
        String valid = args[2];
        int rounds = Integer.parseInt(args[3]);
        String threads = args.length > 4 ? args[4] : "2";
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(
                PEER,
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        WholeCommands.class.getName(),
                        "xgboost",
                        train,
                        valid,
                        threads));
        for (String engine : List.of("own", "xgboost")) {
            commands.put("plumbrank, engine " + engine, plumbrank(jar, engine, train, valid, threads));
        }
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                costs.computeIfAbsent(command.getKey(), name -> new ArrayList<>())
                        .add(run(java(command.getValue()), threads));
            }
        }
        Cost peer = median(costs.getOrDefault(PEER, List.of()));
        costs.forEach((name, all) -> {
            Cost cost = median(all);
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %7.2f s, %7.2f of processors, %5.2f GB  %.2f times XGBoost's seconds, %.2f times its memory%n",
                    name,
                    cost.seconds,
                    cost.processorSeconds,
                    cost.gigabytes,
                    cost.seconds / peer.seconds,
                    cost.gigabytes / peer.gigabytes);
        });
    }

    /** @param files the launcher, training and validation data */
    private static void linear(List<String> files, int rounds, String threads)
            throws IOException, InterruptedException {
        Path model = Files.createTempFile("model", ".json");
        model.toFile().deleteOnExit();
        List<String> reading = java(List.of(
                "-XX:MaxRAMPercentage=70",
                "-cp",
                System.getProperty("java.class.path"),
                WholeCommands.class.getName(),
                "read",
                files.get(1),
                files.get(2),
                threads));
        List<String> training = new ArrayList<>(List.of(files.get(0), "train", "--quiet", "--measure", "ndcg@10"));
        training.addAll(List.of("--model", "linear", "--threads", threads, "--out", model.toString()));
        training.addAll(List.of("--train", files.get(1), "--valid", files.get(2)));
        List<Cost> read = new ArrayList<>();
        List<Cost> train = new ArrayList<>();
        double[] ratios = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            Cost alone = run(reading, threads);
            Cost whole = run(training, threads);
            // the first round brings the files into the system's cache, and the launcher may build
            if (round >= 0) {
                read.add(alone);
                train.add(whole);
                ratios[round] = whole.seconds / alone.seconds;
            }
        }
        print("reading both files", median(read));
        print("train --model linear", median(train));
        System.out.printf(
                Locale.ROOT,
                "%.2f times the seconds of reading, %.2f times its processors; medians of %d%n",
                Medians.of(ratios),
                median(train).processorSeconds / median(read).processorSeconds,
                rounds);
    }

    private static void print(String name, Cost cost) {
        System.out.printf(
                Locale.ROOT,
                "%-28s %7.2f s, %7.2f of processors, %5.2f GB%n",
                name,
                cost.seconds,
                cost.processorSeconds,
                cost.gigabytes);
    }

    private static void read(List<String> files, int threads) {
        long rows = 0;
        for (String file : files) {
            rows += QuerySource.of(Path.of(file), new ReadOptions(threads, 0))
                    .load()
                    .rows();
        }
        System.out.println(rows + " rows");
    }

    private static List<String> java(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        return command;
    }

    private static List<String> plumbrank(String jar, String engine, String train, String valid, String threads)
            throws IOException {
        Path model = Files.createTempFile("model", ".json");
        model.toFile().deleteOnExit();
        List<String> command = new ArrayList<>(List.of(
                "-Xmx" + (engine.equals("own") ? "2g" : "4g"),
                "-jar",
                jar,
                "train",
                "--quiet",
                "--measure",
                "ndcg@10"));
        command.addAll(List.of("--model", "trees", "--engine", engine, "--threads", threads));
        command.addAll(List.of("--param", "num_round=100", "--param", "max_depth=6", "--param", "eta=0.1"));
        command.addAll(List.of("--train", train, "--valid", valid, "--out", model.toString()));
        return command;
    }

    /** What {@code /usr/bin/time} counts of a process. */
    private static Cost run(List<String> command, String threads) throws IOException, InterruptedException {
        Path figures = Files.createTempFile("time", ".txt");
        List<String> all = new ArrayList<>(List.of("/usr/bin/time", "-f", "%e %U %S %M", "-o", figures.toString()));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().put("OMP_NUM_THREADS", threads);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said);
        }
        String[] words = Files.readString(figures).strip().split(" ");
        Files.delete(figures);
        return new Cost(
                Double.parseDouble(words[0]),
                Double.parseDouble(words[1]) + Double.parseDouble(words[2]),
                Double.parseDouble(words[3]) * 1024 / 1e9);
    }

    private static Cost median(List<Cost> costs) {
        return new Cost(
                Medians.of(costs.stream().mapToDouble(Cost::seconds).toArray()),
                Medians.of(costs.stream().mapToDouble(Cost::processorSeconds).toArray()),
                Medians.of(costs.stream().mapToDouble(Cost::gigabytes).toArray()));
    }

    private static void xgboost(String train, String valid, int threads) throws XGBoostError {
        DMatrix data = new DMatrix(train + "?format=libsvm");
        DMatrix validation = new DMatrix(valid + "?format=libsvm");
        Map<String, Object> parameters =
                Map.of("objective", "reg:squarederror", "max_depth", 6, "eta", 0.1, "nthread", threads, "verbosity", 0);
        float[][] metrics = new float[1][100];
        Booster booster = XGBoost.train(data, parameters, 100, Map.of("valid", validation), metrics, null, null, 0);
        System.out.println(Arrays.toString(metrics[0]).length() + booster.toByteArray("ubj").length);
    }
}
