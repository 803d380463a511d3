package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LimitOptions;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.algorithms.DecodeTally;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Predictor;
import io.plumbrank.target.LossMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "  plumbrank predict --model classes.json --data new.csv --out predictions.tsv",
            "  plumbrank predict --model classes.json --data new.csv --loss-matrix other-costs.csv",
            "",
            "For classes, tsv has the columns row and prediction; a model of probabilities (--surrogate logistic) adds expectedCost,",
            "  runnerUp and runnerUpCost, and jsonl has expectedCosts of all predictions and probabilities of all classes too."
        })
public final class PredictCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "What plumbrank train wrote, or a ranker of XGBoost, LightGBM or RankLib.")
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

    @FileOption
    @Option(
            names = "--loss-matrix",
            paramLabel = "L",
            description =
                    "With a model of classes: decide for these costs by the same fit. A model that was trained with --surrogate"
                            + " logistic decides for any costs.")
    @Nullable
    String lossMatrix;

    @Mixin
    LimitOptions limits = new LimitOptions();

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Predictor read = featureBase.fitted(Predictor.read(model), model, csv.isCsv(data, common), common);
        Predictor predictor = limited(redecided(read));
        DecodeTally tally = new DecodeTally(predictor.limits());
        predict(predictor.countedBy(tally::add));
        tally.sentence(predictor.reading().grouping()).ifPresent(common::note);
        return Exit.DONE;
    }

    private Predictor limited(Predictor read) {
        Optional<? extends Predictor> limited = read.withLimits(common.checked(() -> limits.or(read.limits())));
        if (limited.isEmpty()) {
            common.refuse(LimitOptions.NAMES);
            return read;
        }
        return limited.get();
    }

    private void predict(Predictor predictor) {
        PredictionFormat format = format(predictor);
        QuerySource source = predictor.watching(csv.open(data, predictor.reading(), predictor.featureNames(), common));
        PredictionOutput.write(out, common, text -> predictor.write(source, format, common.threads(), text));
        common.noteSkipped(source);
    }

    /** A model of classes for other costs, where there are some. */
    private Predictor redecided(Predictor read) {
        String costs = lossMatrix;
        if (costs == null) {
            return read;
        }
        LossMatrix matrix = LossOptions.matrix(costs, common);
        return LossOptions.suited(costs, common, () -> read.withCosts(matrix))
                .<Predictor>map(decided -> decided)
                .orElseThrow(() -> common.usage("--loss-matrix needs a model of classes"));
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
}
