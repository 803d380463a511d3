package io.plumbrank.explain;

import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.explain.ScoreDifference.Feature;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.model.RowPredictor.Alternatives;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Why a model puts one label above another for a row, or predicts one class and not another: what it says of the two for a usual row,
 * and what each feature adds by being other than usual here.
 *
 * <pre>{@code
 * LabelRanker labels = LabelRanker.read(Path.of("model.json"));
 * float[] usual = LabelDifference.meanRow(LabelRankings.read(source, "L"));
 * LabelDifference why = LabelDifference.of(labels, x, usual, 0, 1);
 * why.usual();              // the margin of label 0 over label 1 for the mean row
 * why.features().get(0);    // what moves it most here
 * }</pre>
 *
 * @param margin of the one label over the other here: the number of their pair, or the difference of their scores; above 0 where the
 *     two alone would stand in this order. A decoder may still put them the other way round, where other pairs outweigh it
 * @param usual the margin for the usual row
 * @param features largest contribution first whatever its sign, {@code above} the value here and {@code below} the usual one; they
 *     sum to margin − usual, up to rounding
 */
public record LabelDifference(double margin, double usual, List<Feature> features) {
    public LabelDifference {
        features = List.copyOf(features);
    }

    /** The mean of each feature over the rows that have it; NaN where none has. */
    public static float[] meanRow(LabelRankings data) {
        return Contrast.meanRow(data.rows().stream().map(Row::features).toList());
    }

    /**
     * Two labels, or two predictions, for a row.
     *
     * @param x as many features as in training, NaN for missing
     * @param usual what to compare it with, in the same way
     * @throws IllegalArgumentException if the model's function does not say what its features contribute, as that of a kernel, or both
     *     are the same
     * @throws io.plumbrank.util.InputException if its predictions cannot be compared by sums of outputs
     * @throws IndexOutOfBoundsException if there is no such label
     */
    public static LabelDifference of(RowPredictor model, float[] x, float[] usual, int above, int below) {
        Alternatives all = model.alternatives("the model");
        Objects.checkIndex(above, all.names().size());
        Objects.checkIndex(below, all.names().size());
        if (above == below) {
            throw new IllegalArgumentException("a " + all.word() + " is not above itself; name two " + all.word()
                    + "s, not '" + all.names().get(above) + "' twice");
        }
        if (!(model.rowScorer().orElse(null) instanceof ExplainedScorer scorer)) {
            throw new IllegalArgumentException(
                    "the model does not say what its features contribute; ask for the importance of"
                            + " features, or train a linear model, Fourier features or trees");
        }
        Contrast contrast = new Contrast(
                all.names().get(above),
                all.names().get(below),
                scorer,
                all.weights(above, below),
                IntStream.range(0, x.length).mapToObj(model::inputName).toList(),
                x,
                usual);
        double offset = all.offset(above, below);
        return new LabelDifference(
                contrast.sum(x) + offset, contrast.sum(usual) + offset, ScoreDifference.features(contrast));
    }
}
