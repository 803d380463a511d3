package io.plumbrank.cli;

import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.theory.conditions.DecodingDiagnosis;
import io.plumbrank.theory.conditions.SortingDiagnosis;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank diagnose}. */
@Refused(csv = true)
@Command(
        name = "diagnose",
        description = "Says whether the noise conditions hold for what a ranker predicts, and whether a cheaper decoder"
                + " would do.",
        sortOptions = false,
        footer = {"", "Example:", "  plumbrank diagnose --model pairs.json --data test.txt"})
final class DiagnoseCommand implements Callable<Integer> {
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
        QuerySource source = ranker.watching(csv.open(data, preferences.file, ranker.featureNames(), common));
        if (ranker instanceof PairRanker pairs) {
            MeasureSpec judged = preferences.measure(pairs.task().measure(), common);
            print(DecodingDiagnosis.of(pairs, judged, source, common.threads()));
        } else if (ranker instanceof ScoreRanker scores) {
            print(scores, SortingDiagnosis.of(scores, source, common.threads()));
        }
        common.noteSkipped(source);
        return Exit.DONE;
    }

    private void print(DecodingDiagnosis diagnosis) {
        if (common.format == OutputFormat.TABLE) {
            diagnosis.sentences().forEach(common.out()::println);
            return;
        }
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("measure", diagnosis.measure().typed())
                        .field("decoder", diagnosis.decoder())
                        .field("queries", diagnosis.counts().queries())
                        .field("meanGap", diagnosis.meanGap())
                        .field("proven", diagnosis.counts().proven())
                        .field("condition", diagnosis.condition().text())
                        .field("conditionHolds", diagnosis.conditionHolds())
                        .object("conditions", fields -> {
                            for (var condition : diagnosis.counts().conditions().entrySet()) {
                                fields.field(condition.getKey().text(), condition.getValue());
                            }
                        })
                        .field("cheapDecoder", diagnosis.cheapDecoder())
                        .field("sameRanking", diagnosis.counts().sameRanking())
                        .field("value", diagnosis.values().decoded())
                        .field("valueCheap", diagnosis.values().cheap())
                        .field("valueSorted", diagnosis.values().sorted())
                        .field("cheapIsEnough", diagnosis.cheapIsEnough())
                        .field("sentences", diagnosis.sentences()));
    }

    private void print(ScoreRanker ranker, SortingDiagnosis diagnosis) {
        if (common.format == OutputFormat.TABLE) {
            diagnosis.sentences().forEach(common.out()::println);
            return;
        }
        Json.print(common.out(), json -> {
            json.field("model", model.toString());
            if (ranker.measure().isPresent()) {
                json.field("measure", ranker.measure().get().typed());
            }
            json.field("decoder", "sort")
                    .field("queries", diagnosis.queries())
                    .field("tied", diagnosis.tied())
                    .field("sentences", diagnosis.sentences());
        });
    }
}
