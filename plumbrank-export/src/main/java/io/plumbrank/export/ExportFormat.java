package io.plumbrank.export;

import io.plumbrank.util.DidYouMean;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Locale;

/**
 * A form in which models leave for another system.
 *
 * <pre>{@code
 * Exportable model = Exportable.of(Predictor.read(Path.of("model.json")), "model.json");
 * ExportFormat format = ExportFormat.parse("solr");
 * Exported files = format.write(model, "ranker.json");
 * Parity parity = Parity.of(model, format.replay(files, model), ParityRows.of(model, 1));
 * files.writeTo(Path.of("ranker.json"));
 * }</pre>
 */
public sealed interface ExportFormat
        permits XgboostFile, XgboostDump, OpenSearch, Solr, RankLib, Vespa, Onnx, JavaSource {
    /** All, in the order in which they are listed. */
    static List<ExportFormat> all() {
        return List.of(
                new XgboostFile(XgboostFile.Encoding.JSON),
                new XgboostFile(XgboostFile.Encoding.UBJ),
                new XgboostDump(),
                new OpenSearch(OpenSearch.Trees.XGBOOST),
                new OpenSearch(OpenSearch.Trees.RANKLIB),
                new Solr(),
                new RankLib(),
                new Vespa(),
                new Onnx(),
                new JavaSource());
    }

    /**
     * The format of a name.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    static ExportFormat parse(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        List<String> names = all().stream().map(ExportFormat::name).toList();
        int at = names.indexOf(plain);
        if (at < 0) {
            throw new IllegalArgumentException("unknown format '" + name + "'"
                    + DidYouMean.nearest(name, names)
                            .map(nearest -> ", did you mean '" + nearest + "'?")
                            .orElse("; expected one of " + String.join(", ", names)));
        }
        return all().get(at);
    }

    /** The word of the command line. */
    String name();

    /**
     * The files of a model.
     *
     * @param fileName what the main file will be called; some formats name the model after it
     * @throws InputException if the format cannot hold it, with the nearest that can
     */
    Exported write(Exportable model, String fileName);

    /**
     * Reads files back as the system does that they are for.
     *
     * @param model whose rows will be scored; it is asked for the names of its features and nothing else
     * @throws IllegalStateException if this machine lacks what that takes
     */
    Replay replay(Exported files, Exportable model);
}
