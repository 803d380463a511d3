package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What training leaves behind; {@link ModelFile} writes and reads it. Immutable and thread-safe.
 *
 * @param task what it predicts
 * @param scorer f: the features of an instance ↦ u, which the task decodes
 * @param lambda the regularisation that validation chose
 * @param provenance where it comes from
 */
public record Model(Task<?> task, InstanceScorer scorer, double lambda, Provenance provenance) {
    private static final int BATCH = 256;

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

    /**
     * The guarantee for instances of some sizes, which may be others than in training.
     *
     * @param sizes the numbers of items
     */
    public Guarantee guarantee(Collection<Integer> sizes) {
        return task.guarantee(scorer, List.copyOf(new TreeSet<>(sizes)));
    }

    /**
     * What the predictions for labelled instances are worth, each by itself.
     *
     * @param values of the task's measure or loss, one per instance that counts
     * @param weights of the same instances
     */
    public record Judged(double[] values, double[] weights) {}

    /**
     * Judges the predictions for labelled data by the measure or loss of the task, instance by instance.
     *
     * @throws io.plumbrank.util.InputException if data are not as the task needs them
     */
    public Judged judge(QuerySource data) {
        return judge(data, scorer);
    }

    /** Judges the predictions of another scorer in the same way. Instances are scored in the order of the data. */
    public Judged judge(QuerySource data, InstanceScorer by) {
        return judge(task, data, by);
    }

    private <I extends Instance> Judged judge(Task<I> own, QuerySource data, InstanceScorer by) {
        Instances<I> instances = own.training(data);
        List<Candidate> alone =
                List.of(new Candidate(own.variants(instances, null).get(0), lambda));
        List<double[]> judged = new ArrayList<>();
        List<I> batch = new ArrayList<>();
        Runnable judging = () -> {
            Outputs outputs = HeldOut.by(by).score(batch, 0);
            for (int i = 0; i < batch.size(); i++) {
                Judgement one = new Judgement(alone);
                own.judgeFinally(batch.subList(i, i + 1), outputs.part(i, i + 1), one);
                double value = one.result(0).measure();
                if (!Double.isNaN(value)) {
                    judged.add(new double[] {value, batch.get(i).weight()});
                }
            }
            batch.clear();
        };
        instances.visit(instance -> {
            batch.add(instance);
            if (batch.size() == BATCH) {
                judging.run();
            }
        });
        if (!batch.isEmpty()) {
            judging.run();
        }
        return new Judged(
                judged.stream().mapToDouble(one -> one[0]).toArray(),
                judged.stream().mapToDouble(one -> one[1]).toArray());
    }
}
