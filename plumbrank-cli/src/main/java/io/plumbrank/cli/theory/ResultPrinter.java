package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.papers.PaperDemonstrations;
import io.plumbrank.theory.papers.PaperResult;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.Containment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prints the numbered results of the papers, and which noise condition implies which. */
final class ResultPrinter {
    private final CommonOptions common;

    ResultPrinter(CommonOptions common) {
        this.common = common;
    }

    void print(List<PaperResult> results) {
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    common.out(),
                    json -> json.array(
                            "results",
                            results,
                            (fields, result) -> fields.field("result", result.name())
                                    .field("section", result.section())
                                    .field("says", result.says())
                                    .field("command", result.command())));
            return;
        }
        TextTable table = new TextTable("result", "section", "states", "command");
        for (PaperResult result : results) {
            table.row(result.name(), result.section(), result.says(), result.command());
        }
        table.print(common.out());
    }

    /** Runs the result of this name, or lists the results of a section. */
    int answer(String name, int trials) {
        List<PaperResult> found = PaperResult.find(name);
        if (found.isEmpty()) {
            throw common.usage("no result '" + name + "'; --results lists all, by names such as 'RAT13 Theorem 3'");
        }
        if (found.size() == 1) {
            return run(found.get(0), trials);
        }
        print(found);
        return Exit.DONE;
    }

    /** Runs the command of one result and returns its exit code: 0 where the result holds. */
    private int run(PaperResult result, int trials) {
        PrintWriter out = common.out();
        if (!result.isDemonstrated()) {
            return runCommand(result, trials);
        }
        PaperDemonstrations.Outcome outcome = PaperDemonstrations.of(result, trials, common.seed);
        if (common.format == OutputFormat.JSON) {
            Json.print(out, json -> {
                header(result, json);
                json.field("tried", outcome.tried())
                        .field("broken", outcome.broken())
                        .field("text", outcome.text());
            });
        } else {
            out.println(result.name() + ": " + result.says() + ".");
            out.println(outcome.text());
            out.println(
                    outcome.broken() == 0
                            ? "None of " + outcome.tried() + " random instances breaks it."
                            : outcome.broken() + " of " + outcome.tried() + " random instances break it.");
        }
        return outcome.broken() == 0 ? Exit.DONE : Exit.NO;
    }

    private int runCommand(PaperResult result, int trials) {
        String command = result.command().replaceFirst("--trials \\d+", "--trials " + trials);
        List<String> words = Pattern.compile("'([^']*)'|(\\S+)")
                .matcher(command)
                .results()
                .skip(1)
                .map(word -> word.group(1) != null ? word.group(1) : word.group(2))
                .collect(Collectors.toCollection(ArrayList::new));
        words.stream()
                .filter(word -> word.startsWith("examples/") && !Files.exists(Path.of(word)))
                .findFirst()
                .ifPresent(file -> {
                    throw common.usage(result.name() + " needs the file " + file
                            + " of Plumbrank's source tree: run in that folder: " + command);
                });
        if (common.format == OutputFormat.JSON) {
            words.addAll(List.of("--format", "json"));
        } else {
            common.out().println(result.name() + ": " + result.says() + ".");
            common.out().println("$ " + command);
        }
        int exit = common.spec.root().commandLine().execute(words.toArray(String[]::new));
        return exit == Exit.NO && result.breaks() ? Exit.DONE : exit;
    }

    private static void header(PaperResult result, Json json) throws IOException {
        json.field("result", result.name()).field("says", result.says()).field("command", result.command());
    }

    <Y> void print(CalibrationProblem<Y, ?> problem, List<Containment<Y>> found) {
        PrintWriter out = common.out();
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    out,
                    json -> json.array(
                            "containments",
                            found,
                            (fields, pair) -> fields.field("given", pair.given().text())
                                    .field("condition", pair.other().text())
                                    .field("examined", pair.examined())
                                    .field("obeyed", pair.obeyed())));
            return;
        }
        TextTable table = new TextTable("of distributions that obey", ">examined", "obey", ">so many");
        for (Containment<Y> pair : found) {
            table.row(
                    pair.given().text(),
                    Integer.toString(pair.examined()),
                    pair.other().text(),
                    Integer.toString(pair.obeyed()));
        }
        table.print(out);
        for (Containment<Y> pair : found) {
            LabelDistribution<Y> witness = pair.witness();
            out.println();
            if (witness == null) {
                out.println("No distribution that obeys " + pair.given().text() + " was seen to break "
                        + pair.other().text() + ".");
                continue;
            }
            out.println("This one obeys " + pair.given().text() + " and not "
                    + pair.other().text() + ":");
            TextTable labels = new TextTable(">probability", "label");
            for (int y = 0; y < witness.size(); y++) {
                labels.row(
                        String.format(Locale.ROOT, "%.4f", witness.probability(y)),
                        problem.labels().text(witness.label(y)));
            }
            labels.print(out);
        }
    }
}
