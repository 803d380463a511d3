package io.plumbrank.kind.pairs;

import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.DecodeTally;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Ranks items by what is predicted of their pairs, with a decoder that has to search. */
public final class PairRanker extends Ranker {
    /** The outputs, and the tables of a decoder. */
    private static final int BYTES_PER_PAIR = 40;

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

    /** What it ranks for, and how. */
    public PairTask task() {
        return task;
    }

    @Override
    public Optional<PairRanker> withLimits(DecodeLimits limits) {
        return Optional.of(new PairRanker(model, task.withLimits(limits), decoded));
    }

    @Override
    public PairRanker countedBy(DecodeTally tally) {
        return new PairRanker(model, task, tally::add);
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
    public QueryFeatures view() {
        return task.view();
    }

    @Override
    public InstanceScorer scorer() {
        return model.scorer();
    }

    @Override
    public List<String> featureNames() {
        return model.provenance().featureNames();
    }

    @Override
    public DecodeLimits limits() {
        return task.limits();
    }

    /** As many numbers as there are pairs, which a decoder holds several times. */
    @Override
    public double[] outputs(Query query) {
        long pairs = (long) query.size() * (query.size() + 1) / 2;
        long room = Math.min(Integer.MAX_VALUE - 8L, Runtime.getRuntime().maxMemory() / BYTES_PER_PAIR);
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

    /** Scores are r for the first of r items, and 1 for the last; items that u does not tell apart share the mean of theirs. */
    @Override
    public Ranked decode(Query query, DecodeLimits limits) {
        return decode(query, outputs(query), limits);
    }

    /**
     * Decodes what {@link #outputs} gave for a query.
     *
     * @param limits of the decoder alone: scoring has been done
     */
    public Ranked decode(Query query, double[] outputs, DecodeLimits limits) {
        OpenTies.Decoded found = task.decode(query, outputs, limits);
        DecodeResult result = found.result();
        decoded.accept(result);
        return new Ranked(result.ranking(), found.open().scores(), result.gap(), result.isOptimal());
    }

    /** Decoding a query may take a second, so that a thread should not wait for a batch of them. */
    @Override
    protected int batch() {
        return 1;
    }

    @Override
    protected String gap(Ranked ranked) {
        return String.format(Locale.ROOT, "%.6g", ranked.gap());
    }

    @Override
    protected String header() {
        return "\tgap";
    }
}
