package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileGuard;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import io.plumbrank.export.ParityRows;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.internal.AtomicOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank export}. */
@Refused(csv = true)
@Command(
        name = "export",
        description = {
            "Writes a model for another system, reads it back as that system does, and compares.",
            "Exit code 1 if a ranking or decision changes."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank export --model ranker.json --to solr --out solr-model.json",
            "  plumbrank export --model ranker.json --to onnx --out ranker.onnx --data sample.txt"
        })
public final class ExportCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "What plumbrank train wrote, or a ranker of XGBoost, LightGBM or RankLib.")
    Path model = Path.of("");

    @Option(
            names = "--to",
            required = true,
            paramLabel = "FORMAT",
            description =
                    "xgboost-json, xgboost-ubj, xgboost-dump, opensearch, opensearch-ranklib, solr, ranklib, vespa,"
                            + " onnx or java.")
    String to = "";

    @FileOption(written = true)
    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            converter = FileOption.Output.class,
            description =
                    "Where it goes; what belongs with it goes beside it; - is standard output, and the report goes to"
                            + " standard error.")
    Path out = Path.of("");

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "Rows to compare on: CSV with a header, or LETOR text (plain or .gz). Default: rows made for the"
                            + " model, on both sides of every threshold, with missing, zero and infinite values.")
    @Nullable
    Path data;

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        ExportFormat format = common.checked(() -> ExportFormat.parse(to));
        Predictor predictor = Predictor.read(model);
        Exportable exportable = Exportable.of(predictor, model.toString());
        Exported files = format.write(exportable, String.valueOf(out.getFileName()));
        if (AtomicOutput.isDevice(out)) {
            common.refuse("--format");
            if (files.files(out).size() > 1) {
                throw common.usage("--to " + to + " makes " + files.files(out).size()
                        + " files, which do not go into one pipe or device: give --out a name");
            }
        }
        for (Path file : files.files(out)) {
            requireOther(file, model);
            if (data != null) {
                requireOther(file, data);
            }
            if (!Files.exists(out) && Files.exists(file)) {
                throw common.usage("--out " + out + " would also write " + file
                        + ", which is there and was not exported with it: give --out another name, or move that file");
            }
        }
        List<String> notes = new ArrayList<>(files.notes());
        Parity parity = Parity.of(exportable, format.replay(files, exportable), rows(predictor, exportable, notes));
        files.writeTo(out);
        print(files, parity, notes, !exportable.predictions().isEmpty());
        return parity.holds() ? Exit.DONE : Exit.NO;
    }

    private void requireOther(Path output, Path input) {
        if (FileGuard.isSame(output, input)) {
            throw common.usage("the output " + output + " is an input too; give --out another name");
        }
    }

    private Parity.Rows rows(Predictor predictor, Exportable exportable, List<String> notes) {
        if (data == null) {
            ParityRows made = ParityRows.of(exportable, common.seed);
            notes.addAll(made.notes());
            return made;
        }
        common.refuse("--seed");
        QuerySource source = csv.open(data, predictor.reading(), predictor.featureNames(), common);
        predictor.requireFeaturesOf(source);
        int inputs = exportable.scorer().inputs();
        return consumer -> {
            source.visit(query -> consumer.accept(rows(query, inputs)));
            common.noteSkipped(source);
        };
    }

    /** As many features as the model has: what it never saw has no weight, and what the row lacks is missing. */
    private static List<float[]> rows(Query query, int inputs) {
        float[] all = QueryFeatures.PLAIN.rows(query, inputs);
        List<float[]> rows = new ArrayList<>();
        for (int item = 0; item < query.size(); item++) {
            rows.add(Arrays.copyOfRange(all, item * inputs, (item + 1) * inputs));
        }
        return rows;
    }

    private void print(Exported files, Parity parity, List<String> notes, boolean decisions) {
        if (out.equals(FileOption.STANDARD_OUTPUT)) {
            parity.sentences(decisions).forEach(common::note);
            notes.forEach(common::note);
            return;
        }
        if (common.format == OutputFormat.TABLE) {
            Consumer<String> line = common.out()::println;
            files.files(out).forEach(file -> line.accept("wrote " + file));
            parity.sentences(decisions).forEach(line);
            notes.forEach(note -> line.accept("Note: " + note + "."));
            return;
        }
        Json.print(
                common.out(),
                json -> json.field("format", to)
                        .field("out", out.toString())
                        .field(
                                "files",
                                files.files(out).stream().map(Path::toString).toList())
                        .object(
                                "parity",
                                fields -> fields.field("rows", parity.rows())
                                        .field("bitEqual", parity.bitEqual())
                                        .field("largestDifference", parity.largestDifference())
                                        .field("changedRankings", parity.changedRankings())
                                        .field("compared", parity.compared()))
                        .field("notes", notes));
    }
}
