package io.plumbrank.report;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * How much worse a model becomes when a feature is shuffled over all rows, so that it keeps its values and says nothing any more:
 * permutation importance for models that are no rankers by scores.
 *
 * @param names of the features
 * @param rows of all instances, one after another
 * @param badness what is lost, of the same rows with one column replaced; larger is worse
 */
record RowImportance(List<String> names, List<float[]> rows, ToDoubleFunction<List<float[]>> badness) {
    static final int REPEATS = 3;
    private static final int MOST_SHOWN = 15;
    private static final double NORMAL_95 = 1.959963984540054;

    /** A feature with the mean loss over the shuffles and its standard error. */
    record Loss(String feature, double mean, double error) {}

    /** Those that matter most first; a feature that the scorer is known not to use costs nothing and is not shuffled. */
    List<Loss> losses(InstanceScorer scorer, long seed) {
        double whole = badness.applyAsDouble(rows);
        SplittableRandom random = new SplittableRandom(seed);
        List<Loss> losses = new ArrayList<>();
        for (int feature = 0; feature < names.size(); feature++) {
            SplittableRandom stream = random.split();
            if (!isPresent(feature)) {
                continue;
            }
            double[] found = new double[REPEATS];
            if (uses(scorer, feature)) {
                for (int repeat = 0; repeat < REPEATS; repeat++) {
                    found[repeat] = badness.applyAsDouble(shuffled(feature, stream)) - whole;
                }
            }
            double mean = Arrays.stream(found).average().orElseThrow();
            double squares = Arrays.stream(found)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
            losses.add(new Loss(names.get(feature), mean, Math.sqrt(squares / (REPEATS - 1) / REPEATS)));
        }
        losses.sort(Comparator.comparingDouble(loss -> -loss.mean));
        return losses;
    }

    private boolean isPresent(int feature) {
        return rows.stream().anyMatch(row -> !Float.isNaN(row[feature]));
    }

    private static boolean uses(InstanceScorer scorer, int feature) {
        return !(scorer instanceof RowScorer rows && rows.scorer() instanceof ExplainedScorer explained)
                || explained.uses(feature);
    }

    private List<float[]> shuffled(int feature, SplittableRandom random) {
        float[] column = new float[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = rows.get(i)[feature];
        }
        for (int i = column.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            float value = column[i];
            column[i] = column[other];
            column[other] = value;
        }
        List<float[]> copies = new ArrayList<>(column.length);
        for (int i = 0; i < column.length; i++) {
            float[] copy = rows.get(i).clone();
            copy[feature] = column[i];
            copies.add(copy);
        }
        return copies;
    }

    /** As a plot with its table. */
    static void into(String what, List<Loss> losses, Section section) {
        ReportTable table = new ReportTable("feature", ">" + what, ">standard error");
        List<Interval> shown = new ArrayList<>();
        for (Loss loss : losses) {
            table.row(loss.feature, Texts.signed(loss.mean), Texts.fixed(loss.error));
            if (shown.size() < MOST_SHOWN) {
                double margin = NORMAL_95 * loss.error;
                shown.add(new Interval(loss.feature, loss.mean, loss.mean - margin, loss.mean + margin));
            }
        }
        section.figure(
                what + " when a feature is shuffled, the mean of " + REPEATS + " shuffles"
                        + (losses.size() > shown.size() ? "; the first " + shown.size() + " of " + losses.size() : ""),
                Plot.bars(shown),
                table);
    }
}
