package io.plumbrank.report;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What each feature of a row adds to a sum of outputs, in comparison with an average row.
 *
 * @param names of the features
 * @param row the one
 * @param average the other
 * @param parts what each feature adds to the difference of the two sums
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
record Contributions(List<String> names, float[] row, float[] average, double[] parts) {
    private static final int MOST_SHOWN = 15;

    /**
     * Of a model whose outputs can be taken apart.
     *
     * @param factors what outputs are multiplied by in the sum
     */
    static Optional<Contributions> of(
            InstanceScorer scorer, List<String> names, float[] row, float[] average, double[] factors) {
        if (!(scorer instanceof RowScorer rows) || !(rows.scorer() instanceof ExplainedScorer explained)) {
            return Optional.empty();
        }
        double[] sums = new double[row.length];
        double[] parts = new double[row.length];
        for (int output = 0; output < factors.length; output++) {
            if (factors[output] != 0) {
                try {
                    explained.differenceInto(row, average, output, parts);
                } catch (IllegalArgumentException e) {
                    return Optional.empty(); // trees of a file that does not tell where rows went
                }
                for (int j = 0; j < sums.length; j++) {
                    sums[j] += factors[output] * parts[j];
                }
            }
        }
        return Optional.of(new Contributions(names, row, average, sums));
    }

    /** The mean of rows by feature, of those that have it; NaN where none has. */
    static float[] average(List<float[]> rows) {
        int width = rows.get(0).length;
        float[] mean = new float[width];
        for (int j = 0; j < width; j++) {
            int feature = j;
            mean[j] = (float) rows.stream()
                    .mapToDouble(row -> row[feature])
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN);
        }
        return mean;
    }

    void into(String caption, String what, Section section) {
        ReportTable table = new ReportTable("feature", ">here", ">on average", ">" + what);
        List<Interval> shown = new ArrayList<>();
        IntStream.range(0, parts.length)
                .filter(j -> parts[j] != 0)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -Math.abs(parts[j])))
                .forEach(j -> {
                    table.row(names.get(j), Texts.brief(row[j]), Texts.brief(average[j]), Texts.signed(parts[j]));
                    if (shown.size() < MOST_SHOWN) {
                        shown.add(new Interval(names.get(j), parts[j], Double.NaN, Double.NaN));
                    }
                });
        if (shown.isEmpty()) {
            section.paragraph(caption + ": no feature makes a difference.");
        } else {
            section.figure(caption, Plot.bars(shown), table);
        }
    }
}
