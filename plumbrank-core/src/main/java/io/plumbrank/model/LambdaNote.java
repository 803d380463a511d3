package io.plumbrank.model;

import java.util.List;
import java.util.stream.DoubleStream;

/** The note on a λ that is the last of its grid. */
final class LambdaNote {
    private LambdaNote() {}

    /** Empty where there is nothing to say: a smaller λ was chosen, or there was one to choose from. */
    static List<String> of(double chosen, DoubleStream tried) {
        double[] grid = tried.distinct().toArray();
        boolean largest = DoubleStream.of(grid).noneMatch(lambda -> lambda > chosen);
        return grid.length > 1 && largest
                ? List.of(
                        "The best lambda, " + chosen + ", is the largest that was tried; --lambda can try larger ones.")
                : List.of();
    }
}
