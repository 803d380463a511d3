package io.plumbrank.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * What a command gave in a JVM of its own.
 *
 * @param exit its code
 * @param out standard output
 * @param err standard error
 */
record OtherJvm(int exit, String out, String err) {
    /** @param options of the JVM */
    static OtherJvm run(List<String> options, List<String> arguments) throws IOException, InterruptedException {
        return ofCommand(command(options, arguments));
    }

    /** Runs a program to its end. */
    static OtherJvm ofCommand(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> {
            try {
                return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return "";
            }
        });
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new OtherJvm(process.waitFor(), out, withoutWarnings(err.join()));
    }

    /** Without what newer JVMs say of native code and of a temporary folder that is not there. */
    private static String withoutWarnings(String text) {
        String rest = text.lines()
                .filter(line -> !line.startsWith("WARNING: "))
                .dropWhile(String::isEmpty)
                .collect(Collectors.joining("\n"));
        return rest.isEmpty() ? rest : rest + "\n";
    }

    static List<String> command(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(Main.class.getName());
        command.addAll(arguments);
        return command;
    }
}
