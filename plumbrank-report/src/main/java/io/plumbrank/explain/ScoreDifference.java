package io.plumbrank.explain;

import io.plumbrank.data.Query;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.ExplainedScorer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Why a ranker puts one item of a query above another: what each feature adds to the difference of their scores.
 *
 * <pre>{@code
 * ScoreDifference why = ScoreDifference.of(ranker, query, 0, 1);
 * why.features().get(0).name(); // what matters most between the two
 * }</pre>
 *
 * @param above the score of the one
 * @param below the score of the other
 * @param features that at least one of them has, largest contribution first whatever its sign; they sum to above − below, up to
 *     rounding
 */
public record ScoreDifference(double above, double below, List<Feature> features) {
    /**
     * A feature as the scorer sees it, standardised within the query or derived from it if the model does so.
     *
     * @param above its value in the one item, NaN for missing
     * @param below in the other
     * @param contribution what it adds to the difference
     */
    public record Feature(String name, float above, float below, double contribution) {}

    public ScoreDifference {
        features = List.copyOf(features);
    }

    /**
     * Two items of a query. O(items · inputs), and what {@link ExplainedScorer#differenceInto} costs.
     *
     * @throws IllegalArgumentException if the model's scorer is no {@link ExplainedScorer}
     * @throws IndexOutOfBoundsException if the query has no such item
     */
    public static ScoreDifference of(ScoreRanker model, Query query, int above, int below) {
        if (!(model.itemScorer() instanceof ExplainedScorer scorer)) {
            throw new IllegalArgumentException("a "
                    + model.itemScorer().getClass().getSimpleName() + " does not say what its features contribute");
        }
        float[] rows = model.view().rows(query, model.inputs());
        float[] a = row(rows, above, query, scorer.inputs());
        float[] b = row(rows, below, query, scorer.inputs());
        double[] contributions = new double[scorer.inputs()];
        scorer.differenceInto(a, b, 0, contributions);
        List<Feature> features = new ArrayList<>();
        for (int j = 0; j < contributions.length; j++) {
            if (!Float.isNaN(a[j]) || !Float.isNaN(b[j]) || contributions[j] != 0) {
                features.add(new Feature(model.featureName(j), a[j], b[j], contributions[j]));
            }
        }
        features.sort(Comparator.comparingDouble(feature -> -Math.abs(feature.contribution)));
        return new ScoreDifference(score(scorer, a), score(scorer, b), features);
    }

    /** The score of the one minus the score of the other. */
    public double difference() {
        return above - below;
    }

    private static float[] row(float[] rows, int item, Query query, int width) {
        int index = Objects.checkIndex(item, query.size());
        return Arrays.copyOfRange(rows, index * width, (index + 1) * width);
    }

    private static double score(ExplainedScorer scorer, float[] row) {
        double[] u = new double[1];
        scorer.scoreInto(row, u);
        return u[0];
    }
}
