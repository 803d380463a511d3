package io.plumbrank.explain;

import io.plumbrank.data.Query;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor.Contrast;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

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
    public static ScoreDifference of(Ranker model, Query query, int above, int below) {
        Contrast contrast = model.contrast(
                        query, Objects.checkIndex(above, query.size()), Objects.checkIndex(below, query.size()))
                .orElseThrow(() -> new IllegalArgumentException("a "
                        + model.rowScorer()
                                .map(scorer -> "model of the type '" + ScorerCodec.nameOf(scorer) + "'")
                                .orElse("function of pairs")
                        + " does not say what its features contribute"));
        return new ScoreDifference(contrast.sum(contrast.here()), contrast.sum(contrast.there()), features(contrast));
    }

    /**
     * The features that are known and not 0 in at least one of two rows, or that add something, largest contribution first whatever its sign.
     *
     * @throws IllegalArgumentException if the file of the model does not tell what its features contribute
     */
    public static List<Feature> features(Contrast contrast) {
        float[] here = contrast.here();
        float[] there = contrast.there();
        double[] parts = contrast.contributions();
        return IntStream.range(0, parts.length)
                .filter(j -> isGiven(here[j]) || isGiven(there[j]) || parts[j] != 0)
                .mapToObj(j -> new Feature(contrast.names().get(j), here[j], there[j], parts[j]))
                .sorted(Comparator.comparingDouble(feature -> -Math.abs(feature.contribution)))
                .toList();
    }

    private static boolean isGiven(float value) {
        return !Float.isNaN(value) && value != 0;
    }

    /** The score of the one minus the score of the other. */
    public double difference() {
        return above - below;
    }
}
