package io.plumbrank.kind.pairs;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.pairs.PairScorer;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.pairs.ProductPairs;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.kinds.QueryPromises;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Task.MeasuredTask;
import io.plumbrank.task.Variations;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.task.checks.ValidationCheck;
import io.plumbrank.util.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranking the items of queries by pairs, for MAP, PD or Kendall's τ: RAT13's encodings of pairs, and a decoder that has to
 * search. Choices are made with the decoder where it is a rule, and in place of a search with
 * {@link PairRankingTarget#decodeQuickly}.
 *
 * @param measure what to rank for
 * @param decoder the name of the decoder
 * @param limits of the decoder, for each query
 * @param maxPairs of a query with more pairs than this, only some are taken where sums over all do not collapse
 * @param view what u sees of an item
 * @param labels what training saw of them
 * @param plain whether it is for a model of an earlier version, see {@link PairRankingTarget#plain}
 */
public record PairTask(
        MeasureSpec measure,
        String decoder,
        DecodeLimits limits,
        int maxPairs,
        QueryFeatures view,
        LabelSummary labels,
        boolean plain)
        implements MeasuredTask<QueryInstance> {
    /** A decoder holds both directions of all pairs in one array, which has room for the pairs of so many items. */
    static final int MOST_ITEMS = 46_340;

    /** How many pairs a query may have until only some are taken, unless told otherwise. */
    public static final int DEFAULT_MAX_PAIRS = 300;

    /** How many steps the decoder may take per query, unless told otherwise: about a second. */
    public static final long DEFAULT_STEPS = 500_000_000L;

    /** @throws IllegalArgumentException if the decoder is not for the measure, or a limit is out of range */
    public PairTask {
        if (maxPairs < 1) {
            throw new IllegalArgumentException("the most pairs of a query must be at least 1, got " + maxPairs);
        }
        PairRankingTarget<Query> target = RankingTargets.pairsOfQueries(measure).decodedBy(decoder);
        decoder = target.decoder().text();
        plain &= target.antisymmetric();
    }

    /** A task that is to be trained. */
    public PairTask(
            MeasureSpec measure,
            String decoder,
            DecodeLimits limits,
            int maxPairs,
            QueryFeatures view,
            LabelSummary labels) {
        this(measure, decoder, limits, maxPairs, view, labels, false);
    }

    /** Decoder auto with {@value #DEFAULT_STEPS} steps per query, on the features as they are. */
    public static PairTask of(MeasureSpec measure) {
        return new PairTask(
                measure,
                "auto",
                DecodeLimits.ofSteps(DEFAULT_STEPS),
                DEFAULT_MAX_PAIRS,
                QueryFeatures.PLAIN,
                LabelSummary.NONE);
    }

    /** The same with another decoder, and a clock in place of the count of steps. */
    public PairTask withDecoder(String other, Duration limit) {
        return new PairTask(measure, other, limits.withTimeLimit(limit), maxPairs, view, labels, plain);
    }

    public PairTask withLimits(DecodeLimits other) {
        return new PairTask(measure, decoder, other, maxPairs, view, labels, plain);
    }

    public PairTask withMaxPairs(int most) {
        return new PairTask(measure, decoder, limits, most, view, labels, plain);
    }

    public PairTask withView(QueryFeatures other) {
        return new PairTask(measure, decoder, limits, maxPairs, other, labels, plain);
    }

    /** As earlier versions trained, see {@link PairRankingTarget#plain}. */
    public PairTask withPlain() {
        return new PairTask(measure, decoder, limits, maxPairs, view, labels, true);
    }

    /** The target that the measure is. */
    public PairRankingTarget<Query> target() {
        PairRankingTarget<Query> target = RankingTargets.pairsOfQueries(measure).decodedBy(decoder);
        return plain ? target.plain() : target;
    }

    /** Whether the decoder is a rule with a theorem of its own, and not a search. */
    public boolean isCheap() {
        return target().decoder().promise().kind() == Decoder.Kind.RULE;
    }

    @Override
    public Variations variations(Scope scope) {
        PairTask seen = scope.views() ? withView(Scope.inContext()) : null;
        return new Variations(this, null, seen, this, seen, null, null, null);
    }

    @Override
    public Shape shape() {
        return target().antisymmetric() ? Shape.PREFERENCES : Shape.PRODUCTS;
    }

    @Override
    public String surrogate() {
        return "pairs";
    }

    @Override
    public QueryInstances training(QuerySource source) {
        RankingTarget<Query> scores = RankingTargets.ofQueries(measure);
        PairRankingTarget<Query> pairs = target();
        return QueryInstances.ofItems(
                        source,
                        view,
                        measure.measure(),
                        query -> {
                            requirePairs(source, query);
                            if (query.hasItemWeights()) {
                                throw new InputException(
                                        source.file().toString(),
                                        query.firstLine(),
                                        "weights of items",
                                        "none with pairs");
                            }
                            return QueryInstances.encoded(scores, source, query);
                        },
                        this::training)
                .paired(shape(), query -> targets(pairs, query), maxPairs);
    }

    /** All pairs of a query are scored to judge it, also where some are drawn to fit. */
    private static void requirePairs(QuerySource source, Query query) {
        if (query.size() > MOST_ITEMS) {
            throw new InputException(
                    source.file().toString(),
                    query.firstLine(),
                    query.size() + " items in query " + InputException.quote(query.id()),
                    "at most " + MOST_ITEMS + " with pairs: split the query, or take the surrogate squared");
        }
    }

    /** By the classes of items, so that pairs need not be encoded one by one. */
    private static PairTargets targets(PairRankingTarget<Query> target, Query query) {
        double[] single = target.antisymmetric() ? null : new double[query.size()];
        if (single != null) {
            target.scores().encodeInto(query, single);
        }
        return new PairTargets(target.classes(query), target.alphaOfClasses(query), single);
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
        return List.of(new Variant(0, InstanceLoss.leastSquares(surrogate()), 0, 1));
    }

    @Override
    public void judge(List<QueryInstance> instances, Outputs outputs, Judgement judgement) {
        PairRankingTarget<Query> target = target();
        Measure judged = measure.measure();
        for (int k = 0; k < instances.size(); k++) {
            QueryInstance instance = instances.get(k);
            Query query = instance.query();
            Judgements known = Judgements.of(query);
            int[] order = BlindOrder.of(query);
            double[] alpha = new double[target.encodedSize(query.size())];
            target.encodeInto(query, alpha);
            for (int c = 0; c < judgement.candidates(); c++) {
                double[] u = outputs.of(c, k);
                boolean sorted = judgement.variant(c).equals(Variant.SORTED);
                double[] scores = sorted ? u : target.decodeQuickly(u, order).scores();
                if (c == 0) {
                    judgement.sawScores(scores);
                }
                JudgedList list = known.rankedBy(scores);
                double[] aim = sorted ? instance.targets() : alpha;
                double risk = Judgement.squaredDistance(u, 0, aim) / query.size();
                judgement.add(c, judged, list, instance.weight(), risk);
            }
            judgement.count(instance.weight(), query.size());
        }
    }

    /** The ranking of a query for u, and what the decoder knows about it. What u leaves open no place in the query decides. */
    public OpenTies.Decoded decode(Query query, double[] u, DecodeLimits limits) {
        return target().decode(u, BlindOrder.of(query), limits);
    }

    @Override
    public PairTask trained(Variant variant, Instances<QueryInstance> train) {
        return new PairTask(
                measure,
                decoder,
                limits,
                maxPairs,
                view,
                ((QueryInstances) train).seen().summary(),
                plain);
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        if (!(scorer instanceof PairScores pairs) || pairs.outputs() != 1) {
            throw new IllegalArgumentException("a scorer that does not give one number per pair");
        }
        if ((shape() == Shape.PREFERENCES) != pairs.pairs().antisymmetric()) {
            throw new IllegalArgumentException("the scorer of pairs is not one for " + measure.typed());
        }
    }

    /** For queries of the sizes in training. */
    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        PairRankingTarget<Query> target = target();
        Guarantee guarantee = QueryPromises.overSizes(labels, measure, target::guarantee);
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        if (QueryPromises.seesTheQuery(view, isAdditive(scorer))) {
            notPromised.remove(target.singlePairCaveat());
        }
        if (guarantee.calibration() == Calibration.ALWAYS) {
            notPromised.add(
                    "the best ranking for the predicted pairs where decoder " + decoder
                            + " does not prove it within its limit: the gap that comes with a prediction says how far off it may be.");
        }
        return guarantee.with(guarantee.bound(), notPromised);
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer, List<Integer> sizes) {
        Guarantee guarantee = new PairTask(measure, decoder, limits, maxPairs, view, labels.withSizes(sizes), plain)
                .guarantee(scorer);
        return QueryPromises.ofSizes(guarantee, labels.sizes(), sizes);
    }

    /**
     * Whether u_ij is s_i − s_j, or s_i + s_j and a constant, with s linear: what all items of a query share then falls out of the
     * differences, or adds the same number to all u_ii and another to all u_ij, and Σ_{i≥j} u_ij / max(σ(i), σ(j)) changes by
     * the same number for every σ.
     */
    private static boolean isAdditive(InstanceScorer scorer) {
        return scorer instanceof PairScores scores
                && scores.pairs() instanceof PairScorer pairs
                && pairs.features() instanceof ProductPairs features
                && !features.products();
    }
}
