package io.plumbrank.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.plumbrank.data.AtomicOutput;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.ClassModel;
import io.plumbrank.model.ClassPredictions;
import io.plumbrank.model.ModelFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank predict}. */
@Command(
        name = "predict",
        aliases = "rank",
        description = "Predicts with a trained model.",
        sortOptions = false,
        footer = {"", "Example:", "  plumbrank predict --model model.json --data new.csv --out predictions.tsv"})
final class PredictCommand implements Callable<Integer> {
    @Option(names = "--model", required = true, paramLabel = "MODEL", description = "What plumbrank train wrote.")
    Path model = Path.of("");

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "Instances: CSV with a header, or SVMlight text (plain or .gz). Labels do not matter.")
    Path data = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "Where predictions go; default: standard output.")
    @Nullable
    Path out;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "tsv",
            description = "tsv (row, prediction) or jsonl; default tsv.")
    String output = "";

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        boolean tsv = switch (output.toLowerCase(Locale.ROOT)) {
            case "tsv" -> true;
            case "jsonl" -> false;
            default -> throw common.usage("--output of a model of classes is tsv or jsonl, not '" + output + "'");
        };
        ClassModel classes = (ClassModel) ModelFile.read(model);
        QuerySource source = csv.open(data, Grouping.ROW, Labels.ignored(), common);
        if (out == null) {
            // nothing may be printed before a fault further down the file could be
            StringBuilder text = new StringBuilder();
            write(classes, source, tsv, text::append);
            common.out().print(text);
        } else {
            try (AtomicOutput file = AtomicOutput.create(out)) {
                Writer writer = new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8);
                write(classes, source, tsv, text -> {
                    try {
                        writer.write(text);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                writer.flush();
                file.commit();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        common.noteSkipped(source);
        return Exit.DONE;
    }

    private void write(ClassModel classes, QuerySource source, boolean tsv, Consumer<String> text) {
        if (tsv) {
            text.accept("row\tprediction\n");
        }
        ClassPredictions.forEach(classes, source, common.threads(), (row, prediction) -> {
            String name = classes.loss().predictionName(prediction);
            text.accept(
                    tsv
                            ? (row + 1) + "\t" + name + "\n"
                            : "{\"row\":" + (row + 1) + ",\"prediction\":\"" + quoted(name) + "\"}\n");
        });
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }
}
