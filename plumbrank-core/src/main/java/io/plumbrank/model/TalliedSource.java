package io.plumbrank.model;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.trees.FeatureInfluence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source that keeps a {@link FeatureTally} of its first whole pass. */
public abstract class TalliedSource extends ForwardingSource {
    private volatile @Nullable FeatureTally tally;

    TalliedSource(QuerySource source) {
        super(source);
    }

    /** A source that is tallied, and that nobody compares with anything. */
    public static TalliedSource of(QuerySource source) {
        return new Unwatched(source);
    }

    private static final class Unwatched extends TalliedSource implements QueryBlocks.Kept {
        Unwatched(QuerySource source) {
            super(source);
        }

        @Override
        void check(FeatureTally whole) {}

        @Override
        public Optional<QueryBlocks> blocks() {
            return QueryBlocks.of(source());
        }
    }

    /** Looks at the tally of the first whole pass. */
    abstract void check(FeatureTally whole);

    /**
     * What the first whole pass saw of some features.
     *
     * @param names their names, in the order in which they are to be numbered; empty where features go by their numbers
     */
    final FeatureTally tally(List<String> names) {
        if (tally == null) {
            QueryBlocks.of(source()).ifPresent(blocks -> finish(blocks.reduce(FeatureTally::of, FeatureTally::plus)));
        }
        FeatureTally seen = tally;
        if (seen == null) {
            throw new IllegalStateException("nobody has visited " + source().file());
        }
        if (names.isEmpty() || names.equals(featureNames())) {
            return seen;
        }
        Map<String, Integer> numbers = new HashMap<>();
        featureNames().forEach(name -> numbers.put(name, numbers.size()));
        return seen.renumbered(names.stream()
                .mapToInt(name -> numbers.getOrDefault(name, Integer.MAX_VALUE))
                .toArray());
    }

    /** What the first whole pass saw of the features of a model; of very many, of those that matter most to its scorer. */
    public final Provenance.Features features(List<String> names, InstanceScorer scorer, QueryFeatures view) {
        FeatureTally seen = tally(names);
        double[] influence =
                FeatureInfluence.shares(scorer, view, j -> seen.isPresent(j) ? (double) seen.high(j) - seen.low(j) : 0);
        return new Provenance.Features(
                names, FeatureSummary.of(seen, influence), names.isEmpty() ? absent() : Absent.MISSING);
    }

    /** How the features of the first whole pass differ from those of training, in sentences. */
    public final List<String> comparedWith(Provenance.Features trained, InstanceScorer scorer, QueryFeatures view) {
        return KnownFeatures.of(trained, scorer, view).compare(file().toString(), tally(trained.names()));
    }

    @Override
    public final void visit(Consumer<Query> visitor) {
        if (tally != null) {
            source().visit(visitor);
            return;
        }
        FeatureTally counting = new FeatureTally();
        source().visit(query -> {
            counting.add(query);
            visitor.accept(query);
        });
        finish(counting);
    }

    @Override
    public final Dataset load() {
        Dataset data = source().load();
        if (tally == null) {
            FeatureTally counting = new FeatureTally();
            data.queries().forEach(counting::add);
            finish(counting);
        }
        return data;
    }

    @Override
    public final Optional<String> checksum() {
        return source().checksum();
    }

    private void finish(FeatureTally whole) {
        tally = whole;
        check(whole);
    }

    @Override
    public final long knownRows() {
        FeatureTally seen = tally;
        return seen == null ? source().knownRows() : seen.rows();
    }
}
