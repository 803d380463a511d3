package io.plumbrank.model;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QueryBlocks;
import io.plumbrank.data.QuerySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source that keeps a {@link FeatureTally} of its first whole pass. */
public class TalliedSource extends ForwardingSource {
    private volatile @Nullable FeatureTally tally;

    public TalliedSource(QuerySource source) {
        super(source);
    }

    /** Looks at the tally of the first whole pass. */
    void check(FeatureTally whole) {}

    /** What the first whole pass saw; null before. */
    public final @Nullable FeatureTally tally() {
        return tally;
    }

    /**
     * What the first whole pass saw of some features.
     *
     * @param names their names, in the order in which they are to be numbered; empty where features go by their numbers
     */
    public final FeatureTally tally(List<String> names) {
        if (tally == null) {
            source().blocks().ifPresent(blocks -> finish(blocks.reduce(FeatureTally::of, FeatureTally::plus)));
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
    public final Optional<QueryBlocks> blocks() {
        return source().blocks();
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
