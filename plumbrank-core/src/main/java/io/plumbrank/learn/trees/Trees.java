package io.plumbrank.learn.trees;

import io.plumbrank.learn.ExplainedScorer;
import java.util.Optional;

/** Trees that score rows: with plain splits alone, or with splits on tests of a row. */
public interface Trees extends ExplainedScorer {
    /** The trees. Their features from {@link #inputs} on, if there are such, are tests of a row. */
    TreeEnsemble ensemble();

    /**
     * Trees for rows whose features are counted from another number: what was feature j is {@code first + j}, and the features
     * before it do not matter.
     */
    Trees countedFrom(int first);

    /** Trees with the same scores whose splits compare one feature with a threshold; empty if they would take more nodes. */
    Optional<TreeEnsemble> plain(int mostNodes);

    /** Gains, covers and counts of the splits on each input. */
    Importance importance();
}
