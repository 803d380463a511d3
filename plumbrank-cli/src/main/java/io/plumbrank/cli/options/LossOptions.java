package io.plumbrank.cli.options;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the loss that an argument names: a CSV file, or a text such as {@code ordinal(n=5)}. */
public final class LossOptions {
    public static final String DESCRIPTION =
            "Loss matrix: CSV, a row per class, a column per prediction, with or without names; or zero-one(n=5),"
                    + " ordinal(n=5), squared(n=5), hamming(b=3), abstain(n=4,cost=0.3), top-k(n=6,k=2),"
                    + " tree((a:1,b:1):2,c:3).";

    private LossOptions() {}

    /** The loss of a text, which needs no matrix; empty where the argument is a file. */
    public static Optional<ClassLoss<?>> closedForm(String argument, CommonOptions common) {
        return argument.indexOf('(') < 0 || Files.exists(Path.of(argument))
                ? Optional.empty()
                : Optional.of(common.parsed("--loss-matrix", () -> ClassLosses.parse(argument)));
    }

    /** The matrix of either. */
    public static LossMatrix matrix(String argument, CommonOptions common) {
        Optional<ClassLoss<?>> loss = closedForm(argument, common);
        if (loss.isPresent()) {
            try {
                return loss.get().toMatrix();
            } catch (IllegalStateException e) {
                throw common.usage("" + e.getMessage());
            }
        }
        LossMatrix matrix = LossMatrix.read(new FileOption.Input().convert(argument));
        matrix.notes().forEach(common::note);
        return matrix;
    }

    /** The result for a model and other costs; costs that do not fit the model are an error of their file. */
    public static <T> T suited(String argument, CommonOptions common, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw common.usage("--loss-matrix " + argument + ": " + e.getMessage());
        }
    }

    /** Where fewer outputs would do but for the rounding of printed numbers. */
    public static Optional<String> printedNote(Factorization factors) {
        return factors.printed()
                .map(printed -> printed.size() + (printed.size() == 1 ? " dimension holds" : " dimensions hold")
                        + " the loss matrix to its printed digits (ε = "
                        + String.format(Locale.ROOT, "%.2g", printed.epsilon()) + ", a unit of the last digit is "
                        + String.format(Locale.ROOT, "%.2g", printed.unit()) + "); the other "
                        + (factors.dimension() - printed.size())
                        + " are what rounding left. --dimension " + printed.size() + " takes them alone.");
    }

    public static Factorization truncate(Factorization factors, int dimension, CommonOptions common) {
        if (dimension < 0 || dimension > factors.dimension()) {
            throw common.usage("--dimension must be in 0.." + factors.dimension() + ", got " + dimension);
        }
        return factors.truncate(dimension);
    }
}
