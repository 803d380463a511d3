package io.plumbrank.cli;

import io.plumbrank.data.QuerySource;
import io.plumbrank.model.ClassModel;
import io.plumbrank.model.ClassPredictions;
import java.util.function.Consumer;

/** The predictions of a class model as text. */
final class ClassOutput {
    private ClassOutput() {}

    /** @param tsv else JSON, a document a line */
    static void write(ClassModel classes, QuerySource source, boolean tsv, int threads, Consumer<String> text) {
        if (tsv) {
            text.accept("row\tprediction\n");
        }
        ClassPredictions.forEach(classes, source, threads, (row, prediction) -> {
            String name = classes.loss().predictionName(prediction);
            text.accept(
                    tsv
                            ? (row + 1) + "\t" + name + "\n"
                            : "{\"row\":" + (row + 1) + ",\"prediction\":" + Json.quoted(name) + "}\n");
        });
    }
}
