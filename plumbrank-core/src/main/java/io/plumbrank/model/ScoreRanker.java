package io.plumbrank.model;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ranks items by their scores: a model of ours, or what another tool trained. */
public final class ScoreRanker extends Ranker {
    private static final int BATCH = 64;

    private final @Nullable Model model;
    private final RowScorer scorer;
    private final QueryFeatures view;
    private final List<String> featureNames;
    private final boolean knowsInputs;

    ScoreRanker(Model model, ItemTask task) {
        this.model = model;
        this.scorer = (RowScorer) model.scorer();
        this.view = task.view();
        this.featureNames = model.provenance().featureNames();
        this.knowsInputs = false;
    }

    /**
     * What another tool trained on LETOR text, whose feature numbers are those of the text.
     *
     * @param knowsInputs whether its file says how many features there were in training
     */
    ScoreRanker(Scorer imported, boolean knowsInputs) {
        this.model = null;
        this.scorer = RowScorer.of(imported);
        this.view = QueryFeatures.PLAIN;
        this.featureNames = List.of();
        this.knowsInputs = knowsInputs;
    }

    @Override
    public Optional<Model> model() {
        return Optional.ofNullable(model);
    }

    @Override
    public Optional<MeasureSpec> measure() {
        return model().map(trained -> ((ItemTask) trained.task()).measure());
    }

    @Override
    public QueryFeatures view() {
        return view;
    }

    @Override
    public InstanceScorer scorer() {
        return scorer;
    }

    /** f of one item. */
    public Scorer itemScorer() {
        return scorer.scorer();
    }

    @Override
    public List<String> featureNames() {
        return featureNames;
    }

    @Override
    public Optional<ScoreRanker> byScores() {
        return Optional.of(this);
    }

    /** Sorts, equal scores in the order that no label can have decided; the limits do not matter. */
    @Override
    public Ranked decode(Query query, DecodeLimits limits) {
        double[] scores = outputs(query);
        return new Ranked(Ranking.byScores(scores, BlindOrder.of(query)), scores, 0, true);
    }

    @Override
    public double[] scores(Query query) {
        return outputs(query);
    }

    /** Columns of an array count from 0, features of LETOR text from 1, so the last one tells that they do not fit. */
    @Override
    public double[] outputs(Query query) {
        if (knowsInputs && query.featureCount() > inputs()) {
            throw new InputException(
                    "query " + query.id(),
                    query.firstLine(),
                    "feature " + (query.featureCount() - 1),
                    "features up to " + (inputs() - 1)
                            + ", which is all that the model knows; one that was trained on an"
                            + " array counts its columns from 0: train it on the text, or write the text with features from 0");
        }
        return super.outputs(query);
    }

    @Override
    int batch() {
        return BATCH;
    }

    @Override
    String gap(Ranked ranked) {
        return "";
    }
}
