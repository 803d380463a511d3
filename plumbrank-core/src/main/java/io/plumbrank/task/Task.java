package io.plumbrank.task;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Variations.Scope;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A prediction problem and its measure: turns an instance into rows with targets, turns outputs u back into a prediction, judges it by
 * the measure or loss that the user named, and states what is guaranteed. It never knows a learner. Immutable.
 *
 * <p>A task belongs to a kind ({@code io.plumbrank.model.TaskKind}), which writes it to model files, makes its predictor and has its
 * words. Anyone may write a task with its kind.
 *
 * @param <I> an instance with its label
 */
public interface Task<I extends Instance> extends Serializable {
    /** The measure or loss as the user named it. */
    String measureName();

    /** Whether {@link Result#measure} is better where it is larger. */
    boolean largerIsBetter();

    /** How the best candidate is chosen. */
    default Choosing choosing() {
        return Choosing.by(measureName(), largerIsBetter());
    }

    /** What a scorer sees of an item. */
    default QueryFeatures view() {
        return QueryFeatures.PLAIN;
    }

    /** How the rows of an instance relate to each other. */
    Instances.Shape shape();

    /** The number of targets of a row or pair, where it does not depend on the data; else 1. */
    int outputs();

    /** Labelled data. */
    Instances<I> training(QuerySource source);

    /** Labelled data to judge models on that are fitted to others. */
    default Instances<I> validation(QuerySource source, Instances<I> train) {
        return training(source);
    }

    /**
     * Refuses data on which no two predictions could be told apart.
     *
     * @param file whether they are for validation alone, and not the training data in folds
     */
    default void requireDefined(Instances<I> held, boolean file) {}

    /** Whether there are two predictions for it that the measure tells apart. */
    default boolean counts(I instance) {
        return instance.weight() > 0;
    }

    /**
     * The surrogates that may be fitted; validation chooses among them.
     *
     * @param held the validation data, null where there are none
     */
    List<Variant> variants(Instances<I> train, @Nullable Instances<I> held);

    /** The versions of this task that a choice among kinds of models tries. */
    default Variations variations(Scope scope) {
        return Variations.of(this);
    }

    /** A quicker task that chooses features and λ for this one, where judging all of them would take too long. */
    default Optional<Guide<I>> guide(Instances<I> train) {
        return Optional.empty();
    }

    /**
     * Whether λ of a surrogate is chosen by its risk on instances that were not fitted. Log-loss is what probabilities are judged by,
     * whatever the costs, and tells two λ apart on rows on which their decisions are the same; costs of a few rows jump.
     */
    default boolean choosesByRisk(InstanceLoss loss) {
        return false;
    }

    /** Adds the values of some instances under each candidate, by a decoder that is quick enough to choose by. */
    void judge(List<I> instances, Outputs outputs, Judgement judgement);

    /** Adds the values of some instances under each candidate, by the decoder of the model. */
    default void judgeFinally(List<I> instances, Outputs outputs, Judgement judgement) {
        judge(instances, outputs, judgement);
    }

    /**
     * The task of the model: the variant that was chosen, and what training saw of the labels.
     */
    Task<I> trained(Variant variant, Instances<I> train);

    /**
     * The task of the model with what is fitted to outputs for instances that the model was not fitted to.
     *
     * @param judged the instances
     * @param heldOut the outputs for them of what was chosen
     */
    default Task<I> tuned(Instances<I> judged, HeldOut heldOut) {
        return this;
    }

    /** What training minimised, for people and files. */
    String surrogate();

    /** @throws IllegalArgumentException if a function does not give what this task decodes */
    void requireScorer(InstanceScorer scorer);

    /** The guarantee for a function that was fitted for this task. */
    Guarantee guarantee(InstanceScorer scorer);

    /**
     * The guarantee for instances of some sizes, whatever sizes training saw; the same where instances have no size.
     *
     * @param sizes the numbers of items, ascending, each once
     */
    default Guarantee guarantee(InstanceScorer scorer, List<Integer> sizes) {
        return guarantee(scorer);
    }

    /** A task whose predictions are rankings, judged by a measure of rankings. */
    interface MeasuredTask<I extends Instance> extends Task<I> {
        MeasureSpec measure();

        @Override
        default String measureName() {
            return measure().typed();
        }

        @Override
        default boolean largerIsBetter() {
            return measure().largerIsBetter();
        }

        @Override
        default int outputs() {
            return 1;
        }
    }
}
