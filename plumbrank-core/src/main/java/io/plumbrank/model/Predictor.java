package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Predicts: a model of ours, or a ranker that another tool trained. Immutable and thread-safe. */
public sealed interface Predictor permits RankingPredictor, Classifier {
    /**
     * Reads what {@code plumbrank train} wrote, or a ranker of XGBoost or RankLib.
     *
     * @throws InputException if the file is damaged, or no model
     */
    static Predictor read(Path file) {
        byte[] content = ModelFile.bytes(file);
        Optional<Ranker> imported = ImportedModels.parse(content, file.toString());
        return imported.isPresent() ? imported.get() : of(ModelFile.parse(content, file.toString()));
    }

    /** What predicts with a model. */
    static Predictor of(Model model) {
        if (model.task() instanceof ClassTask<?> task) {
            return new Classifier(model, task);
        }
        if (model.task() instanceof LabelRankingTask task) {
            return new LabelRanker(model, task);
        }
        return model.task() instanceof PairTask task
                ? new PairRanker(model, task)
                : new ScoreRanker(model, (ItemTask) model.task());
    }

    /** The model of ours; empty where another tool trained it. */
    Optional<Model> model();

    /** What it is, in words: {@code a model of classes}. */
    String words();

    /** How data are read for it. */
    Reading reading();

    /** The forms in which its predictions can be written; the first unless told otherwise. */
    List<PredictionFormat> formats();

    /**
     * Predicts the instances of a file, whose labels do not matter, and hands on the lines, in file order. Threads change nothing.
     *
     * @throws InputException if the file is not as it should be, has other features than in training, or a name that the format
     *     cannot hold
     */
    void write(QuerySource data, PredictionFormat format, int threads, Consumer<String> text);

    /** The features in training, in order; empty where they go by their numbers. */
    List<String> featureNames();

    /**
     * Data that are compared with what training saw while they are read: the first whole pass is an {@link InputException} if no
     * feature that the model goes by occurs, and {@link QuerySource#notes} then say which features are absent, far from their
     * values in training, or unknown.
     */
    QuerySource watching(QuerySource data);

    /** This, where it ranks the items of queries. */
    default Optional<Ranker> ranker() {
        return Optional.empty();
    }

    /** This, where it predicts classes. */
    default Optional<Classifier> classifier() {
        return Optional.empty();
    }

    /** This, where it ranks labels. */
    default Optional<LabelRanker> labelRanker() {
        return Optional.empty();
    }

    /** This, where it predicts rankings. */
    default Optional<RankingPredictor> rankings() {
        return Optional.empty();
    }

    /** Whether another one predicts the same from the same features, so that one can be judged by the other. */
    boolean isComparableWith(Predictor other);
}
