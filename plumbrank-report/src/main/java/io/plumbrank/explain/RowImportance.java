package io.plumbrank.explain;

import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.Predictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * How much worse a model becomes when a feature is shuffled over all rows, so that it keeps its values and says nothing any more:
 * permutation importance for models that predict for rows.
 *
 * @param names of the features
 * @param rows of all instances, one after another
 * @param badness what is lost, of the same rows with one column replaced; larger is worse
 * @param repeats how often each feature is shuffled, at least once
 */
public record RowImportance(
        List<String> names, List<float[]> rows, ToDoubleFunction<List<float[]>> badness, int repeats) {
    /** @throws IllegalArgumentException if features are not shuffled once */
    public RowImportance {
        if (repeats < 1) {
            throw new IllegalArgumentException("repeats must be at least 1, got " + repeats);
        }
    }

    /** Those that matter most first; a feature that the scorer is known not to use costs nothing and is not shuffled. */
    public List<Feature> losses(Predictor model, long seed) {
        SplitSums splits = new SplitSums(model);
        double whole = badness.applyAsDouble(rows);
        SplittableRandom random = new SplittableRandom(seed);
        List<Feature> losses = new ArrayList<>();
        for (int feature = 0; feature < names.size(); feature++) {
            SplittableRandom stream = random.split();
            if (!isPresent(feature)) {
                continue;
            }
            double[] found = new double[repeats];
            if (isUsed(model, feature)) {
                for (int repeat = 0; repeat < repeats; repeat++) {
                    found[repeat] = badness.applyAsDouble(shuffled(feature, stream)) - whole;
                }
            }
            double mean = Arrays.stream(found).average().orElseThrow();
            double squares = Arrays.stream(found)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
            losses.add(new Feature(
                    names.get(feature),
                    mean,
                    Math.sqrt(squares / (repeats - 1) / repeats),
                    splits.of(model.view().input(feature))));
        }
        losses.sort(Comparator.comparingDouble(loss -> -loss.drop()));
        return losses;
    }

    private boolean isPresent(int feature) {
        return rows.stream().anyMatch(row -> !Float.isNaN(row[feature]));
    }

    static boolean isUsed(Predictor model, int feature) {
        return !(model.rowScorer().orElse(null) instanceof ExplainedScorer explained) || explained.uses(feature);
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
}
