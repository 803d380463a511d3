package io.plumbrank.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Runs the usual commands on generated data and prints nothing. The launcher records the classes that this loads, and every later
 * start finds them in memory form. A command that fails here only leaves classes out.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("plumbrank-rehearsal");
        try {
            rehearse(folder);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /** @return the exit codes of the commands */
    static List<Integer> rehearse(Path folder) throws IOException {
        String qrels = write(folder, "qrels", "1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 b 2\n");
        String run = write(folder, "run", "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n2 Q0 a 1 2 x\n2 Q0 b 2 1 x\n");
        String costs = write(folder, "costs.csv", "0,1\n3,0\n");
        String train = folder.resolve("train.txt").toString();
        String valid = folder.resolve("valid.txt").toString();
        String linear = folder.resolve("linear.json").toString();
        String trees = folder.resolve("trees.json").toString();
        List<String> learn = List.of("train", "--measure", "ndcg@10", "--train", valid, "--quiet", "--model");
        List<List<String>> jobs = new ArrayList<>(List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("no-command"),
                List.of("demo", "--out", folder.toString()),
                with(learn, "linear", "--valid", train, "--out", linear),
                with(learn, "trees", "--engine", "own", "--param", "n_estimators=2", "--out", trees),
                List.of("eval", "--model", linear, "--data", valid, "--measures", "ndcg@10,map"),
                List.of("eval", "--model", trees, "--data", valid, "--measures", "ndcg@10", "--format", "json"),
                List.of("eval", "--qrels", qrels, "--run", run, "--run", run, "--measures", "ndcg@10,map"),
                List.of("predict", "--model", trees, "--data", valid),
                List.of("explain", "--measure", "map"),
                List.of("explain", "--model", linear),
                List.of("loss", "--matrix", costs),
                List.of("aggregate", "--run", run, "--run", run, "--fusion", "kemeny")));
        for (String command : Commands.NAMES) {
            jobs.add(List.of(command, "--help"));
        }
        List<Integer> codes = new ArrayList<>();
        for (List<String> job : jobs) {
            String[] args = job.toArray(String[]::new);
            CommandLine command = Main.configure(Commands.forArguments(args));
            command.setOut(new PrintWriter(Writer.nullWriter())).setErr(new PrintWriter(Writer.nullWriter()));
            codes.add(Main.run(command, args));
        }
        return codes;
    }

    private static List<String> with(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    private static String write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
