package io.plumbrank.kind.pairs;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor.RowFunction;
import io.plumbrank.model.Ranker;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.util.InputException;
import java.util.Optional;
import java.util.function.Consumer;

/** Ranks items by what is predicted of their pairs, with a decoder that has to search. */
public final class PairRanker extends Ranker {
    /** The outputs, and the tables of a decoder. */
    private static final int BYTES_PER_PAIR = 40;

    /** So many numbers are enough to compare, and queries of pairs have many. */
    private static final int ENOUGH = 2_000_000;

    private final Model model;
    private final PairTask task;
    private final Consumer<DecodeResult> decoded;

    PairRanker(Model model, PairTask task) {
        this(model, task, result -> {});
    }

    private PairRanker(Model model, PairTask task, Consumer<DecodeResult> decoded) {
        this.model = model;
        this.task = task;
        this.decoded = decoded;
    }

    @Override
    public String kind() {
        return "pairs";
    }

    /** What it ranks for, and how. */
    public PairTask task() {
        return task;
    }

    @Override
    public Optional<PairRanker> withLimits(DecodeLimits limits) {
        return Optional.of(new PairRanker(model, task.withLimits(limits), decoded));
    }

    @Override
    public PairRanker countedBy(Consumer<DecodeResult> counted) {
        return new PairRanker(model, task, counted);
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(model);
    }

    @Override
    public Optional<MeasureSpec> measure() {
        return Optional.of(task.measure());
    }

    @Override
    public DecodeLimits limits() {
        return task.limits();
    }

    /** As many numbers as there are pairs, which a decoder holds several times. */
    @Override
    public double[] outputs(Query query) {
        long pairs = PairIndex.TRIANGLE.count(query.size());
        long room = Math.min(
                PairIndex.TRIANGLE.count(PairTask.MOST_ITEMS),
                Runtime.getRuntime().maxMemory() / BYTES_PER_PAIR);
        if (pairs > room) {
            throw new QueryFault(
                    query,
                    query.size() + " items, which make " + pairs + " pairs",
                    "at most " + room + " pairs with "
                            + (Runtime.getRuntime().maxMemory() >> 20) + " MB of heap: split the query, give the JVM"
                            + " more memory (-Xmx), or train with the surrogate squared, which needs no pairs");
        }
        return super.outputs(query);
    }

    @Override
    public Optional<Pairs> pairs() {
        return Optional.of(new Pairs(task.target(), task.decoder()));
    }

    @Override
    public boolean searches() {
        return true;
    }

    /** Scores are r for the first of r items, and 1 for the last; items that u does not tell apart share the mean of theirs. */
    @Override
    public Ranked decode(Query query, double[] outputs, DecodeLimits limits) {
        OpenTies.Decoded found = task.decode(query, outputs, limits);
        DecodeResult result = found.result();
        decoded.accept(result);
        return new Ranked(result.ranking(), found.open().scores(), result.gap(), result.isOptimal());
    }

    @Override
    protected double[] quickScores(Query query, double[] outputs) {
        return task.target().decodeQuickly(outputs, BlindOrder.of(query)).scores();
    }

    @Override
    public RowFunction rowFunction(String file) {
        throw new InputException(
                file,
                0,
                "a ranker by pairs, which needs all items of a query (engines score one item at a time)",
                "a ranker by scores: train with a surrogate of scores");
    }

    @Override
    public String compareExpectations(QuerySource data, Seen seen) {
        PairRankingTarget<Query> target = task.target();
        long[] count = {0};
        data.visit(query -> {
            if (count[0] < ENOUGH) {
                double[] u = outputs(query);
                double[] alpha = new double[u.length];
                target.encodeInto(query, alpha);
                for (int at = 0; at < u.length; at++) {
                    seen.add(u[at], alpha[at], query.weight());
                }
                count[0] += query.weight() > 0 ? u.length : 0;
            }
        });
        return "Numbers of pairs of items, as they enter " + task.measure().typed();
    }
}
