package io.plumbrank.model;

import io.plumbrank.learn.Scorer;
import io.plumbrank.surrogate.Surrogate;
import java.util.List;
import java.util.function.IntFunction;

/**
 * All that was fitted before validation chooses.
 *
 * @param candidates what there is to choose from
 * @param validation scorers with one output a candidate: one that was fitted to all of the training data where there is a
 *     validation file, else one a fold, fitted without it
 * @param fitted a candidate's scorer, fitted to all of the training data
 * @param labels what training saw of the labels
 * @param notes on a candidate, whole sentences
 */
record RankerFits(
        List<Candidate> candidates,
        List<Scorer> validation,
        IntFunction<Scorer> fitted,
        QueryLabels labels,
        IntFunction<List<String>> notes) {

    /** A surrogate as it is trained, and a λ. */
    record Candidate(Surrogate surrogate, double lambda) {}
}
