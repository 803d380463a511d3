package io.plumbrank.cli;

import io.plumbrank.data.QuerySource;
import io.plumbrank.model.PairRanker;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.AtomicOutput;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank predict}. */
@Refused(options = "--format")
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

    @FileOption(written = true)
    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = FileOption.Output.class,
            description = "Where predictions go; default, or -: standard output.")
    @Nullable
    Path out;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            description =
                    "trec, tsv or jsonl for a ranker, default trec; tsv or jsonl for classes and label rankings, default tsv.")
    @Nullable
    String output;

    @Option(
            names = "--time-limit",
            paramLabel = "T",
            description = "With a ranker by pairs: how long a query may be decoded; default: as in training.")
    @Nullable
    String timeLimit;

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.refuse("--format");
        Predictor read = featureBase.fitted(Predictor.read(model), model, csv.isCsv(data, common), common);
        if (!(read instanceof PairRanker)) {
            common.refuse("--time-limit");
        }
        String limit = timeLimit;
        Predictor predictor = read instanceof PairRanker pairs && limit != null
                ? pairs.withTimeLimit(common.checked(() -> AggregateCommand.duration(limit)))
                : read;
        PredictionFormat format = format(predictor);
        QuerySource source = predictor.watching(csv.open(data, predictor.reading(), predictor.featureNames(), common));
        return write(source, text -> predictor.write(source, format, common.threads(), text));
    }

    /** The form that was asked for, or the predictor's first. */
    private PredictionFormat format(Predictor predictor) {
        List<PredictionFormat> known = predictor.formats();
        String word = output == null ? known.get(0).text() : output.strip().toLowerCase(Locale.ROOT);
        List<String> words = known.stream().map(PredictionFormat::text).toList();
        if (!words.contains(word)) {
            throw common.usage("--output of " + predictor.words() + " is "
                    + String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.get(words.size() - 1)
                    + ", not '" + output + "'");
        }
        return known.get(words.indexOf(word));
    }

    private int write(QuerySource source, Consumer<Consumer<String>> predictions) {
        if (out == null || out.equals(FileOption.STANDARD_OUTPUT)) {
            print(predictions);
        } else {
            try (AtomicOutput file = AtomicOutput.create(out)) {
                Writer writer = new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8);
                predictions.accept(text -> write(text, writer));
                writer.flush();
                file.commit();
            } catch (IOException e) {
                throw AtomicOutput.fault(out, e);
            }
        }
        common.noteSkipped(source);
        return Exit.DONE;
    }

    /** Nothing may be printed before a fault further down the file could be, so it goes to a file first. */
    private void print(Consumer<Consumer<String>> predictions) {
        try {
            Path spool = AtomicOutput.spool();
            try {
                try (Writer writer = Files.newBufferedWriter(spool)) {
                    predictions.accept(text -> write(text, writer));
                } catch (IOException e) {
                    throw AtomicOutput.fault(spool, e);
                }
                try (Reader reader = Files.newBufferedReader(spool)) {
                    reader.transferTo(common.out());
                }
            } finally {
                Files.delete(spool);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(String text, Writer writer) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
