package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Outputs;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.target.Guarantee;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be predicted, and how well: turns an instance into rows with targets, turns outputs u back into a prediction, judges
 * it by the measure or loss that the user named, and says what is promised. It never knows a learner. Immutable.
 *
 * @param <I> an instance with its label
 */
public sealed interface Task<I extends Instance> extends Serializable permits MeasuredTask, ClassTask {
    /** The measure or loss as the user named it. */
    String measureName();

    /** What to write above figures of it. */
    default String measureColumn() {
        return measureName();
    }

    /** Whether {@link Training.Result#measure} is better where it is larger. */
    boolean largerIsBetter();

    /** What rows of its instances are to each other. */
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
     * What may be fitted, of which validation chooses.
     *
     * @param held the validation data, null where there are none
     */
    List<Variant> variants(Instances<I> train, @Nullable Instances<I> held);

    /** What chooses features and λ of least squares in its place, where judging it with all of them would take too long. */
    default Optional<Guide<I>> guide(Instances<I> train) {
        return Optional.empty();
    }

    /** Whether choices are made within the training data, so that an honest figure takes folds around them. */
    default boolean isNested() {
        return false;
    }

    /** Whether what {@link #judge} gives is better where it is larger. */
    default boolean choosesLarger() {
        return largerIsBetter();
    }

    /**
     * Whether λ of a surrogate is chosen by its risk on instances that were not fitted. Log-loss is what probabilities are judged by,
     * whatever the costs, and tells two λ apart on rows on which their decisions are the same; costs of a few rows jump.
     */
    default boolean choosesByRisk(InstanceLoss loss) {
        return false;
    }

    /** Adds how some instances fare under each of some candidates, by a decoder that is quick enough to choose by. */
    void judge(List<I> instances, Outputs outputs, Judgement judgement);

    /** The same by the decoder of the model. */
    default void judgeFinally(List<I> instances, Outputs outputs, Judgement judgement) {
        judge(instances, outputs, judgement);
    }

    /**
     * The task of the model: the variant that was chosen, and what training saw of the labels.
     *
     * @param number of the variant
     */
    Task<I> trained(int number, Variant variant, Instances<I> train);

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

    /** What a user should know of the training data, whole sentences. */
    default List<String> notes(Instances<I> train) {
        return List.of();
    }

    /** Why what was chosen won, whole sentences. */
    default List<String> notesOnChoice(List<Training.Trial> tried) {
        return List.of();
    }

    /**
     * What to say where all training instances have one prediction.
     *
     * @param prediction as {@link #judgeFinally} showed it
     */
    String noteOfOnePrediction(Object prediction);

    /** @throws IllegalArgumentException if a function does not give what this task decodes */
    void requireScorer(InstanceScorer scorer);

    /** What is promised of a function that was fitted for this task. */
    Guarantee guarantee(InstanceScorer scorer);

    /** What it was trained on and for, in words that complete "Trained on …". */
    String summary(Training training);

    /** What else scripts may want to know: JSON names and values, which are texts, numbers, booleans or lists of texts. */
    Map<String, Object> facts();

    /** How the decoder that chose differs from the decoder of the model, a whole sentence. */
    default Optional<String> decodingNote() {
        return Optional.empty();
    }
}
