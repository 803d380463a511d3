package io.plumbrank.model;

import java.util.List;
import java.util.function.IntFunction;

/**
 * All that was fitted to pairs before validation chooses a λ.
 *
 * @param lambdas what there is to choose from
 * @param whole one output a λ, fitted to all of the training data
 * @param withoutFold likewise, one a fold, fitted without it; empty where there is a validation file
 * @param fitted the fit of one λ, by its number
 * @param notes what a user should know, whole sentences
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier that nobody compares
record PairFits(
        double[] lambdas,
        PairScores whole,
        List<PairScores> withoutFold,
        IntFunction<PairScores> fitted,
        List<String> notes) {}
