package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Ranks items by what is predicted of their pairs, with a decoder that has to search. */
public final class PairRanker extends Ranker {
    private final Model model;
    private final PairTask task;

    PairRanker(Model model, PairTask task) {
        this.model = model;
        this.task = task;
    }

    /** What it ranks for, and how. */
    public PairTask task() {
        return task;
    }

    /** The same with another time limit of the decoder, for each query. */
    public PairRanker withTimeLimit(Duration limit) {
        return new PairRanker(model, task.withDecoder(task.decoder(), limit));
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

    /** Scores are r for the first of r items, and 1 for the last; items that u does not tell apart share the mean of theirs. */
    @Override
    public Ranked decode(Query query, DecodeLimits limits) {
        OpenTies.Decoded decoded = task.decode(query, outputs(query), limits);
        DecodeResult result = decoded.result();
        return new Ranked(result.ranking(), decoded.open().scores(), result.gap(), result.isOptimal());
    }

    /** Decoding a query may take a second, so that a thread should not wait for a batch of them. */
    @Override
    int batch() {
        return 1;
    }

    @Override
    String gap(Ranked ranked) {
        return String.format(Locale.ROOT, "%.6g", ranked.gap());
    }

    @Override
    String header() {
        return "\tgap";
    }
}
