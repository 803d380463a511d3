package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.Ranker;
import io.plumbrank.theory.conditions.Diagnosis;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank diagnose}. */
@Refused(csv = true)
@Command(
        name = "diagnose",
        description =
                "Checks whether the noise conditions hold for what a ranker predicts, and whether a cheaper decoder"
                        + " would do.",
        sortOptions = false,
        footer = {"", "Example:", "  plumbrank diagnose --model pairs.json --data test.txt"})
public final class DiagnoseCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "A ranker that plumbrank train wrote, best one of --surrogate pairs.")
    Path model = Path.of("");

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "Labelled data: CSV with a header, or LETOR text (plain or .gz); better not what trained it.")
    Path data = Path.of("");

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
        Ranker ranker = featureBase
                .fitted(Ranker.read(model), model, csv.isCsv(data, common), common)
                .as(Ranker.class)
                .orElseThrow();
        QuerySource source =
                ranker.watching(csv.open(data, ranker.labelled(), preferences.file, ranker.featureNames(), common));
        Diagnosis diagnosis = Diagnosis.of(ranker, spec -> preferences.measure(spec, common), source, common.threads())
                .orElseThrow(() ->
                        common.usage(model + " does not tell how it decodes, so that there is nothing to diagnose"));
        if (common.format == OutputFormat.TABLE) {
            diagnosis.sentences().forEach(common.out()::println);
        } else {
            Json.print(
                    common.out(), json -> json.field("model", model.toString()).facts(diagnosis.facts()));
        }
        common.noteSkipped(source);
        return Exit.DONE;
    }
}
