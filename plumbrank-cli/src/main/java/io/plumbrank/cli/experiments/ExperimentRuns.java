package io.plumbrank.cli.experiments;

import io.plumbrank.cli.experiments.ExperimentFile.Entry;
import io.plumbrank.cli.experiments.ExperimentFile.Fold;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.AtomicOutput;
import io.plumbrank.util.internal.Sha256;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Trains and evaluates the models of an experiment. Each training is a process of its own, so that its time and memory are those
 * that a user sees. What was trained is kept under the SHA-256 of the data, the options and the program, so that a run that was
 * interrupted goes on where it was, and nothing old is taken for new.
 */
final class ExperimentRuns {
    /** The class that starts a command, which commands do not see. */
    private static final String MAIN = "io.plumbrank.cli.Main";

    private static final int MILLIS_BETWEEN_LOOKS = 20;

    private final ExperimentFile experiment;
    private final Path cache;
    private final int threads;
    private final String program;
    private final Map<Path, String> sums = new HashMap<>();

    ExperimentRuns(ExperimentFile experiment, Path cache, int threads) {
        this.experiment = experiment;
        this.cache = cache;
        this.threads = threads;
        this.program = program();
    }

    /**
     * One training.
     *
     * @param seconds of the whole command
     * @param megabytes its peak, NaN where the system does not say
     */
    public record Trained(Path model, double seconds, double megabytes) {}

    /** Trains a model on a fold, or finds it where it was trained before. */
    Trained train(Entry entry, Fold fold) throws IOException {
        String key = key(entry, fold);
        Path model = cache.resolve(key + ".json");
        Path figures = cache.resolve(key + ".properties");
        Optional<Trained> known = Files.exists(model) ? known(key, model, figures) : Optional.empty();
        if (known.isPresent()) {
            return known.get();
        }
        Files.createDirectories(cache);
        Trained trained = trainAnew(entry, fold, model);
        try (AtomicOutput out = AtomicOutput.create(figures)) {
            String text = "key=" + key + "\nmodel=" + checksum(model) + "\nseconds=" + trained.seconds()
                    + "\nmegabytes=" + trained.megabytes() + "\n";
            out.stream().write(text.getBytes(StandardCharsets.UTF_8));
            out.commit();
        }
        return trained;
    }

    /** The seconds of a finished training whose files are whole, unchanged, and those of the key. */
    private static Optional<Trained> known(String key, Path model, Path figures) {
        Properties known = new Properties();
        try (InputStream in = Files.newInputStream(figures)) {
            known.load(in);
            if (!key.equals(known.getProperty("key")) || !checksum(model).equals(known.getProperty("model"))) {
                return Optional.empty();
            }
            return Optional.of(new Trained(
                    model,
                    Double.parseDouble(known.getProperty("seconds", "")),
                    Double.parseDouble(known.getProperty("megabytes", ""))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Trained trainAnew(Entry entry, Fold fold, Path model) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(javaOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "train"));
        command.addAll(entry.options());
        command.addAll(List.of("--train", joined(fold.train()).toString(), "--out", model.toString()));
        if (!fold.valid().isEmpty()) {
            command.addAll(List.of("--valid", joined(fold.valid()).toString()));
        }
        command.addAll(List.of("--seed", "" + experiment.seed(), "--threads", "" + threads, "--quiet"));
        long start = System.nanoTime();
        double megabytes = Double.NaN;
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // through a pipe and not a file, for which a full disk would have no room
        FutureTask<String> last = new FutureTask<>(() -> lastLine(process));
        new Thread(last, "plumbrank-train-output").start();
        Thread atExit = new Thread(process::destroy, "plumbrank-train-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            while (!process.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
                double peak = peak(process.pid());
                megabytes = Double.isNaN(peak) ? megabytes : peak;
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            requireDone(entry, process.exitValue(), last.get());
            if (!Files.exists(model)) {
                throw new InputException(
                        "model " + entry.name(), 0, "that train wrote no model", "options with which it trains one");
            }
            return new Trained(model, seconds, megabytes);
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("the output of train cannot be read", e);
        } finally {
            forget(atExit);
        }
    }

    private static String lastLine(Process process) throws IOException {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            return output.lines().reduce("", (before, line) -> line);
        }
    }

    /** Options are at fault only where train itself says so. */
    private static void requireDone(Entry entry, int code, String last) throws IOException {
        if (code == Exit.BAD_INPUT) {
            throw new InputException(
                    "model " + entry.name(),
                    0,
                    "that train ended with " + code + " (" + last + ")",
                    "options with which it trains: try them by themselves");
        }
        if (code != Exit.DONE) {
            throw new IOException("model " + entry.name() + ": train ended with " + code
                    + (last.isEmpty() ? "" : " (" + last + ")") + "; run the experiment again to go on from here");
        }
    }

    /** Those of this process, such as how much memory it may take, so that training is what the command would be; no agents. */
    private static List<String> javaOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agent") && !option.startsWith("-javaagent"))
                .toList();
    }

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the program is ending, and the training with it
            return;
        }
    }

    /** The most memory that a process has had, from what Linux says of it. */
    private static double peak(long process) {
        Path status = Path.of("/proc", Long.toString(process), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException | UncheckedIOException e) {
            return Double.NaN;
        }
    }

    /** Files as one, which share no query: rows of two files would else make one. */
    private Path joined(List<Path> files) throws IOException {
        if (files.size() == 1) {
            return files.get(0);
        }
        for (Path file : files) {
            String name = file.toString().toLowerCase(Locale.ROOT);
            if (name.endsWith(".csv") || name.endsWith(".gz")) {
                throw new InputException(
                        file.toString(),
                        0,
                        "one of several files of a part",
                        "LETOR text that is not packed, or one file");
            }
        }
        Map<String, Path> fileOf = new HashMap<>();
        for (Path file : files) {
            Set<String> own = new HashSet<>();
            QuerySource.of(file, new ReadOptions(threads, 0)).visit(query -> own.add(query.id()));
            for (String query : own) {
                Path other = fileOf.put(query, file);
                if (other != null) {
                    throw new InputException(
                            file.toString(),
                            0,
                            "query " + InputException.quote(query) + ", which is in " + other + " too",
                            "files of a part with queries of their own");
                }
            }
        }
        String sum = sumOf(output -> join(files, output));
        Path whole = cache.resolve("part-" + sum + ".txt");
        // one that was damaged since is written again
        if (!Files.exists(whole) || !checksum(whole).equals(sum)) {
            try (AtomicOutput out = AtomicOutput.create(whole)) {
                join(files, out.stream());
                out.commit();
            }
        }
        return whole;
    }

    private static void join(List<Path> files, OutputStream out) throws IOException {
        for (Path file : files) {
            Files.copy(file, out);
            // the last line of a file may have no end; empty lines are none
            out.write('\n');
        }
    }

    private String key(Entry entry, Fold fold) throws IOException {
        StringBuilder all = new StringBuilder(program).append('\n').append(experiment.seed());
        for (String option : entry.options()) {
            all.append('\n').append(option.length()).append(' ').append(option);
            Optional<Path> named = namedBy(option);
            if (named.isPresent()) {
                all.append(' ').append(sum(named.get()));
            }
        }
        for (List<Path> files : List.of(fold.train(), fold.valid())) {
            all.append('\n');
            for (Path file : files) {
                all.append(sum(file)).append(' ');
            }
        }
        return Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The file that an option or its value names, such as that of preferences, if there is one. */
    private static Optional<Path> namedBy(String option) {
        try {
            Path file = Path.of(option.startsWith("-") ? option.substring(option.indexOf('=') + 1) : option);
            return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private String sum(Path file) throws IOException {
        String known = sums.get(file);
        if (known == null) {
            known = checksum(file);
            sums.put(file, known);
        }
        return known;
    }

    /** Writes bytes. */
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static String checksum(Path file) throws IOException {
        return sumOf(out -> Files.copy(file, out));
    }

    private static String sumOf(Writing bytes) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            bytes.to(out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The sum of all jars and classes that run. */
    private static String program() {
        MessageDigest digest = Sha256.digest();
        try {
            for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path at = Path.of(place);
                Path all = Files.isRegularFile(at)
                                && at.resolveSibling("lib").toFile().isDirectory()
                        ? at.resolveSibling("lib")
                        : at;
                for (Path root : all.equals(at) ? List.of(at) : List.of(at, all)) {
                    if (Files.exists(root)) {
                        try (Stream<Path> files = Files.walk(root)) {
                            for (Path file :
                                    files.filter(Files::isRegularFile).sorted().toList()) {
                                digest.update(checksum(file).getBytes(StandardCharsets.US_ASCII));
                            }
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** All models on each test file of a fold. */
    List<Evaluation> evaluate(Fold fold, List<Trained> trained) {
        List<Function<Query, double[]>> rankers = new ArrayList<>();
        List<String> names = experiment.models().stream().map(Entry::name).toList();
        for (int i = 0; i < names.size(); i++) {
            String model = "model " + names.get(i);
            Ranker ranker = Predictor.read(trained.get(i).model())
                    .as(Ranker.class)
                    .orElseThrow(() -> new InputException(
                            model, 0, "one that ranks no items", "models that train --measure gives: remove it"));
            rankers.add(ranker::scores);
        }
        ReadOptions read = new ReadOptions(threads, 0);
        return fold.test().stream()
                .map(file ->
                        new Evaluator(experiment.measures(), read).rankers(QuerySource.of(file, read), names, rankers))
                .toList();
    }
}
