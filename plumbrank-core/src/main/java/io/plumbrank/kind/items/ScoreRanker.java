package io.plumbrank.kind.items;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ImportedFeatures;
import io.plumbrank.model.KnownFeatures;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
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
    private final @Nullable ImportedFeatures imported;

    ScoreRanker(Model model, ItemTask task) {
        this.model = model;
        this.scorer = (RowScorer) model.scorer();
        this.view = task.view();
        this.featureNames = model.provenance().featureNames();
        this.imported = null;
    }

    /** A ranker that another tool trained. */
    public ScoreRanker(Scorer scorer, ImportedFeatures imported) {
        this.model = null;
        this.scorer = RowScorer.of(scorer);
        this.view = QueryFeatures.PLAIN;
        this.featureNames = imported.columns() ? imported.names() : List.of();
        this.imported = imported;
    }

    /** Whether another tool trained it on what may have been text or an array, so that {@link #countedFrom} can say it. */
    public boolean hasOpenBase() {
        return imported != null && imported.isUnsaid();
    }

    /**
     * A ranker of XGBoost for LETOR text, where it is known what it was trained on.
     *
     * @param base 1 if that was text too, so that numbers are the same; 0 if it was an array, whose column 0 is feature 1 of text
     * @throws IllegalArgumentException if nothing is open: a ranker of ours and one of RankLib know their features
     */
    public ScoreRanker countedFrom(int base) {
        if (imported == null || !imported.isUnsaid() || !(itemScorer() instanceof TreeEnsemble trees)) {
            throw new IllegalArgumentException("only a ranker of XGBoost does not know what its features count from");
        }
        if (base != 0 && base != 1) {
            throw new IllegalArgumentException("features count from 0 or 1, not from " + base);
        }
        return new ScoreRanker(base == 0 ? trees.countedFrom(1) : trees, imported.withBase(base));
    }

    /**
     * A ranker of XGBoost for CSV: columns by the names that its file has, else in their order, where that is known to be that of
     * the array that it was trained on.
     *
     * @throws IllegalArgumentException if it is no ranker of XGBoost
     */
    public ScoreRanker inColumns() {
        if (imported == null || !imported.isUnsaid()) {
            throw new IllegalArgumentException("only a ranker of XGBoost can go by columns or by numbers");
        }
        return new ScoreRanker(itemScorer(), imported.inColumns());
    }

    @Override
    public void requireFeaturesOf(QuerySource data) {
        List<String> here = data.featureNames();
        if (imported != null && imported.columns() && featureNames.isEmpty() && !here.isEmpty()) {
            if (here.size() != inputs()) {
                throw new InputException(
                        data.file().toString(),
                        1,
                        here.size() + " feature columns",
                        "the " + inputs() + " that the model was trained on, in their order; leave out others");
            }
            return;
        }
        super.requireFeaturesOf(data);
    }

    @Override
    protected KnownFeatures knownFeatures() {
        return imported == null ? super.knownFeatures() : KnownFeatures.of(imported, scorer);
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

    /** Sorts, equal scores in the order that no label can have decided; the limits do not matter. */
    @Override
    public Ranked decode(Query query, DecodeLimits limits) {
        double[] scores = outputs(query);
        return new Ranked(Ranking.byScores(scores, () -> BlindOrder.of(query)), scores, 0, true);
    }

    @Override
    public double[] scores(Query query) {
        return outputs(query);
    }

    /** Columns of an array count from 0, features of LETOR text from 1, so the last one tells that they do not fit. */
    @Override
    public double[] outputs(Query query) {
        boolean knowsInputs = imported != null && !imported.equals(ImportedFeatures.OF_TEXT);
        if (knowsInputs && query.featureCount() > inputs()) {
            throw new QueryFault(
                    query,
                    "feature " + (query.featureCount() - 1),
                    "features up to " + (inputs() - 1)
                            + ", which is all that the model knows; one that was trained on an"
                            + " array counts its columns from 0: give it a feature base of 0");
        }
        return super.outputs(query);
    }

    @Override
    protected int batch() {
        return BATCH;
    }

    @Override
    protected String gap(Ranked ranked) {
        return "";
    }
}
