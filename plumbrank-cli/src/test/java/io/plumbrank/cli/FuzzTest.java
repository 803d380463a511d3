package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged and hostile files of all formats and all kinds of models: a command does its work or says in one line why not. The
 * long form is the Maven profile {@code fuzz}; {@code fuzz.seed} takes another seed.
 */
class FuzzTest {
    private static final Path FROZEN = Path.of("plumbrank-cli/src/test/resources/frozen/format-1");
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 600);
    private static final long SEED = Long.getLong("fuzz.seed", 15);
    private static final int SHOWN = 10;

    @TempDir
    private Path folder;

    private final List<Target> targets = new ArrayList<>();

    /**
     * A command and the file of it that is damaged.
     *
     * @param command with {@code @} for that file
     * @param sealed whether the file names the sum of its content, so that no other content may pass
     */
    private record Target(String name, Path file, List<String> command, boolean sealed) {}

    @BeforeEach
    void findTargets() throws IOException {
        try (Stream<Path> files = Files.walk(FROZEN)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".json") || name.endsWith(".ubj") || name.equals("ranklib.txt")) {
                    addModel(file, data(file), false);
                }
            }
        }
        addTrained("ranker.json", "grades", "--measure", "ndcg@5");
        addTrained("pairs.json", "grades", "--measure", "pd", "--surrogate", "pairs");
        addTrained("labels.json", "labels", "--measure", "kendall", "--ranking", "by_");
        addTrained(
                "classes.json",
                "classes",
                "--loss-matrix",
                FROZEN.resolve("classes/data-costs.csv").toString());
        Path letor = FROZEN.resolve("grades/data.txt");
        String ranker = FROZEN.resolve("grades/ranker-linear.json").toString();
        add("letor", letor, "eval", "--model", ranker, "--data", "@", "--measures", "ndcg,map,pd");
        add("letor-gzip", gzip(letor), "predict", "--model", ranker, "--data", "@");
        add(
                "csv",
                FROZEN.resolve("named/data.csv"),
                "eval",
                "--data",
                "@",
                "--model",
                FROZEN.resolve("named/ranker-linear.json").toString());
        add(
                "csv-classes",
                FROZEN.resolve("classes/data.csv"),
                "eval",
                "--data",
                "@",
                "--model",
                FROZEN.resolve("classes/class-linear.json").toString());
        add(
                "csv-labels",
                FROZEN.resolve("labels/data.csv"),
                "eval",
                "--data",
                "@",
                "--model",
                FROZEN.resolve("labels/linear-pairs.json").toString());
        add(
                "train",
                letor,
                "train",
                "--train",
                "@",
                "--folds",
                "2",
                "--measure",
                "ndcg",
                "--lambda",
                "1",
                "--quiet",
                "--out",
                folder.resolve("trained.json").toString());
        add("loss-matrix", FROZEN.resolve("classes/data-costs.csv"), "loss", "--matrix", "@");
        addTrec();
        addVotes();
    }

    private static Path data(Path model) {
        Path csv = model.resolveSibling("data.csv");
        return Files.exists(csv) ? csv : model.resolveSibling("data.txt");
    }

    private void add(String name, Path file, String... command) {
        targets.add(new Target(name, file, List.of(command), false));
    }

    private void addModel(Path model, Path data, boolean sealed) {
        targets.add(new Target(
                model.toString(),
                model,
                List.of("predict", "--model", "@", "--data", data.toString(), "--output", "tsv"),
                sealed));
    }

    private void addTrained(String name, String from, String... options) {
        Path model = folder.resolve(name);
        Path data = data(FROZEN.resolve(from).resolve(name));
        List<String> command = new ArrayList<>(
                List.of("train", "--train", data.toString(), "--folds", "2", "--quiet", "--out", model.toString()));
        command.addAll(List.of(options));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isZero();
        addModel(model, data, true);
    }

    private Path gzip(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(Files.readAllBytes(file));
        }
        return Files.write(folder.resolve("data.txt.gz"), bytes.toByteArray());
    }

    private void addTrec() throws IOException {
        StringBuilder qrels = new StringBuilder();
        StringBuilder run = new StringBuilder();
        for (int query = 1; query <= 4; query++) {
            for (int item = 0; item < 6; item++) {
                qrels.append("q" + query + " 0 d" + item + " " + (query * item % 3) + "\n");
                run.append("q" + query + " Q0 d" + item + " " + (item + 1) + " " + (6 - item) / 2.0 + " tag\n");
            }
        }
        Path judged = Files.writeString(folder.resolve("qrels.txt"), qrels);
        Path ranked = Files.writeString(folder.resolve("run.txt"), run);
        add("qrels", judged, "eval", "--qrels", "@", "--run", ranked.toString(), "--measures", "ndcg,map,err,bpref");
        add("run", ranked, "eval", "--qrels", judged.toString(), "--run", "@", "--measures", "ndcg,map,err,bpref");
    }

    private void addVotes() throws IOException {
        String names = "# NUMBER ALTERNATIVES: 4\n" + "# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n"
                + "# ALTERNATIVE NAME 3: c\n# ALTERNATIVE NAME 4: d\n";
        votes("v.soc", names + "3: 1,2,3,4\n2: 2,3,1,4\n4: 3,1,2,4\n");
        votes("v.toi", names + "3: 1,{2,3}\n2: {2,3},1,4\n4: 3\n");
        votes("v.csv", "winner,loser,weight\na,b,3\nb,c,2\nc,a,4\n");
        votes("v.mat", "3\n0 1 2\n3 0 4\n5 6 0\n");
    }

    private void votes(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        add("votes-" + name, file, "aggregate", "--votes", "@", "--time-limit", "2s");
    }

    @Test
    void everyInputIsWorkedWithOrRefusedInOneLine() {
        Map<Integer, Integer> exits = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Map<String, CommandRun> good = new ConcurrentHashMap<>();
        IntStream.range(0, INPUTS).parallel().forEach(number -> {
            Target target = targets.get(number % targets.size());
            CommandRun whole = good.computeIfAbsent(target.name, name -> run(target, target.file));
            long seed = SEED * 1_000_000_007 + number;
            try {
                byte[] content = new Mutator(seed).mutated(Files.readAllBytes(target.file));
                Path damaged = folder.resolve(number + "-" + target.file.getFileName());
                Files.write(damaged, content);
                CommandRun run = run(target, damaged);
                exits.merge(run.exit(), 1, Integer::sum);
                String fault = fault(target, whole, run);
                if (!fault.isEmpty()) {
                    wrong.add("input " + number + ", seed " + seed + ", " + target.name + ": " + fault);
                }
                Files.delete(damaged);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        System.out.println("fuzz: " + INPUTS + " inputs of " + targets.size() + " formats and models, seed " + SEED
                + ", exit codes " + new TreeMap<>(exits));
        assertThat(wrong.stream().limit(SHOWN)).as("%d wrong", wrong.size()).isEmpty();
    }

    private static CommandRun run(Target target, Path file) {
        return CommandRun.of(target.command.stream()
                .map(word -> word.equals("@") ? file.toString() : word)
                .toArray(String[]::new));
    }

    private static String fault(Target target, CommandRun whole, CommandRun run) {
        long lines =
                run.err().lines().filter(line -> !line.startsWith("note: ")).count();
        if (run.exit() == Exit.DONE) {
            if (target.sealed && !run.out().equals(whole.out())) {
                return "other predictions from a model that names the sum of its content";
            }
            boolean numbers = target.command.get(0).equals("predict");
            return numbers && run.out().matches("(?s).*\t-?(NaN|Infinity).*") ? "a score that is no number" : "";
        }
        if (run.exit() != Exit.BAD_INPUT) {
            return "exit " + run.exit() + ": " + run.err();
        }
        boolean clean = run.err().chars().noneMatch(c -> Character.isISOControl(c) && c != '\n');
        return lines == 1 && clean && !run.err().isBlank() ? "" : lines + " lines: " + run.err();
    }

    /** The same seed gives the same files, so that a find can be looked at again. */
    @Test
    void aSeedGivesTheSameFile() {
        byte[] good = "1 qid:1 1:0.5 2:3\n0 qid:1 1:1\n".getBytes(StandardCharsets.UTF_8);
        for (long seed = 0; seed < 50; seed++) {
            assertThat(new Mutator(seed).mutated(good)).isEqualTo(new Mutator(seed).mutated(good));
        }
    }
}
