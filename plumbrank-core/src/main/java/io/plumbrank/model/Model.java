package io.plumbrank.model;

import io.plumbrank.target.Guarantee;

/** What training leaves behind; {@link ModelFile} writes and reads it. */
public sealed interface Model permits ClassModel, RankerModel, LabelRankingModel, PairRankerModel {
    /** What is promised of it. */
    Guarantee guarantee();

    /** Where it comes from. */
    Provenance provenance();
}
