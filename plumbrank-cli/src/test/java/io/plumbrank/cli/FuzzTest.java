package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged and hostile files of all formats and all kinds of models: a command does its work or says in one line why not. The
 * long form is the Maven profile {@code fuzz}; {@code fuzz.seed} takes another seed.
 */
class FuzzTest {
    private static final Path FROZEN = Path.of("plumbrank-cli/src/test/resources/frozen/format-1");
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 500);
    private static final long SEED = Long.getLong("fuzz.seed", 15);
    private static final int SHOWN = 10;

    private static final String[] EXPORTS = {
        "xgboost-json",
        "xgboost-ubj",
        "xgboost-dump",
        "opensearch",
        "opensearch-ranklib",
        "solr",
        "ranklib",
        "vespa",
        "onnx",
        "java"
    };

    /** Commands whose code 1 is an answer. */
    private static final Set<String> ANSWERS = Set.of("check", "export");

    private static final Set<String> OPTIONAL = Set.of("eval", "importance", "diagnose", "export");

    @TempDir
    private static Path data;

    @TempDir
    private Path folder;

    private final List<Target> targets = new ArrayList<>();

    /**
     * A command and the file of it that is damaged.
     *
     * @param command with {@code @} for that file, {@code ~} for a place to write to and {@code ^} for a format of export
     * @param sealed whether the file names the sum of its content, so that no other content may pass
     */
    private record Target(String name, Path file, List<String> command, boolean sealed) {
        String[] words(Path damaged, Path out, int number) {
            return command.stream()
                    .map(word -> switch (word) {
                        case "@" -> damaged.toString();
                        case "~" -> out.resolve("out").toString();
                        case "^" -> EXPORTS[number % EXPORTS.length];
                        default -> word;
                    })
                    .toArray(String[]::new);
        }
    }

    private void findTargets() throws IOException {
        GeneratedData.write(data);
        try (Stream<Path> files = Files.walk(FROZEN)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".json") || name.endsWith(".ubj") || name.equals("ranklib.txt")) {
                    addModel(file, data(file), false);
                }
            }
        }
        addTrained();
        addData();
        addTrec();
        addVotes();
        if (INPUTS > targets.size() * 10) {
            targets.removeIf(this::isRefused);
        }
    }

    /** Some kinds of models have no importances, for instance; all else must work as long as nothing is damaged. */
    private boolean isRefused(Target target) {
        CommandRun run = CommandRun.of(target.words(target.file, folder, 0));
        boolean optional = OPTIONAL.contains(target.command.get(0));
        assertThat(optional || run.exit() <= Exit.NO)
                .as(target.name + ": " + run.err())
                .isTrue();
        return run.exit() == Exit.BAD_INPUT && !ANSWERS.contains(target.command.get(0));
    }

    private static Path data(Path model) {
        Path csv = model.resolveSibling("data.csv");
        return Files.exists(csv) ? csv : model.resolveSibling("data.txt");
    }

    /** @param command with {@code %} for the folder of the data */
    private void add(String name, Path file, String command) {
        targets.add(
                new Target(name, file, List.of(command.replace("%", data + "/").split(" ")), false));
    }

    private void addModel(Path model, Path rows, boolean sealed) {
        List<String> commands =
                new ArrayList<>(List.of("predict --output tsv --data " + rows, "export --to ^ --out ~"));
        if (!sealed) {
            commands.add("eval --data " + rows);
            commands.add("importance --data " + rows);
            commands.add("diagnose --data " + rows);
        }
        for (String command : commands) {
            targets.add(new Target(
                    command.split(" ")[0] + " " + model, model, List.of((command + " --model @").split(" ")), sealed));
        }
    }

    /** Fresh models as they are, and without the sum that would let nothing else be tried. */
    private void addTrained() throws IOException {
        String[] learners = {
            "",
            " --model fourier --features 6",
            " --model trees --param num_round=3",
            " --model trees --engine own --param num_round=3",
            " --model forest --param num_round=3"
        };
        for (String learner : learners) {
            addTrained("ranker", "queries.txt", "--measure ndcg@5" + learner);
            addTrained("columns", "weighted.csv", "--measure map --context mean --normalize query" + learner);
            addTrained("classes", "rows.csv", "--loss-matrix %costs.csv" + learner);
            addTrained("numbers", "rows.txt", "--loss-matrix ordinal(n=5)" + learner);
            addTrained("labels", "rankings.csv", "--measure kendall --ranking by_" + learner);
        }
        addTrained("pairs", "queries.txt", "--measure pd --surrogate pairs");
        addTrained("products", "queries.txt", "--measure map --surrogate pairs");
        addTrained("voted", "items.csv", "--measure pd --surrogate pairs --preferences %votes.csv");
        addTrained("kernel", "rankings.csv", "--measure kendall --ranking by_ --model kernel");
    }

    private void addTrained(String name, String from, String options) throws IOException {
        Path rows = data.resolve(from);
        Path model = folder.resolve(targets.size() + "-" + name + ".json");
        String how = options.contains("trees") ? "--folds 2" : options.contains("forest") ? "--seed 1" : "--lambda 1";
        String command = "train --train " + rows + " --quiet --out " + model + " " + how + " " + options;
        CommandRun run = CommandRun.of(command.replace("%", data + "/").split(" "));
        assertThat(run.exit()).as(command + ": " + run.err()).isZero();
        addModel(model, rows, true);
        Path open = folder.resolve(targets.size() + "-open-" + name + ".json");
        Files.writeString(open, Files.readString(model).replaceFirst("\\s*\"sha256\" : \"[0-9a-f]{64}\",", ""));
        addModel(open, rows, false);
    }

    private void addData() throws IOException {
        Path letor = FROZEN.resolve("grades/data.txt");
        String ranker = " --model " + FROZEN.resolve("grades/ranker-linear.json");
        add("letor", letor, "eval --data @ --measures ndcg,map,pd" + ranker);
        add("letor-weights", letor, "export --to ^ --out ~ --data @" + ranker);
        add("letor-gzip", gzip(letor), "predict --data @" + ranker);
        add("letor-stream", letor, "predict --output jsonl --data @" + ranker);
        add("letor-base", letor, "predict --feature-base 0 --data @ --model " + FROZEN.resolve("grades/xgboost.json"));
        add(
                "csv",
                FROZEN.resolve("named/data.csv"),
                "eval --data @ --model " + FROZEN.resolve("named/ranker-linear.json"));
        for (String model : new String[] {"classes/class-linear.json", "labels/linear-pairs.json"}) {
            add("csv-" + model, data(FROZEN.resolve(model)), "eval --data @ --model " + FROZEN.resolve(model));
        }
        String train = "--folds 2 --lambda 1 --quiet --out ~";
        add("train-letor", letor, "train --train @ --measure ndcg " + train);
        add("train-valid", letor, "train --valid @ --lambda 1,2 --quiet --out ~ --measure ndcg --train " + letor);
        add("train-logistic", letor, "train --train @ --measure map --surrogate logistic " + train);
        add("train-trees", letor, "train --train @ --measure ndcg --model trees --param num_round=2 --folds 2 --out ~");
        add("train-csv", data.resolve("item-weighted.csv"), "train --train @ --measure ndcg " + train);
        add("train-skipping", data.resolve("weighted.csv"), "train --train @ --skip-bad 3 --measure ndcg " + train);
        add("train-classes", data.resolve("rows.csv"), "train --train @ --loss-matrix %costs.csv " + train);
        add("train-costs", data.resolve("costs.csv"), "train --train %rows.csv --loss-matrix @ " + train);
        add("train-labels", data.resolve("partial.csv"), "train --train @ --measure kendall --ranking by_ " + train);
        add(
                "train-preferences",
                data.resolve("votes.csv"),
                "train --train %items.csv --preferences @ --measure pd --surrogate pairs " + train);
        Path costs = FROZEN.resolve("classes/data-costs.csv");
        add("loss-matrix", costs, "loss --matrix @");
        add("loss-dimension", costs, "loss --dimension 1 --matrix @");
        add("loss-explained", costs, "explain --loss-matrix @");
        add(
                "distribution",
                Files.writeString(folder.resolve("p.csv"), "probability,a,b,c\n0.2,0,1,2\n0.5,2,1,0\n0.3,1,1,0\n"),
                "check --measure ndcg --distribution @");
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
        String measures = " --measures ndcg,map,err,bpref";
        add("qrels", judged, "eval --qrels @ --run " + ranked + measures);
        add("run", ranked, "eval --run @ --qrels " + judged + measures);
    }

    private void addVotes() throws IOException {
        String names = "# NUMBER ALTERNATIVES: 4\n" + "# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n"
                + "# ALTERNATIVE NAME 3: c\n# ALTERNATIVE NAME 4: d\n";
        votes("v.soc", names + "3: 1,2,3,4\n2: 2,3,1,4\n4: 3,1,2,4\n");
        votes("v.toi", names + "3: 1,{2,3}\n2: {2,3},1,4\n4: 3\n");
        votes("v.mat", "3\n0 1 2\n3 0 4\n5 6 0\n");
        votes("orders.txt", "2.5: a > b = c\nb > c > a\n# said\n3: c > a\n");
        votes("names.csv", "2.5,a,b,c\n1,b,c\n4,c,a\n");
        votes("positions.csv", "weight,a,b,c\n2,1,2,3\n1.5,2,,1\n1,1,1,2\n1,3,2,1\n");
        votes("matrix.csv", ",a,b,c\na,0,3,1\nb,1,0,2\nc,4,1,0\n");
    }

    private void votes(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        add("votes-" + name, file, "aggregate --votes @ --time-limit 2s");
        add("votes-unranked-" + name, file, "aggregate --votes @ --time-limit 2s --unranked bottom --format json");
    }

    @Test
    void everyInputIsWorkedWithOrRefusedInOneLine() throws IOException {
        findTargets();
        Map<Integer, Integer> exits = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        IntStream.range(0, INPUTS).parallel().forEach(number -> {
            Target target = targets.get(number % targets.size());
            long seed = SEED * 1_000_000_007 + number;
            try {
                byte[] content = new Mutator(seed).mutated(Files.readAllBytes(target.file));
                Path own = folder.resolve(Thread.currentThread().getName());
                Files.createDirectories(own);
                Path damaged = Files.write(own.resolve(target.file.getFileName()), content);
                CommandRun run = CommandRun.of(target.words(damaged, own, number / targets.size()));
                exits.merge(run.exit(), 1, Integer::sum);
                String fault = fault(target, damaged, number / targets.size(), run);
                if (!fault.isEmpty()) {
                    wrong.add("input " + number + ", seed " + seed + ", " + target.name + ": " + fault);
                }
                empty(own);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        System.out.println("fuzz: " + INPUTS + " inputs of " + targets.size() + " formats and models, seed " + SEED
                + ", exit codes " + new TreeMap<>(exits) + ", wrong " + wrong.size());
        assertThat(wrong.stream().sorted().limit(SHOWN))
                .as("%d wrong", wrong.size())
                .isEmpty();
    }

    private static void empty(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
    }

    private static String fault(Target target, Path damaged, int number, CommandRun run) throws IOException {
        Path own = Objects.requireNonNull(damaged.getParent());
        boolean answers = ANSWERS.contains(target.command.get(0));
        if (run.exit() == Exit.DONE || (answers && run.exit() == Exit.NO)) {
            if (target.sealed) {
                CommandRun whole = CommandRun.of(target.words(target.file, own, number));
                if (!run.out().equals(whole.out())) {
                    return "other output from a model that names the sum of its content: " + run.out();
                }
            }
            // a class or a label may have any name
            boolean numbers = target.command.get(0).equals("predict")
                    && !run.out().startsWith("row\tprediction")
                    && !run.out().startsWith("row\tranking\n");
            return numbers && run.out().matches("(?s).*\t-?(NaN|Infinity).*") ? "a score that is no number" : "";
        }
        if (run.exit() != Exit.BAD_INPUT) {
            return "exit " + run.exit() + ": " + run.err();
        }
        try (Stream<Path> left = Files.list(own)) {
            List<Path> litter = left.filter(file -> !file.equals(damaged)).toList();
            if (!litter.isEmpty()) {
                return "refused, and left " + litter;
            }
        }
        long lines =
                run.err().lines().filter(line -> !line.startsWith("note: ")).count();
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
