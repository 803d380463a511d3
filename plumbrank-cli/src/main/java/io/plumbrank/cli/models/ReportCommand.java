package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.report.Reported;
import io.plumbrank.util.internal.AtomicOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank report}. */
@Refused(csv = true)
@Command(
        name = "report",
        description = "Writes one HTML file that shows how models do on labelled data and what is guaranteed.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank report --model model.json --data test.txt --out report.html",
            "  plumbrank report --model a.json --model b.json --data test.txt --measures ndcg@10,map --out report.html",
            "",
            "The file needs nothing else: no network, no script. It follows the reader's dark mode, and prints."
        })
public final class ReportCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description =
                    "What plumbrank train wrote, or a ranker of XGBoost, LightGBM or RankLib. Several are compared with the first.")
    List<Path> models = List.of();

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "Labelled data: CSV with a header, or LETOR text (plain or .gz); better not what trained it.")
    Path data = Path.of("");

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Option(
            names = "--measures",
            paramLabel = "M,M…",
            description = "Measures of rankings, the one that matters most first; default: what the models were trained"
                    + " for, and for rankers " + EvalCommand.DEFAULT_MEASURES + ".")
    @Nullable
    String measures;

    @FileOption(written = true)
    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            converter = FileOption.Output.class,
            description = "Where the report goes (HTML).")
    Path out = Path.of("");

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (models.size() > 1 && QuerySource.isReadOnce(data)) {
            throw common.usage("several models read their data one after another: give a file, not a pipe");
        }
        AtomicOutput.probe(out);
        List<Predictor> predictors = featureBase.fittedAll(
                models.stream().map(Predictor::read).toList(), models, csv.isCsv(data, common), common);
        Predictor first = predictors.get(0);
        List<Reported> reported = new ArrayList<>();
        for (int i = 0; i < predictors.size(); i++) {
            Predictor predictor = predictors.get(i);
            if (!predictor.isComparableWith(first)) {
                throw common.usage(models.get(i) + " is " + predictor.words() + ", and " + models.get(0) + " is "
                        + first.words() + ": they are compared where they predict the same from the same features");
            }
            reported.add(Reported.of(name(i), predictor, source(predictor)));
        }
        if (first.as(RankingPredictor.class).isEmpty() && measures != null) {
            throw common.usage(first.words() + " is judged by what it was trained for: leave out --measures");
        }
        new ReportWriter(common, preferences).write(reported, measures, List.of(), out);
        for (Reported model : reported) {
            common.noteSkipped(model.data());
        }
        print();
        return Exit.DONE;
    }

    /** The name of the file, or where two have the same, its whole path. */
    private String name(int model) {
        Path name = models.get(model).getFileName();
        boolean unique =
                models.stream().filter(file -> name.equals(file.getFileName())).count() == 1;
        return (unique ? name : models.get(model)).toString();
    }

    /** Labelled data with the features of one model. */
    private QuerySource source(Predictor predictor) {
        if (preferences.file != null && predictor.as(Ranker.class).isEmpty()) {
            throw common.usage("--preferences are among the items of queries: give a model that ranks items");
        }
        return predictor
                .watching(csv.stream(data, predictor.labelled(), preferences.file, predictor.featureNames(), common))
                .loaded();
    }

    private void print() {
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    common.out(),
                    json -> json.field("report", out.toString())
                            .field("models", models.stream().map(Path::toString).toList())
                            .field("data", data.toString()));
        } else if (!out.equals(FileOption.STANDARD_OUTPUT)) {
            common.out().println("Report: " + out);
        }
    }
}
