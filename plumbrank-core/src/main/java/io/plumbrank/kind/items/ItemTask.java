package io.plumbrank.kind.items;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.sums.InstanceRisk;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.kinds.QueryPromises;
import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Task.MeasuredTask;
import io.plumbrank.task.Variations;
import io.plumbrank.task.Variations.Forest;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.task.checks.ValidationCheck;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranking the items of queries by scores, for a measure.
 *
 * @param measure what to rank for
 * @param surrogates what training may minimise, at least one; in a model the one that it did minimise
 * @param view what a scorer sees of an item
 * @param labels what training saw of them
 * @param teacher the model whose expected encodings E[α_i | query] take the place of α in training; null for α itself
 */
public record ItemTask(
        MeasureSpec measure,
        List<SurrogateSpec> surrogates,
        QueryFeatures view,
        LabelSummary labels,
        @Nullable Ranker teacher)
        implements MeasuredTask<QueryInstance> {
    /**
     * A calibrated surrogate of pairs: where grades are sure it comes closer to the order than squares, which spend their leaves on by
     * how much items differ.
     */
    private static final String PAIRS = "pairwise-logistic";

    /** Items have noisy grades, and queries have many of them: a third of the features at each split, and leaves of five. */
    private static final Map<String, String> FOREST = Map.of("colsample_bynode", "0.34", "min_child_weight", "5");

    /** @throws IllegalArgumentException if the measure is no target of scores, or a surrogate does not suit it */
    public ItemTask {
        surrogates = List.copyOf(surrogates);
        if (surrogates.isEmpty()) {
            throw new IllegalArgumentException("at least one surrogate is needed");
        }
        for (SurrogateSpec surrogate : surrogates) {
            if (measure.takesPreferences() && surrogate.kind().makesPairs()) {
                throw new IllegalArgumentException(
                        "'" + surrogate.name()
                                + "' makes its own pairs of grades and would not see observed preferences; 'squared' and 'pairs' do");
            }
        }
        RankingTargets.ofQueries(measure); // so that a measure that is no target is refused at once
    }

    /** With the labels' own α. */
    public ItemTask(MeasureSpec measure, List<SurrogateSpec> surrogates, QueryFeatures view, LabelSummary labels) {
        this(measure, surrogates, view, labels, null);
    }

    /**
     * Fits the outputs of a model that sees the whole query, by a function that sees one item: least squares on them estimates
     * E[E[α_i | query] | x_i] = E[α_i | x_i], with less noise than the labels have. What is chosen is chosen by the labels.
     *
     * @throws IllegalArgumentException if the model's outputs are no estimate of α, or it sees single items already
     */
    public static ItemTask distilling(Ranker teacher) {
        if (!(teacher.model().map(Model::task).orElse(null) instanceof ItemTask taught)) {
            throw new IllegalArgumentException(
                    "only a ranker that was trained here, by scores of items, has expected encodings to fit");
        }
        if (taught.view.contexts().isEmpty() && !taught.view.standardised()) {
            throw new IllegalArgumentException("the model sees one item at a time already: use it as it is");
        }
        if (taught.minimised().squareForm().isEmpty()) {
            throw new IllegalArgumentException("the outputs of a model by " + taught.surrogate()
                    + " are no expected encodings: train it by squared or pairwise-squared");
        }
        return new ItemTask(taught.measure, taught.surrogates, QueryFeatures.PLAIN, LabelSummary.NONE, teacher);
    }

    /** The better of the squared surrogates, on the features as they are. */
    public static ItemTask of(MeasureSpec measure) {
        return new ItemTask(measure, automatic(), QueryFeatures.PLAIN, LabelSummary.NONE);
    }

    /** The surrogates that {@code auto} stands for: both come out of one pass, and both are calibrated. */
    public static List<SurrogateSpec> automatic() {
        return List.of(Surrogates.parse("pairwise-squared"), Surrogates.parse("squared"));
    }

    public ItemTask withSurrogates(SurrogateSpec... others) {
        return new ItemTask(measure, List.of(others), view, labels, teacher);
    }

    public ItemTask withView(QueryFeatures other) {
        return new ItemTask(measure, surrogates, other, labels, teacher);
    }

    @Override
    public Variations variations(Scope scope) {
        boolean open = surrogates.size() > 1;
        ItemTask seen = scope.views() ? withView(Scope.inContext()) : null;
        ItemTask squares = bySquares();
        boolean plainSquares = squares.surrogates.get(0).name().equals("squared");
        return new Variations(
                this,
                null,
                seen,
                squares,
                seen == null ? null : seen.bySquares(),
                open ? new Variations.Named(PAIRS, withSurrogates(Surrogates.parse(PAIRS))) : null,
                plainSquares ? new Forest(squares, FOREST, false) : null,
                null);
    }

    /** Of several surrogates, trees take one. */
    private ItemTask bySquares() {
        return surrogates.size() > 1 ? withSurrogates(Surrogates.parse("squared")) : this;
    }

    @Override
    public Instances.Shape shape() {
        return Instances.Shape.ITEMS;
    }

    /** The target that the measure is, for labels such as training saw. */
    public RankingTarget<Query> target() {
        return labels.twoGrades() && labels.queries() > 0 && !measure.takesPreferences()
                ? RankingTargets.ofTwoGrades(measure).labelledBy(Query::labels)
                : RankingTargets.ofQueries(measure);
    }

    /** The surrogate of a model. */
    Surrogate minimised() {
        return surrogates.get(0).trained(UtilityRange.ZERO);
    }

    @Override
    public String surrogate() {
        return minimised().text();
    }

    /**
     * The surrogate of a query's scores as training counts it, with the weights of items; NaN for a query that the measure leaves out.
     * Not for several threads at once.
     *
     * @param source of the queries
     */
    public ToDoubleBiFunction<Query, double[]> risk(QuerySource source) {
        QueryInstances from = training(source);
        InstanceRisk risk = new InstanceRisk(loss(minimised(), from.name()));
        return (query, scores) -> {
            QueryInstance instance = new QueryInstance(from, query);
            return counts(instance) ? risk.of(instance, scores) : Double.NaN;
        };
    }

    @Override
    public QueryInstances training(QuerySource source) {
        RankingTarget<Query> target = RankingTargets.ofQueries(measure);
        return QueryInstances.ofItems(
                source,
                view,
                measure.measure(),
                query -> teacher == null ? QueryInstances.encoded(target, source, query) : taught(teacher, query),
                this::training);
    }

    /** The expected encodings of a query's items. */
    private double[] taught(Ranker model, Query query) {
        double factor = minimised().squareForm().orElseThrow().targetFactor();
        return Arrays.stream(model.outputs(query)).map(score -> score / factor).toArray();
    }

    @Override
    public void requireDefined(Instances<QueryInstance> held, boolean file) {
        ValidationCheck.require(measure.measure(), ((QueryInstances) held).source(), file);
    }

    @Override
    public boolean counts(QueryInstance instance) {
        return ValidationCheck.counts(measure.measure(), instance.from().source(), instance.query());
    }

    @Override
    public List<Variant> variants(Instances<QueryInstance> train, @Nullable Instances<QueryInstance> held) {
        boolean bounded = surrogates.stream().anyMatch(spec -> spec.bound().isPresent());
        UtilityRange range = bounded ? range(train, held == null ? train : held) : UtilityRange.ZERO;
        return IntStream.range(0, surrogates.size())
                .mapToObj(number ->
                        new Variant(number, loss(trained(surrogates.get(number), range, train), train.name()), 0, 1))
                .toList();
    }

    private static Surrogate trained(SurrogateSpec spec, UtilityRange range, Instances<QueryInstance> train) {
        try {
            return spec.trained(range);
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    train.name(),
                    0,
                    "labels for which " + e.getMessage(),
                    "a larger " + spec.bound().orElse("bound") + ", or none, and it is taken from the data",
                    e);
        }
    }

    /** Bounds on the utilities of all labels that training and validation meet. */
    private UtilityRange range(Instances<QueryInstance> train, Instances<QueryInstance> held) {
        QueryInstances.Seen seen = ((QueryInstances) train).seen();
        QueryInstances.Seen others = ((QueryInstances) held).seen();
        int mostItems = Math.max(seen.mostItems(), others.mostItems());
        return RankingTargets.ofQueries(measure)
                .utilityRange(mostItems)
                .orElseGet(() -> seen.range().including(others.range()));
    }

    /** @param data where utilities come from, for messages */
    private static InstanceLoss loss(Surrogate surrogate, String data) {
        return new InstanceLoss(
                surrogate.text(),
                surrogate
                        .squareForm()
                        .map(form -> new InstanceLoss.Squares(form.targetFactor(), form.lossFactor(), form.centred()))
                        .orElse(null),
                surrogate instanceof PointwiseSurrogate,
                () -> {
                    Scratch scratch = new Scratch();
                    return (scores, targets, items, gradient) -> {
                        try {
                            return surrogate.gradientInto(scores, targets, items, scratch, gradient);
                        } catch (IllegalArgumentException e) {
                            throw refused(e, data);
                        }
                    };
                },
                () -> {
                    Scratch scratch = new Scratch();
                    return (scores, targets, rows, gradient, curvature) -> {
                        try {
                            surrogate.gradientInto(scores, targets, rows, scratch, gradient);
                            surrogate.stepCurvatureInto(scores, targets, rows, scratch, curvature);
                        } catch (IllegalArgumentException e) {
                            throw refused(e, data);
                        }
                    };
                });
    }

    /** The fault of utilities that a surrogate does not take. */
    private static InputException refused(IllegalArgumentException e, String data) {
        return new InputException(
                data,
                0,
                "labels for which " + e.getMessage(),
                "labels that the surrogate takes, or another surrogate",
                e);
    }

    @Override
    public void judge(List<QueryInstance> instances, Outputs outputs, Judgement judgement) {
        Measure judged = measure.measure();
        InstanceRisk[] risks = new InstanceRisk[judgement.candidates()];
        Arrays.setAll(risks, c -> new InstanceRisk(judgement.variant(c).loss()));
        for (int k = 0; k < instances.size(); k++) {
            QueryInstance instance = instances.get(k);
            Query query = instance.query();
            Judgements known = Judgements.of(query);
            for (int c = 0; c < judgement.candidates(); c++) {
                double[] scores = outputs.of(c, k);
                judgement.add(c, judged, known.rankedBy(scores), instance.weight(), risks[c].of(instance, scores));
            }
            judgement.sawScores(outputs.of(0, k));
            judgement.count(instance.weight(), query.size());
        }
    }

    @Override
    public ItemTask trained(Variant variant, Instances<QueryInstance> train) {
        return new ItemTask(
                measure,
                List.of(Surrogates.parse(variant.loss().text())),
                view,
                ((QueryInstances) train).seen().summary());
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, 1);
    }

    /** For queries of the sizes in training. */
    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        RankingTarget<Query> target = target();
        Surrogate surrogate = minimised();
        Guarantee guarantee = QueryPromises.overSizes(labels, measure, size -> surrogate.guarantee(target, size));
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        if (seesTheQuery(scorer)) {
            notPromised.remove(target.singleItemCaveat());
        }
        if (target.condition().isEmpty()
                && RankingTargets.ofQueries(measure).condition().isPresent()) {
            notPromised.add("anything for labels of more than two grades, of which training saw none: "
                    + measure.typed() + " then needs a condition.");
        }
        if (labels.leastItemWeight() == 0) {
            notPromised.add("anything for items of weight 0: training does not see them.");
        }
        Guarantee plain = guarantee.with(weighted(guarantee.bound()), notPromised);
        return labels.weighted().items() ? QueryPromises.ofWeightedItems(plain) : plain;
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer, List<Integer> sizes) {
        Guarantee guarantee = new ItemTask(measure, surrogates, view, labels.withSizes(sizes)).guarantee(scorer);
        return QueryPromises.ofSizes(guarantee, labels.sizes(), sizes);
    }

    /** Whether the order of two items may depend on the others: aggregates move all scores of a linear scorer alike. */
    private boolean seesTheQuery(InstanceScorer scorer) {
        return QueryPromises.seesTheQuery(
                view, scorer instanceof RowScorer rows && rows.scorer() instanceof LinearScorer);
    }

    /** The bound for a surrogate whose items count by weight: its regret is at least the least weight times the plain one. */
    private @Nullable RegretBound weighted(@Nullable RegretBound bound) {
        return bound == null || labels.leastItemWeight() == 0
                ? null
                : bound.times(1 / Math.sqrt(labels.leastItemWeight()));
    }
}
