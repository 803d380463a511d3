package io.plumbrank.cli;

import io.plumbrank.target.ClassLosses;
import io.plumbrank.target.Factorization;
import io.plumbrank.target.LossMatrix;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the loss that an argument names: a CSV file, or a text such as {@code ordinal(n=5)}. */
final class LossOptions {
    static final String DESCRIPTION =
            "Loss matrix: CSV, a row per class, a column per prediction, with or without names; or zero-one(n=5),"
                    + " ordinal(n=5), squared(n=5), hamming(b=3), abstain(n=4,cost=0.3), top-k(n=6,k=2),"
                    + " tree((a:1,b:1):2,c:3).";

    private LossOptions() {}

    static LossMatrix matrix(String argument, CommonOptions common) {
        Path file = Path.of(argument);
        if (argument.indexOf('(') < 0 || Files.exists(file)) {
            LossMatrix matrix = LossMatrix.read(file);
            matrix.notes().forEach(common::note);
            return matrix;
        }
        try {
            return ClassLosses.parse(argument).toMatrix();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw common.usage("" + e.getMessage());
        }
    }

    static Factorization truncate(Factorization factors, int dimension, CommonOptions common) {
        if (dimension < 0 || dimension > factors.dimension()) {
            throw common.usage("--dimension must be in 0.." + factors.dimension() + ", got " + dimension);
        }
        return factors.truncate(dimension);
    }
}
