package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.server.ModelServer;
import io.plumbrank.server.ModelSource;
import io.plumbrank.server.ServerSettings;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds {@code docs/reference/inputs.md} to what every command does with models of every kind and every form of a file.
 * {@code -Ddocs.update=true} writes the page anew.
 */
@Tag("full")
class InputsPageTest {
    private static final Path PAGE = Path.of("docs", "reference", "inputs.md");

    @TempDir
    Path folder;

    /** A kind of model, by what trains it; of another tool where that is nothing. */
    private enum Kind {
        ITEMS("rankers", "queries.csv", "--measure ndcg@5"),
        PAIRS("rankers by pairs", "queries.csv", "--measure pd --surrogate pairs"),
        CLASSES("classes", "rows.csv", "--loss-matrix %s/costs.csv"),
        COSTS("costs of rows", "costs-of-rows.csv", "--costs cost_"),
        LABELS("rankings of labels", "rankings.csv", "--measure kendall --ranking by_"),
        IMPORTED("rankers of RankLib", "queries.txt", "");

        private final String words;
        private final String data;
        private final String options;

        Kind(String words, String data, String options) {
            this.words = words;
            this.data = data;
            this.options = options;
        }

        String ending() {
            return data.substring(data.lastIndexOf('.'));
        }
    }

    private enum Form {
        PLAIN("plain"),
        GZ("`.gz`"),
        PIPE("pipe"),
        PARQUET("Parquet");

        private final String words;

        Form(String words) {
            this.words = words;
        }
    }

    /** M is the model, D the data, O an output. */
    private static final Map<String, String> COMMANDS = commands();

    private static Map<String, String> commands() {
        Map<String, String> commands = new LinkedHashMap<>();
        commands.put("train", "--quiet --model linear --lambda 1 --folds 2 --train D --out O");
        commands.put("predict", "--model M --data D");
        commands.put("eval", "--model M --data D");
        commands.put("report", "--model M --data D --out O");
        commands.put("importance", "--model M --data D");
        commands.put("why", "--model M --data D --query 1");
        commands.put("diagnose", "--model M --data D");
        commands.put("export", "--model M --to java --out O --data D");
        return commands;
    }

    private void write(String name, List<String> lines) throws IOException {
        Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private void writeData() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<String> queries = new ArrayList<>(List.of("label,query,item,a,b"));
        List<String> text = new ArrayList<>();
        List<String> rows = new ArrayList<>(List.of("label,a,b"));
        List<String> costs = new ArrayList<>(List.of("a,b,cost_call,cost_mail"));
        List<String> rankings = new ArrayList<>(List.of("a,b,by_tea,by_milk,by_water"));
        for (int i = 0; i < 60; i++) {
            double a = Math.round(random.nextDouble() * 1000) / 1000.0;
            double b = Math.round(random.nextDouble() * 1000) / 1000.0;
            int label = (int) (3 * (a + 0.3 * random.nextDouble()) / 1.3);
            queries.add(label + "," + (1 + i / 5) + ",d" + i + "," + a + "," + (i % 9 == 4 ? "" : b));
            text.add(label + " qid:" + (1 + i / 5) + " 1:" + a + " 2:" + b + " # d" + i);
            rows.add(List.of("cold", "flu", "cough").get(label) + "," + a + "," + b);
            costs.add(a + "," + b + "," + (1 + label) + "," + (4 - label));
            rankings.add(a + "," + b + "," + (label == 0 ? "1,2,3" : label == 1 ? "2,1,3" : "3,2,1"));
        }
        write("queries.csv", queries);
        write("queries.txt", text);
        write("rows.csv", rows);
        write("costs-of-rows.csv", costs);
        write("rankings.csv", rankings);
        write("costs.csv", List.of("class,rest,pills", "cold,0,1", "flu,3,0", "cough,1,1"));
        Files.writeString(
                folder.resolve("IMPORTED.model"),
                "## LambdaMART\n<ensemble><tree id=\"1\" weight=\"1\"><split><feature>1</feature><threshold>0.5</threshold>"
                        + "<split pos=\"left\"><output>1</output></split><split pos=\"right\"><output>3</output></split>"
                        + "</split></tree></ensemble>\n");
        for (Kind kind : Kind.values()) {
            if (!kind.options.isEmpty()) {
                CommandRun run = CommandRun.of(words(kind, "train", data(kind, Form.PLAIN), model(kind), ""));
                assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
            }
        }
    }

    private Path model(Kind kind) {
        return folder.resolve(kind + ".model");
    }

    private String[] words(Kind kind, String command, Path data, Path output, String model) {
        List<String> words = new ArrayList<>(List.of(command));
        for (String word : Objects.requireNonNull(COMMANDS.get(command)).split(" ")) {
            words.add(
                    switch (word) {
                        case "M" -> model;
                        case "D" -> data.toString();
                        case "O" -> output.toString();
                        default -> word;
                    });
        }
        if (command.equals("train") && !kind.options.isEmpty()) {
            words.addAll(
                    Arrays.asList(kind.options.replace("%s", folder.toString()).split(" ")));
        }
        if (command.equals("importance") && kind == Kind.IMPORTED) {
            words.addAll(List.of("--measure", "ndcg@5"));
        }
        return words.toArray(String[]::new);
    }

    /** The data of a kind in a form; a pipe is filled once. */
    private Path data(Kind kind, Form form) throws IOException {
        return inForm(folder.resolve(kind.data), kind.ending(), form);
    }

    private Path inForm(Path plain, String ending, Form form) throws IOException {
        String name = "" + plain.getFileName();
        Path own = Files.createDirectories(folder.resolve(form + "-" + name)).resolve("data" + ending);
        switch (form) {
            case PLAIN -> {
                return plain;
            }
            case GZ -> {
                Path packed = own.resolveSibling(own.getFileName() + ".gz");
                try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
                    Files.copy(plain, out);
                }
                return packed;
            }
            case PARQUET -> {
                return PlainParquet.of(plain, own.resolveSibling("data.parquet"));
            }
            default -> {
                Files.deleteIfExists(own);
                return pipe(own, Files.readAllBytes(plain));
            }
        }
    }

    private static Path pipe(Path pipe, byte[] content) throws IOException {
        try {
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, content);
            } catch (IOException e) {
                Thread.currentThread().interrupt(); // nobody reads on
            }
        });
        writer.setDaemon(true);
        writer.start();
        return pipe;
    }

    /** The same but for the names of files, and figures of time. */
    private String said(CommandRun run) {
        return run.out().replaceAll("\\S*" + folder.getFileName() + "\\S*", "FILE");
    }

    /** Whether a command took it; refusals are one line that says what to do. */
    private static boolean isTaken(CommandRun run, String what) {
        assertThat(run.exit()).as(what + ": " + run.err()).isIn(Exit.DONE, Exit.BAD_INPUT);
        if (run.exit() == Exit.BAD_INPUT) {
            assertThat(run.err().lines().filter(line -> !line.startsWith("note: ")))
                    .as(what)
                    .hasSize(1);
        }
        return run.exit() == Exit.DONE;
    }

    @Test
    void thePageSaysWhatEveryCommandTakes() throws IOException {
        writeData();
        StringBuilder page = new StringBuilder("""
                # What each command takes

                *For people who ask whether a command takes a model, or a form of a file.*

                The page is generated by running each command. A dash means that the command refuses it in one line that says why.

                ## Data

                | command |""");
        for (Kind kind : Kind.values()) {
            page.append(' ').append(kind.words).append(" |");
        }
        page.append("\n| --- |").append(" --- |".repeat(Kind.values().length)).append('\n');
        for (String command : COMMANDS.keySet()) {
            page.append("| `").append(command).append("` |");
            for (Kind kind : Kind.values()) {
                page.append(' ').append(forms(command, kind)).append(" |");
            }
            page.append('\n');
        }
        page.append("""

                Another tool trains the rankers of RankLib, and their files do not hold the weights that `why` needs; those of XGBoost do. They
                know features by number, and columns of Parquet have names. Positions of labels and costs of rows are read from CSV alone.

                ## Models

                | command | plain | `.gz` | pipe |
                | --- | --- | --- | --- |
                """);
        for (String command : List.of("predict", "eval", "report", "importance", "why", "explain", "export", "serve")) {
            page.append("| `").append(command).append("` |");
            for (Form form : List.of(Form.PLAIN, Form.GZ, Form.PIPE)) {
                page.append(takesModel(command, form) ? " yes |" : " – |");
            }
            page.append('\n');
        }
        page.append("""

                `serve` reads a model again when its file is replaced, and takes only regular files.
                """);
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page.toString());
    }

    /** The forms that are taken, all of which have the same output. */
    private String forms(String command, Kind kind) throws IOException {
        if (command.equals("train") && kind.options.isEmpty()) {
            return "–";
        }
        Map<Form, String> taken = new EnumMap<>(Form.class);
        for (Form form : Form.values()) {
            if (form == Form.PARQUET && kind.ending().equals(".txt")) {
                continue;
            }
            String what = command + " " + kind + " " + form;
            Path output = folder.resolve(what.replace(' ', '-') + (command.equals("export") ? "/Model.java" : ".html"));
            Files.createDirectories(output.getParent());
            CommandRun run = CommandRun.of(
                    words(kind, command, data(kind, form), output, model(kind).toString()));
            if (isTaken(run, what)) {
                taken.put(form, said(run));
            }
        }
        Map<Form, String> alike = new EnumMap<>(taken);
        if (command.equals("eval") && kind == Kind.COSTS) {
            alike.remove(Form.PIPE); // what always predicting the same costs takes another pass
        }
        assertThat(alike.values().stream().distinct().count())
                .as(command + " " + kind + ": " + alike)
                .isLessThanOrEqualTo(1);
        if (taken.isEmpty()) {
            return "–";
        }
        return taken.keySet().stream().map(form -> form.words).collect(Collectors.joining(", "));
    }

    private boolean takesModel(String command, Form form) throws IOException {
        List<Boolean> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.ITEMS, Kind.CLASSES)) {
            Path model = inForm(model(kind), ".json", form);
            String what = command + " with a model from " + form;
            if (command.equals("serve")) {
                all.add(isServed(model));
                continue;
            }
            Path output = Files.createDirectories(folder.resolve(what + kind)).resolve("Model.java");
            String[] words = command.equals("explain")
                    ? new String[] {"explain", "--model", model.toString()}
                    : words(kind, command, data(kind, Form.PLAIN), output, model.toString());
            all.add(isTaken(CommandRun.of(words), what));
        }
        assertThat(all.stream().distinct()).as(command + " " + form).hasSize(1);
        return all.get(0);
    }

    private static boolean isServed(Path model) {
        try (ModelServer server =
                ModelServer.start(List.of(new ModelSource("m", model)), null, ServerSettings.local(0), line -> {})) {
            assertThat(server.url()).startsWith("http://");
            return true;
        } catch (InputException e) {
            return false;
        }
    }
}
