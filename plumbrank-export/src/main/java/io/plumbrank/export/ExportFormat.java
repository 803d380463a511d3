package io.plumbrank.export;

import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * A form in which models leave for another system. Each is one public class with a public constructor without arguments, found by
 * {@link ServiceLoader}: a format of your own needs that class and a line, {@code provides} in its {@code module-info.java} or its name in
 * {@code META-INF/services/io.plumbrank.export.ExportFormat}.
 *
 * <pre>{@code
 * Exportable model = Exportable.of(Predictor.read(Path.of("model.json")), "model.json");
 * ExportFormat format = ExportFormat.parse("solr");
 * Exported files = format.write(model, "ranker.json");
 * Parity parity = Parity.of(model, format.replay(files, model), ParityRows.of(model, 1));
 * files.writeTo(Path.of("ranker.json"));
 * }</pre>
 */
public interface ExportFormat {
    /** All: those of this module in the order in which they are listed, then others by name. */
    static List<ExportFormat> all() {
        Package own = ExportFormat.class.getPackage();
        List<ExportFormat> formats = new ArrayList<>();
        ServiceLoader.load(ExportFormat.class).forEach(formats::add);
        // the sort is stable, so ours stay as the module lists them
        formats.sort(
                Comparator.comparing(format -> own.equals(format.getClass().getPackage()) ? "" : " " + format.name()));
        return List.copyOf(formats);
    }

    /**
     * The format of a name; the first of {@link #all} if several share it.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    static ExportFormat parse(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        List<ExportFormat> formats = all();
        List<String> names = formats.stream().map(ExportFormat::name).toList();
        int at = names.indexOf(plain);
        if (at < 0) {
            throw new IllegalArgumentException("unknown format '" + name + "'" + DidYouMean.hint(name, names)
                    + " (possible: " + String.join(", ", names) + ")");
        }
        return formats.get(at);
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
