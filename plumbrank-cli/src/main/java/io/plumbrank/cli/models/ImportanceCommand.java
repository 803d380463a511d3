package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.cli.options.TerminalProgress;
import io.plumbrank.cli.options.TopOption;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.QuerySource;
import io.plumbrank.explain.FeatureImportances;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.explain.FeatureImportances.Splits;
import io.plumbrank.explain.PermutationImportance;
import io.plumbrank.explain.TaskImportance;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank importance}. */
@Command(
        name = "importance",
        description = "Measures how much worse a model becomes when a feature is shuffled.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank importance --model ranker.json --data test.txt",
            "  plumbrank importance --model ranker.json --data test.csv --measure map --repeats 20 --top 5"
        })
public final class ImportanceCommand implements Callable<Integer> {
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
            description = "Labelled data: CSV with a header, or LETOR text (plain or .gz); better not what trained it.")
    Path data = Path.of("");

    @Option(
            names = "--measure",
            paramLabel = "M",
            description = "Of models that rank: what to lose; default: what the model was trained for.")
    @Nullable
    String measure;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each feature is shuffled; default ${DEFAULT-VALUE}.")
    int repeats;

    @Mixin
    TopOption top = new TopOption();

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        int most = top.most(common);
        Predictor predictor = featureBase.fitted(Predictor.read(model), model, csv.isCsv(data, common), common);
        if (preferences.file != null && predictor.as(Ranker.class).isEmpty()) {
            throw common.usage("--preferences are among the items of queries: give a model that ranks items");
        }
        FeatureImportances importances =
                predictor.as(RankingPredictor.class).map(this::byMeasure).orElseGet(() -> byTask(predictor));
        List<Feature> shown = importances.features().stream().limit(most).toList();
        importances.notes().forEach(common::note);
        switch (common.format) {
            case TABLE -> printTable(importances, shown);
            case JSON -> printJson(importances, shown);
            case CSV -> printCsv(shown);
        }
        return Exit.DONE;
    }

    private FeatureImportances byMeasure(RankingPredictor ranker) {
        WhyCommand.requireScores(ranker, model, common);
        PermutationImportance how = common.checked(() -> {
            MeasureSpec spec = measure == null ? trainedFor(ranker) : MeasureSpec.parse(measure);
            return new PermutationImportance(preferences.measure(spec, common), repeats, common.seed, common.threads());
        });
        QuerySource source = source(ranker);
        try (TerminalProgress progress = new TerminalProgress(common)) {
            return how.of(ranker, source, progress);
        }
    }

    private FeatureImportances byTask(Predictor predictor) {
        if (measure != null) {
            throw common.usage(predictor.words() + " is judged by what it was trained for: leave out --measure");
        }
        if (repeats < 1) {
            throw common.usage("repeats must be at least 1, got " + repeats);
        }
        QuerySource source = source(predictor);
        try (TerminalProgress progress = new TerminalProgress(common)) {
            return common.checked(() -> new TaskImportance(repeats, common.seed).of(predictor, source, progress));
        }
    }

    private QuerySource source(Predictor predictor) {
        return predictor.watching(
                csv.open(data, predictor.labelled(), preferences.file, predictor.featureNames(), common));
    }

    private MeasureSpec trainedFor(RankingPredictor ranker) {
        return ranker.measure()
                .orElseThrow(() ->
                        common.usage(model + " does not say what it was trained for; give --measure, such as ndcg@10"));
    }

    private void printTable(FeatureImportances importances, List<Feature> shown) {
        PrintWriter out = common.out();
        out.println(importances.spec() + ": " + Texts.fixed(importances.value())
                + ". Drop: how much worse with the feature shuffled"
                + (repeats == 1 ? "." : ", mean of " + repeats + " shuffles."));
        out.println();
        boolean trees = hasSplits(shown);
        String[] header = {"feature", ">drop", ">standard error", ">gain", ">cover", ">splits"};
        TextTable table = new TextTable(Arrays.copyOf(header, trees ? 6 : 3));
        for (Feature feature : shown) {
            Splits splits = feature.splits();
            String drop = Texts.signed(feature.drop());
            String error = Texts.fixed(feature.standardError());
            if (splits == null) {
                table.row(feature.name(), drop, error);
            } else {
                table.row(
                        feature.name(),
                        drop,
                        error,
                        Texts.fixed(splits.gain()),
                        Texts.fixed(splits.cover()),
                        Integer.toString(splits.count()));
            }
        }
        table.print(out);
        int others = importances.features().size() - shown.size();
        if (others > 0) {
            out.println(others + (others == 1 ? " other drops" : " others drop") + " it less");
        }
    }

    private void printJson(FeatureImportances importances, List<Feature> shown) {
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("measure", importances.measure())
                        .field("spec", importances.spec())
                        .field("largerIsBetter", importances.largerIsBetter())
                        .field("value", importances.value())
                        .field("repeats", repeats)
                        .array("features", shown, (fields, feature) -> write(feature, fields)));
    }

    private static void write(Feature feature, Json fields) throws IOException {
        fields.field("feature", feature.name())
                .field("drop", feature.drop())
                .field("standardError", feature.standardError());
        Splits splits = feature.splits();
        if (splits != null) {
            fields.field("gain", splits.gain()).field("cover", splits.cover()).field("splits", splits.count());
        }
    }

    private void printCsv(List<Feature> shown) {
        common.out().println("feature,drop,standard_error" + (hasSplits(shown) ? ",gain,cover,splits" : ""));
        for (Feature feature : shown) {
            Splits splits = feature.splits();
            common.out()
                    .println(Texts.csv(feature.name()) + "," + feature.drop() + "," + csv(feature.standardError())
                            + (splits == null
                                    ? ""
                                    : "," + csv(splits.gain()) + "," + csv(splits.cover()) + "," + splits.count()));
        }
    }

    private static boolean hasSplits(List<Feature> shown) {
        return shown.stream().anyMatch(feature -> feature.splits() != null);
    }

    private static String csv(double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }
}
