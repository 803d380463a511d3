package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
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
import java.util.List;
import java.util.Locale;

/** Prints the numbered results of the papers, and which noise condition implies which. */
final class ResultPrinter {
    private final CommonOptions common;

    ResultPrinter(CommonOptions common) {
        this.common = common;
    }

    void printAll() {
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    common.out(),
                    json -> json.array(
                            "results",
                            PaperResult.all(),
                            (fields, result) -> fields.field("result", result.name())
                                    .field("says", result.says())
                                    .field("command", result.command())));
            return;
        }
        TextTable table = new TextTable("result", "says", "command");
        for (PaperResult result : PaperResult.all()) {
            table.row(result.name(), result.says(), result.command());
        }
        table.print(common.out());
    }

    /** Prints one, and says whether it holds; of one that another command shows, the command. */
    boolean print(PaperResult result, int trials) {
        PrintWriter out = common.out();
        if (!result.isDemonstrated()) {
            if (common.format == OutputFormat.JSON) {
                Json.print(out, json -> header(result, json));
            } else {
                out.println(result.name() + ": " + result.says() + ".");
                out.println("Shown by: " + result.command());
            }
            return true;
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
        return outcome.broken() == 0;
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
