package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank loss}. */
@Refused(options = "--skip-bad")
@Command(
        name = "loss",
        description = "Analyses a loss matrix: its rank, dimension and embedding, and what is guaranteed.",
        sortOptions = false,
        footer = {"", "Example:", "  plumbrank loss --matrix costs.csv --dimension 2"})
public final class LossCommand implements Callable<Integer> {
    /** Wider or longer embeddings are for programs to read. */
    private static final int LARGEST_TABLE = 12;

    private static final int FIRST_VALUES = 8;

    @FileOption
    @Option(
            names = {"--matrix", "--loss-matrix"},
            required = true,
            paramLabel = "L",
            description = LossOptions.DESCRIPTION)
    String matrix = "";

    @Option(
            names = "--dimension",
            paramLabel = "D",
            description = "Keep only the D leading dimensions; the price is printed.")
    @Nullable
    Integer dimension;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        LossMatrix losses = LossOptions.matrix(matrix, common);
        Factorization factorization = Factorization.of(losses);
        if (dimension != null) {
            factorization = LossOptions.truncate(factorization, dimension, common);
        }
        switch (common.format) {
            case TABLE -> printTable(factorization);
            case JSON -> printJson(factorization);
            case CSV -> printCsv(factorization);
        }
        return Exit.DONE;
    }

    private void printJson(Factorization f) {
        Json.print(
                common.out(),
                json -> json.field("rank", f.givenRank())
                        .field("affineDimension", f.affineDimension())
                        .field("dimension", f.dimension())
                        .field("encodedSize", f.size())
                        .field("tolerance", f.tolerance())
                        .field("labels", f.matrix().classNames())
                        .field("predictions", f.matrix().predictionNames())
                        .field("singularValues", f.singularValues())
                        .field("A", f.a())
                        .field("B", f.b())
                        .field("offsets", givenOffsets(f))
                        .field("shifts", f.shifts())
                        .field("epsilon", f.epsilon())
                        .field("regretConstant", f.regretConstant())
                        .object("printed", fields -> {
                            if (f.printed().isPresent()) {
                                Factorization.Printed printed = f.printed().get();
                                fields.field("dimension", printed.size())
                                        .field("epsilon", printed.epsilon())
                                        .field("unit", printed.unit());
                            }
                        })
                        .array("equalPredictions", groups -> {
                            for (List<Integer> group : f.matrix().equalPredictions()) {
                                groups.strings(names(f.matrix(), group));
                            }
                        })
                        .array(
                                "dominatedPredictions",
                                f.matrix().dominatedPredictions(),
                                (fields, pair) -> fields.field(
                                                "prediction", f.matrix().predictionName(pair.prediction()))
                                        .field("by", f.matrix().predictionName(pair.by())))
                        .field("notes", f.matrix().notes()));
    }

    /** The parts as one table: what, row, column, value. */
    private void printCsv(Factorization f) {
        PrintWriter out = common.out();
        out.println("part,row,column,value");
        double[][] a = f.a();
        double[][] b = f.b();
        for (int y = 0; y < a.length; y++) {
            for (int i = 0; i < f.size(); i++) {
                out.println("A," + Texts.csv(f.matrix().className(y)) + "," + (i + 1) + "," + a[y][i]);
            }
        }
        for (int i = 0; i < f.size(); i++) {
            for (int t = 0; t < b[i].length; t++) {
                out.println("B," + (i + 1) + "," + Texts.csv(f.matrix().predictionName(t)) + "," + b[i][t]);
            }
        }
        for (int y = 0; y < a.length; y++) {
            out.println("offsets," + Texts.csv(f.matrix().className(y)) + ",," + givenOffsets(f)[y]);
        }
        for (int t = 0; t < f.matrix().predictions(); t++) {
            out.println("shifts,," + Texts.csv(f.matrix().predictionName(t)) + "," + f.shifts()[t]);
        }
    }

    private void printTable(Factorization f) {
        PrintWriter out = common.out();
        LossMatrix m = f.matrix();
        out.println(m.classes() + " classes × " + m.predictions() + " predictions");
        TextTable sizes = new TextTable("", ">");
        sizes.row("rank", Integer.toString(f.givenRank()));
        sizes.row("affine dimension of the columns", Integer.toString(f.affineDimension()));
        sizes.row("dimension (outputs that suffice)", Integer.toString(f.dimension()));
        if (f.truncated()) {
            sizes.row("kept", Integer.toString(f.size()));
        }
        sizes.row("singular values up to this count as 0", String.format(Locale.ROOT, "%.2g", f.tolerance()));
        sizes.row("largest error of the factors, ε", String.format(Locale.ROOT, "%.4g", f.epsilon()));
        sizes.row("regret constant D", Texts.fixed(f.regretConstant()));
        sizes.print(out);
        out.println("Singular values: "
                + (f.simplex()
                        ? "all " + f.size() + " above 0; --format json has them, which takes a minute or more"
                        : singularValues(f.singularValues())));
        LossOptions.printedNote(f).ifPresent(out::println);
        for (List<Integer> group : m.equalPredictions()) {
            out.println("Equal predictions, of which the first is made: " + String.join(", ", names(m, group)));
        }
        for (LossMatrix.Dominated pair : m.dominatedPredictions()) {
            out.println("Prediction " + m.predictionName(pair.prediction()) + " is never better than "
                    + m.predictionName(pair.by()));
        }
        out.println();
        Guarantee guarantee = MatrixLoss.of(f).guarantee();
        guarantee.sentences().forEach(out::println);
        printEmbedding(f, out);
    }

    /** The first ones, and the last where there are many. */
    private static String singularValues(double[] values) {
        String first = Arrays.stream(values)
                .limit(FIRST_VALUES)
                .mapToObj(value -> String.format(Locale.ROOT, "%.4g", value))
                .collect(Collectors.joining(", "));
        return values.length == 0
                ? "none above 0"
                : values.length <= FIRST_VALUES
                        ? first
                        : first + ", … " + String.format(Locale.ROOT, "%.4g", values[values.length - 1]) + " ("
                                + values.length + " of them)";
    }

    private static void printEmbedding(Factorization f, PrintWriter out) {
        LossMatrix m = f.matrix();
        if (m.classes() > LARGEST_TABLE || m.predictions() > LARGEST_TABLE || f.size() > LARGEST_TABLE) {
            out.println();
            out.println("The embedding is too large to show; --format json has it.");
            return;
        }
        String[] header = new String[f.size() + 2];
        header[0] = "";
        header[header.length - 1] = ">offset";
        for (int i = 0; i < f.size(); i++) {
            header[i + 1] = ">" + (i + 1);
        }
        out.println();
        out.println("What a class is encoded to (α), and its offset");
        TextTable classes = new TextTable(header);
        double[][] a = f.a();
        for (int y = 0; y < m.classes(); y++) {
            classes.row(row(m.className(y), a[y], givenOffsets(f)[y]));
        }
        classes.print(out);
        out.println();
        out.println("Where a prediction lies (β), and its shift");
        header[header.length - 1] = ">shift";
        TextTable predictions = new TextTable(header);
        double[][] b = f.b();
        for (int t = 0; t < m.predictions(); t++) {
            double[] beta = new double[f.size()];
            for (int i = 0; i < f.size(); i++) {
                beta[i] = b[i][t];
            }
            predictions.row(row(m.predictionName(t), beta, f.shifts()[t]));
        }
        predictions.print(out);
    }

    private static String[] row(String name, double[] vector, double last) {
        String[] cells = new String[vector.length + 2];
        cells[0] = name;
        for (int i = 0; i < vector.length; i++) {
            cells[i + 1] = Texts.fixed(vector[i]);
        }
        cells[cells.length - 1] = Texts.fixed(last);
        return cells;
    }

    private static List<String> names(LossMatrix matrix, List<Integer> predictions) {
        return predictions.stream().map(matrix::predictionName).toList();
    }

    /** Offsets that give the matrix back as it was given, before rows with negative entries were raised. */
    private static double[] givenOffsets(Factorization f) {
        double[] offsets = f.offsets();
        for (int y = 0; y < offsets.length; y++) {
            offsets[y] -= f.matrix().raisedBy(y);
        }
        return offsets;
    }
}
