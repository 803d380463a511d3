package io.plumbrank.cli;

import io.plumbrank.data.QuerySource;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.RankerModel;
import io.plumbrank.target.PairsTarget;
import io.plumbrank.theory.DecodingDiagnosis;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank diagnose}. */
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
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (common.format == OutputFormat.CSV) {
            throw common.usage("diagnose prints table or json");
        }
        Model read = ModelFile.read(model);
        if (read instanceof PairRankerModel pairs) {
            PairRankerModel measured = pairs.withMeasure(preferences.measure(pairs.measure(), common));
            QuerySource source = QueryData.open(data, preferences.file, csv, common);
            DecodingDiagnosis diagnosis = DecodingDiagnosis.of(measured, source, common.threads());
            common.noteSkipped(source);
            print(diagnosis);
        } else if (read instanceof RankerModel scores) {
            print(scores);
        } else {
            throw common.usage(model + " is no ranker; give one that plumbrank train --measure wrote");
        }
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
                        .field("queries", diagnosis.queries())
                        .field("meanGap", diagnosis.meanGap())
                        .field("proven", diagnosis.proven())
                        .field("conditionHolds", diagnosis.conditionHolds())
                        .field("cheapDecoder", diagnosis.cheapDecoder())
                        .field("sameRanking", diagnosis.sameRanking())
                        .field("value", diagnosis.decoded())
                        .field("valueCheap", diagnosis.cheap())
                        .field("valueSorted", diagnosis.sorted())
                        .field("cheapIsEnough", diagnosis.cheapIsEnough())
                        .field("sentences", diagnosis.sentences()));
    }

    /** Scores are sorted, which is exact; what may be lost is lost in training. */
    private void print(RankerModel scores) {
        String sorting = "This ranker sorts by scores, which is exact: no other decoder would rank better.";
        String more = PairsTarget.covers(scores.measure())
                ? "Whether pairs say more than scores shows when they are trained: --surrogate pairs, then diagnose that model."
                : "For " + scores.measure().typed() + " nothing is to be gained from pairs of items.";
        if (common.format == OutputFormat.TABLE) {
            common.out().println(sorting);
            common.out().println(more);
            return;
        }
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("measure", scores.measure().typed())
                        .field("decoder", scores.target().decoder())
                        .field("sentences", List.of(sorting, more)));
    }
}
