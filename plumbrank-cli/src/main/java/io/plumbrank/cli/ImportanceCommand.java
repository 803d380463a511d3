package io.plumbrank.cli;

import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.FeatureImportances;
import io.plumbrank.model.FeatureImportances.Feature;
import io.plumbrank.model.PermutationImportance;
import io.plumbrank.model.RankerModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank importance}. */
@Command(
        name = "importance",
        description = "Says how much the measure loses when a feature of a ranker is shuffled.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank importance --model ranker.json --data test.txt",
            "  plumbrank importance --model ranker.json --data test.csv --measure map --repeats 20 --top 5"
        })
final class ImportanceCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A ranker that plumbrank train wrote.")
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
            description = "What to lose; default: what the ranker was trained for.")
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
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        int most = top.most(common);
        RankerModel ranker = Rankers.read(model, common);
        PermutationImportance how;
        try {
            MeasureSpec spec = measure == null ? ranker.measure() : MeasureSpec.parse(measure);
            how = new PermutationImportance(preferences.measure(spec, common), repeats, common.seed, common.threads());
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        QuerySource source = QueryData.open(data, preferences.file, csv, common);
        FeatureImportances importances;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            importances = how.of(ranker, source, progress);
        }
        List<Feature> shown = importances.features().stream().limit(most).toList();
        importances.notes().forEach(common::note);
        switch (common.format) {
            case TABLE -> printTable(importances, shown);
            case JSON -> printJson(importances, shown);
            case CSV -> printCsv(shown);
        }
        return Exit.DONE;
    }

    private void printTable(FeatureImportances importances, List<Feature> shown) {
        PrintWriter out = common.out();
        MeasureSpec spec = importances.measure();
        out.println(spec.text() + " is " + Texts.fixed(importances.value()) + "; with one feature shuffled, mean of "
                + repeats + (repeats == 1 ? " shuffle" : " shuffles") + ", it is worse by");
        out.println();
        TextTable table = new TextTable("feature", ">drop", ">standard error");
        for (Feature feature : shown) {
            table.row(feature.name(), Texts.signed(feature.drop()), Texts.fixed(feature.standardError()));
        }
        table.print(out);
        int others = importances.features().size() - shown.size();
        if (others > 0) {
            out.println(others + (others == 1 ? " other drops" : " others drop") + " it less");
        }
    }

    private void printJson(FeatureImportances importances, List<Feature> shown) {
        MeasureSpec spec = importances.measure();
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("measure", spec.typed())
                        .field("spec", spec.text())
                        .field("largerIsBetter", spec.largerIsBetter())
                        .field("value", importances.value())
                        .field("repeats", repeats)
                        .array("features", array -> {
                            for (Feature feature : shown) {
                                array.object(fields -> fields.field("feature", feature.name())
                                        .field("drop", feature.drop())
                                        .field("standardError", feature.standardError()));
                            }
                        }));
    }

    private void printCsv(List<Feature> shown) {
        common.out().println("feature,drop,standard_error");
        for (Feature feature : shown) {
            common.out()
                    .println(Texts.csv(feature.name()) + "," + feature.drop() + ","
                            + (Double.isNaN(feature.standardError()) ? "" : feature.standardError()));
        }
    }
}
