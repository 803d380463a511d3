package io.plumbrank.cli.train;

import io.plumbrank.cli.models.ReportWriter;
import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.ModelFile;
import io.plumbrank.report.Reported;
import io.plumbrank.train.Training;
import io.plumbrank.util.internal.AtomicOutput;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The outputs of {@code train}: the model, the report and what it prints. */
final class TrainOutput {
    @FileOption(written = true)
    @Option(
            names = "--out",
            required = true,
            paramLabel = "MODEL",
            converter = FileOption.Output.class,
            description = "File for the model (JSON); - is standard output, and then nothing else is printed there.")
    Path out = Path.of("");

    @FileOption(written = true)
    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "File for a report (HTML) on the model, on --valid if it is given, else on --train.")
    @Nullable
    Path report;

    @Option(names = "--explain", description = "Also print the trials, the surrogate risks and the whole guarantee.")
    boolean explain;

    /** Fails before the work where a file cannot be written, or not be read once more. */
    void probe(FitOptions fit) {
        AtomicOutput.probe(out);
        if (report != null) {
            AtomicOutput.probe(report);
            fit.common
                    .rules()
                    .wrong(
                            QuerySource.isReadOnce(fit.valid == null ? fit.train : fit.valid),
                            "--report reads the data once more: give a file, not a pipe");
        }
    }

    /** Writes the model and the report. */
    void write(Training<?> training, QuerySource data, FitOptions fit, PreferenceOption preferences) {
        ModelFile.write(training.model(), out);
        if (report == null) {
            return;
        }
        String sentence = fit.valid == null
                ? "The data of this report are the training data: the model was fitted to them, and does better on them than on"
                        + " others. The values under Training are from rows that were not fitted."
                : "The data of this report are the validation data, on which the model was chosen: on others it does somewhat"
                        + " worse.";
        Reported model =
                new Reported(out.getFileName().toString(), training.model().predictor(), data, training);
        new ReportWriter(fit.common, preferences).write(List.of(model), null, List.of(sentence), report);
    }

    /** Prints how training went, unless the model itself is printed. */
    void print(Training<?> training, CommonOptions common) {
        boolean free = !out.equals(FileOption.STANDARD_OUTPUT);
        if (free && (!common.quiet || common.format != OutputFormat.TABLE)) {
            new TrainReport(training, out, common.out()).print(common.format, explain);
            common.out().flush(); // an interrupted JVM waits for this method, and not for more
        }
    }
}
