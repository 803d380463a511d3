package io.plumbrank.model;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.target.LinearDecision;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.task.checks.FeatureCheck;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Predicts: a model of ours, or a ranker that another tool trained. Immutable and thread-safe. */
public interface Predictor {
    /**
     * Reads what {@code plumbrank train} wrote, or a model of another tool that a {@link ModelImport} knows: a ranker of XGBoost or
     * RankLib, where {@code plumbrank-export} is on the class path or module path.
     *
     * @throws InputException if the file is damaged, or no model
     */
    static Predictor read(Path file) {
        byte[] content = ModelFile.bytes(file);
        return ModelImport.all().stream()
                .flatMap(found -> found.read(content, file.toString()).stream())
                .findFirst()
                .orElseGet(() -> ModelFile.parse(content, file.toString()).predictor());
    }

    /** The model of ours; empty where another tool trained it. */
    Optional<Model> model();

    /** What it is, in words: {@code a model of classes}. */
    String words();

    /** What it predicts, in one word for scripts: {@code classes}. */
    default String kind() {
        return TaskKind.of(model().orElseThrow().task()).name();
    }

    /** f. */
    default InstanceScorer scorer() {
        return model().orElseThrow().scorer();
    }

    /** f of one row; empty where f looks at pairs of rows. */
    default Optional<Scorer> rowScorer() {
        return scorer() instanceof RowScorer rows ? Optional.of(rows.scorer()) : Optional.empty();
    }

    /** What f sees of a row. */
    default QueryFeatures view() {
        return model().orElseThrow().task().view();
    }

    /** How many features rows had in training. */
    default int inputs() {
        return view().input(scorer().inputs());
    }

    /**
     * A function of one row with its decision, for systems that see one row at a time.
     *
     * @param file the file of the model, for messages
     * @throws InputException if a prediction needs more than that, with the nearest that does not
     */
    default RowFunction rowFunction(String file) {
        throw new InputException(
                file,
                0,
                words() + ", whose prediction no format holds",
                "a ranker of items by scores or a model of classes; plumbrank predict takes all");
    }

    /** How data are read for it. */
    Reading reading();

    /** How labelled data are read to judge it. */
    default Reading labelled() {
        return model().map(model -> TaskKind.of(model.task()).labelled(model.task()))
                .orElseGet(() -> Reading.queries(Labels.numbers()))
                .withAbsent(absent());
    }

    /** What a feature is that a row of LETOR text does not name: as in training. */
    default Absent absent() {
        return model().map(model -> model.provenance().features().absent()).orElse(Absent.MISSING);
    }

    /** The limits of its decoder, for each instance. */
    default DecodeLimits limits() {
        return DecodeLimits.defaults();
    }

    /** A copy with other limits of its decoder; empty where they cannot be changed. */
    default Optional<? extends Predictor> withLimits(DecodeLimits limits) {
        return Optional.empty();
    }

    /**
     * A copy that decides for other costs by the same fit; empty for models that are not decided by a matrix of costs.
     *
     * @throws IllegalArgumentException if the fit does not tell what the costs need; the message is one line for the user
     */
    default Optional<? extends Predictor> withCosts(LossMatrix costs) {
        return Optional.empty();
    }

    /** A copy that hands on what its decoder returns, from any thread; itself where nothing is searched. */
    default Predictor countedBy(Consumer<DecodeResult> counted) {
        return this;
    }

    /** The forms in which its predictions can be written; the first unless told otherwise. */
    List<PredictionFormat> formats();

    /**
     * Predicts the instances of a file, whose labels do not matter, and hands on the lines, in file order. Threads change nothing.
     *
     * @throws InputException if the file is not as it should be, has other features than in training, or a name that the format
     *     cannot hold
     */
    void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text);

    /** The features in training, in order; empty where they have numbers only. */
    default List<String> featureNames() {
        return model().orElseThrow().provenance().featureNames();
    }

    /** An input by its name or, where features have none, its number. */
    default String inputName(int input) {
        return featureNames().isEmpty()
                ? Integer.toString(input)
                : featureNames().get(input);
    }

    /** What the model knows of features. */
    default KnownFeatures knownFeatures() {
        return KnownFeatures.of(model().orElseThrow().provenance().features(), scorer(), view());
    }

    /**
     * Requires data with the features that training had.
     *
     * @throws InputException if they have other names
     */
    default void requireFeaturesOf(QuerySource data) {
        FeatureCheck.requireNames(data, featureNames());
    }

    /**
     * Data that are compared with what training saw while they are read: the first whole pass is an {@link InputException} if no
     * feature that the model goes by occurs, and {@link QuerySource#notes} then say which features are absent, far from their
     * values in training, or unknown. Data that are watched already stay as they are.
     */
    default QuerySource watching(QuerySource data) {
        return data instanceof FeatureWatch ? data : new FeatureWatch(data, knownFeatures());
    }

    /**
     * This predictor as a {@link Ranker}, a {@code Classifier}, a {@code LabelRanker} or another type; empty where it is none.
     *
     * <pre>{@code
     * Optional<Ranker> ranker = Predictor.read(path).as(Ranker.class);
     * }</pre>
     */
    default <P extends Predictor> Optional<P> as(Class<P> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    /**
     * Reads a predictor of one type.
     *
     * @param wanted what it should be, in words
     * @throws InputException if the file is damaged, or holds another kind of model
     */
    static <P extends Predictor> P read(Path file, Class<P> type, String wanted) {
        Predictor predictor = read(file);
        return predictor.as(type).orElseThrow(() -> new InputException(file.toString(), 0, predictor.words(), wanted));
    }

    /** Whether another one predicts the same from the same features, so that one can be judged by the other. */
    boolean isComparableWith(Predictor other);

    /**
     * A prediction from one row, which other systems can hold: x ↦ u, and where a class is predicted the decision by u.
     *
     * @param decision empty where u is the score of an item
     */
    record RowFunction(Scorer scorer, Optional<LinearDecision> decision) {}
}
