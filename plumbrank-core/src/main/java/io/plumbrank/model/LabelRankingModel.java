package io.plumbrank.model;

import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.learn.Scorer;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.util.InputException;
import java.util.List;

/**
 * Ranks a fixed set of labels for a feature vector. Immutable and thread-safe.
 *
 * <pre>{@code
 * LabelRankingModel model = (LabelRankingModel) ModelFile.read(Path.of("model.json"));
 * Ranking ranking = model.rank(features);
 * String best = model.labels().get(ranking.itemAt(0));
 * }</pre>
 *
 * @param target what it was trained for
 * @param beginning how the names of the columns with positions begin
 * @param labels the names of the labels
 * @param scorer f, with as many outputs as the target encodes to
 * @param lambda the regularisation that was chosen
 * @param provenance where it comes from
 */
public record LabelRankingModel(
        LabelRankingTarget target,
        String beginning,
        List<String> labels,
        Scorer scorer,
        double lambda,
        Provenance provenance)
        implements Model {

    /** @throws IllegalArgumentException if scorer or labels do not fit the target */
    public LabelRankingModel {
        labels = List.copyOf(labels);
        if (scorer.outputs() != target.encodedSize() || labels.size() != target.labels()) {
            throw new IllegalArgumentException("a scorer of " + scorer.outputs() + " outputs and " + labels.size()
                    + " labels for a target of " + target.encodedSize() + " and " + target.labels());
        }
    }

    @Override
    public Guarantee guarantee() {
        return target.guarantee();
    }

    /**
     * The labels, best first.
     *
     * @param x as many features as in training, NaN for missing
     */
    public Ranking rank(float[] x) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(x, u);
        return target.decode(u);
    }

    /**
     * Instances to predict, which may come with positions.
     *
     * @throws InputException if the data have other features than the training data
     */
    public LabelRankings instances(QuerySource source) {
        LabelRankings data = LabelRankings.readAny(source, beginning);
        FeatureCheck.requireNames(source, data.featureNames(), provenance.featureNames());
        return data;
    }

    /**
     * Instances to evaluate, with positions of the labels that it knows.
     *
     * @throws InputException if the data have other features or labels than the training data
     */
    public LabelRankings labelled(QuerySource source) {
        LabelRankings data = LabelRankings.read(source, beginning).withLabels(labels);
        FeatureCheck.requireNames(source, data.featureNames(), provenance.featureNames());
        return data;
    }

    /** Whether another model takes the same instances and ranks the same labels. */
    public boolean ranksTheSameAs(LabelRankingModel other) {
        return labels.equals(other.labels)
                && beginning.equals(other.beginning)
                && provenance.featureNames().equals(other.provenance.featureNames());
    }

    /** A score for each label that is an item of a query of {@link LabelRankings#asQueries}: minus its position. */
    public double[] scores(Query query) {
        float[] x = new float[scorer.inputs()];
        query.featuresInto(0, x);
        Ranking ranking = rank(x);
        double[] scores = new double[query.size()];
        for (int item = 0; item < scores.length; item++) {
            scores[item] = -ranking.positionOf(labels.indexOf(query.itemId(item)));
        }
        return scores;
    }
}
