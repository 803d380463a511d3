package io.plumbrank.model;

import io.plumbrank.learn.Scorer;
import io.plumbrank.target.LinearDecision;
import java.util.Optional;

/**
 * A prediction from one row, which other systems can hold: x ↦ u, and where a class is predicted the decision by u.
 *
 * @param decision empty where u is the score of an item
 */
public record RowFunction(Scorer scorer, Optional<LinearDecision> decision) {}
