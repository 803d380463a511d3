package io.plumbrank.model;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.target.Guarantee;
import java.util.List;
import java.util.Set;

/**
 * What training leaves behind; {@link ModelFile} writes and reads it. Immutable and thread-safe.
 *
 * @param task what it predicts
 * @param scorer f: the features of an instance ↦ u, which the task decodes
 * @param lambda the regularisation that validation chose
 * @param provenance where it comes from
 */
public record Model(Task<?> task, InstanceScorer scorer, double lambda, Provenance provenance) {
    /** @throws IllegalArgumentException if the scorer does not suit the task, its view or the names of features */
    public Model {
        task.requireScorer(scorer);
        QueryFeatures view = task instanceof ItemTask items
                ? items.view()
                : task instanceof PairTask pairs ? pairs.view() : QueryFeatures.PLAIN;
        int inputs = view.input(scorer.inputs());
        if (view.width(inputs) != scorer.inputs()) {
            throw new IllegalArgumentException("a scorer of " + scorer.inputs() + " features, which are not "
                    + view.width(1) + " for each input with the contexts " + view.contexts());
        }
        List<String> names = provenance.featureNames();
        if (!names.isEmpty() && names.size() != inputs) {
            throw new IllegalArgumentException(names.size() + " names of features for " + inputs + " inputs");
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw new IllegalArgumentException("two features have one name");
        }
    }

    /**
     * What ranks items with it.
     *
     * @throws IllegalStateException if it is no model that ranks items
     */
    public Ranker ranker() {
        return Predictor.of(this).ranker().orElseThrow(() -> isNo("ranker of items"));
    }

    /**
     * What predicts classes with it.
     *
     * @throws IllegalStateException if it is no model of classes
     */
    public Classifier classifier() {
        return Predictor.of(this).classifier().orElseThrow(() -> isNo("model of classes"));
    }

    /**
     * What ranks labels with it.
     *
     * @throws IllegalStateException if it is no model of label rankings
     */
    public LabelRanker labelRanker() {
        return Predictor.of(this).labelRanker().orElseThrow(() -> isNo("model of label rankings"));
    }

    private IllegalStateException isNo(String wanted) {
        return new IllegalStateException("this is " + Predictor.of(this).words() + ", and no " + wanted);
    }

    /** What is promised of it. */
    public Guarantee guarantee() {
        return task.guarantee(scorer);
    }
}
