package io.plumbrank.model;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.target.Guarantee;

/**
 * What training leaves behind; {@link ModelFile} writes and reads it. Immutable and thread-safe.
 *
 * @param task what it predicts
 * @param scorer f: the features of an instance ↦ u, which the task decodes
 * @param lambda the regularisation that validation chose
 * @param provenance where it comes from
 */
public record Model(Task<?> task, InstanceScorer scorer, double lambda, Provenance provenance) {
    /** @throws IllegalArgumentException if the scorer does not suit the task */
    public Model {
        task.requireScorer(scorer);
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
