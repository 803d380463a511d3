package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.data.text.ProbabilityFile;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.kinds.DecisionWriter;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.classes.MatrixLoss;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank decide}. */
@Refused(options = {"--format", "--skip-bad"})
@Command(
        name = "decide",
        description = "Makes the decisions of least expected cost, from the class probabilities of any tool.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  plumbrank decide --probabilities p.csv --loss-matrix costs.csv --out decisions.tsv",
            "",
            "The first line of the probabilities names the classes, as the loss matrix does, in any order. A row sums to 1 within",
            "  0.001, for printed digits, and is divided by its sum. With a matrix without names, classes are called 1, 2, ….",
            "The output has the columns row, prediction, expectedCost, runnerUp and runnerUpCost, and id where the probabilities have a",
            "  column id or one without a name before the others."
        })
public final class DecideCommand implements Callable<Integer> {
    @Option(
            names = "--probabilities",
            required = true,
            paramLabel = "FILE",
            description = "CSV (plain or .gz): a column per class, a row per decision.")
    Path probabilities = Path.of("");

    @FileOption
    @Option(names = "--loss-matrix", required = true, paramLabel = "L", description = LossOptions.DESCRIPTION)
    String lossMatrix = "";

    @FileOption(written = true)
    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = FileOption.Output.class,
            description = "Where decisions go; default, or -: standard output.")
    @Nullable
    Path out;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "tsv",
            description = "tsv, the default, or jsonl.")
    String output = "";

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        PredictionFormat format = switch (output.strip().toLowerCase(Locale.ROOT)) {
            case "tsv" -> PredictionFormat.TSV;
            case "jsonl" -> PredictionFormat.JSONL;
            default -> throw common.usage("--output is tsv or jsonl, not '" + output + "'");
        };
        ClassLoss<?> loss = LossOptions.closedForm(lossMatrix, common)
                .orElseGet(() -> MatrixLoss.of(LossOptions.matrix(lossMatrix, common)));
        decide(loss, format);
        return Exit.DONE;
    }

    private <T> void decide(ClassLoss<T> loss, PredictionFormat format) {
        PredictionOutput.write(out, common, text -> {
            DecisionWriter<T> writer = new DecisionWriter<>(loss, format, text);
            ProbabilityFile.visit(
                    probabilities,
                    IntStream.range(0, loss.classes()).mapToObj(loss::className).toList(),
                    writer::write);
            writer.end();
        });
    }
}
