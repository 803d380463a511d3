package io.plumbrank.cli;

import io.plumbrank.data.AtomicOutput;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.ClassModel;
import io.plumbrank.model.ForeignModels;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.QueryScorer;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
        footer = {
            "",
            "Examples:",
            "  plumbrank predict --model ranker.json --data new.txt --out new.run",
            "  plumbrank predict --model classes.json --data new.csv --out predictions.tsv"
        })
final class PredictCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "What plumbrank train wrote, or a ranker of XGBoost or RankLib.")
    Path model = Path.of("");

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "CSV with a header, or LETOR and SVMlight text (plain or .gz). Labels do not matter.")
    Path data = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "Where predictions go; default: standard output.")
    @Nullable
    Path out;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            description = "trec, tsv or jsonl for a ranker, default trec; tsv or jsonl for classes, default tsv.")
    @Nullable
    String output;

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.refuse("--format");
        Optional<QueryScorer> foreign = ForeignModels.read(model);
        if (foreign.isEmpty() && ModelFile.read(model) instanceof ClassModel classes) {
            QuerySource source = csv.open(data, Grouping.ROW, Labels.ignored(), common);
            boolean tsv = !form("a model of classes", "tsv", "jsonl").equals("jsonl");
            return write(source, text -> ClassOutput.write(classes, source, tsv, common.threads(), text));
        }
        QueryScorer ranker = foreign.orElseGet(() -> Rankers.read(model, common));
        QuerySource source = csv.open(data, Grouping.QUERY, Labels.ignored(), common);
        RankerOutput form =
                RankerOutput.valueOf(form("a ranker", "trec", "tsv", "jsonl").toUpperCase(Locale.ROOT));
        return write(source, text -> form.write(ranker, source, common.threads(), text));
    }

    /** The form that was asked for, or the first. */
    private String form(String what, String... known) {
        String word = output == null ? known[0] : output.strip().toLowerCase(Locale.ROOT);
        if (!List.of(known).contains(word)) {
            throw common.usage("--output of " + what + " is "
                    + String.join(", ", List.of(known).subList(0, known.length - 1)) + " or " + known[known.length - 1]
                    + ", not '" + output + "'");
        }
        return word;
    }

    private int write(QuerySource source, Consumer<Consumer<String>> predictions) {
        if (out == null) {
            // nothing may be printed before a fault further down the file could be
            StringBuilder text = new StringBuilder();
            predictions.accept(text::append);
            common.out().print(text);
        } else {
            try (AtomicOutput file = AtomicOutput.create(out)) {
                Writer writer = new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8);
                predictions.accept(text -> {
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
}
