package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Data that are compared with what training saw while they are read. The first whole pass is refused if no feature that the
 * model goes by occurs; what else does not match is in {@link #notes}.
 */
final class FeatureWatch extends TalliedSource implements QueryBlocks.Kept {
    private final KnownFeatures known;
    private volatile List<String> found = List.of();

    FeatureWatch(QuerySource source, KnownFeatures known) {
        super(source);
        this.known = known;
    }

    /** @throws InputException if no feature of the model occurs */
    @Override
    void check(FeatureTally whole) {
        found = known.compare(file().toString(), tally(known.names()));
    }

    @Override
    public Optional<QueryBlocks> blocks() {
        return QueryBlocks.of(source());
    }

    @Override
    public List<String> notes() {
        List<String> all = new ArrayList<>(super.notes());
        all.addAll(found);
        return all;
    }
}
