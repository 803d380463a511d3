package io.plumbrank.kind.items;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.KnownFeatures;
import io.plumbrank.model.KnownFeatures.ImportedFeatures;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogate.SquareForm;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/** Ranks items by their scores: a model of ours, or what another tool trained. */
public final class ScoreRanker extends Ranker {
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

    @Override
    public String kind() {
        return "scores";
    }

    @Override
    public boolean hasOpenBase() {
        return imported != null && imported.isUnsaid();
    }

    /** Refuses rankers of ours and of RankLib too, which know their features. */
    @Override
    public ScoreRanker countedFrom(int base) {
        if (imported == null || !imported.isUnsaid() || !(itemScorer() instanceof Trees trees)) {
            throw new IllegalArgumentException(
                    "only a ranker of XGBoost or LightGBM does not know what its features count from");
        }
        if (base != 0 && base != 1) {
            throw new IllegalArgumentException("features count from 0 or 1, not from " + base);
        }
        return new ScoreRanker(base == 0 ? trees.countedFrom(1) : trees, imported.withBase(base));
    }

    @Override
    public ScoreRanker inColumns() {
        if (imported == null || !imported.isUnsaid()) {
            throw new IllegalArgumentException(
                    "only a ranker of XGBoost or LightGBM can be read by columns or by numbers");
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
    public KnownFeatures knownFeatures() {
        return imported == null ? super.knownFeatures() : KnownFeatures.of(imported, scorer);
    }

    @Override
    public Optional<Model> model() {
        return Optional.ofNullable(model);
    }

    @Override
    public Optional<MeasureSpec> measure() {
        return task().map(ItemTask::measure);
    }

    private Optional<ItemTask> task() {
        return model().map(trained -> (ItemTask) trained.task());
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
    public boolean searches() {
        return false;
    }

    /** Sorts, equal scores in the order that no label can have decided; the limits do not matter. */
    @Override
    public Ranked decode(Query query, double[] scores, DecodeLimits limits) {
        return new Ranked(Ranking.byScores(scores, () -> BlindOrder.of(query)), scores, 0, true);
    }

    @Override
    protected double[] quickScores(Query query, double[] scores) {
        return scores;
    }

    @Override
    public double[] scores(Query query) {
        return outputs(query);
    }

    @Override
    public RowFunction rowFunction(String file) {
        if (!view.contexts().isEmpty()) {
            throw new InputException(
                    file,
                    0,
                    "context features, which need all items of a query (engines score one item at a time)",
                    "a model without them: train without context");
        }
        if (view.standardised()) {
            throw new InputException(
                    file,
                    0,
                    "features normalised within the query, which need all its items (engines score one item at a time)",
                    "a model of features as they are: normalize over all data, or not at all");
        }
        return new RowFunction(itemScorer(), Optional.empty());
    }

    @Override
    public Optional<ToDoubleBiFunction<Query, double[]>> risk(QuerySource data) {
        return task().map(own -> own.risk(data));
    }

    /** Gains of items, where the surrogate is squared, so that scores expect them. */
    @Override
    public String compareExpectations(QuerySource data, Seen seen) {
        return task().map(own -> compareGains(own, data, seen))
                .orElse("Another tool trained it, and its file does not tell what its scores predict.");
    }

    private String compareGains(ItemTask own, QuerySource data, Seen seen) {
        Optional<SquareForm> square =
                Surrogates.parse(own.surrogate()).trained(UtilityRange.ZERO).squareForm();
        if (square.isEmpty()) {
            return "Scores of the surrogate " + own.surrogate()
                    + " are no expectations: their order has a meaning, their size has none that could be checked.";
        }
        SquareForm form = square.get();
        Measure measure = own.measure().measure();
        data.visit(query -> {
            double[] scores = scores(query);
            if (Double.isNaN(measure.evaluate(Judgements.of(query).rankedBy(scores)))) {
                return; // training leaves out what the measure does
            }
            double[] alpha = new double[query.size()];
            own.target().encodeInto(query, alpha);
            double predictedMean = form.centred() ? mean(scores, query) : 0;
            double seenMean = form.centred() ? mean(alpha, query) : 0;
            for (int item = 0; item < alpha.length; item++) {
                seen.add(
                        scores[item] - predictedMean,
                        form.targetFactor() * (alpha[item] - seenMean),
                        query.weight() * query.itemWeight(item));
            }
        });
        return "Gains of items" + (form.centred() ? " above the mean of their query" : "") + ", as they enter "
                + own.measure().typed();
    }

    private static double mean(double[] values, Query query) {
        double sum = 0;
        double weight = 0;
        for (int item = 0; item < values.length; item++) {
            sum += query.itemWeight(item) * values[item];
            weight += query.itemWeight(item);
        }
        return weight > 0 ? sum / weight : 0;
    }

    @Override
    public Absent absent() {
        return imported == null ? super.absent() : imported.absent();
    }

    /** Columns of an array count from 0, features of LETOR text from 1, so the last one tells that they do not fit. */
    @Override
    public double[] outputs(Query query) {
        boolean knowsInputs = imported != null && !imported.isOfText();
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
}
