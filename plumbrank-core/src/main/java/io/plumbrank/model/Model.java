package io.plumbrank.model;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Task;
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
        QueryFeatures view = task.view();
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

    /** The predictor of this model; {@link Predictor#as} gives it a type. */
    public Predictor predictor() {
        return TaskKind.of(task).predictor(this, task);
    }

    /** The guarantee of this model. */
    public Guarantee guarantee() {
        return task.guarantee(scorer);
    }
}
