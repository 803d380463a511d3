package io.plumbrank.learn.trees;

import java.util.List;

/**
 * What boosting gave.
 *
 * @param ensemble the trees of the best round and all before it; of all rounds where nothing was validated
 * @param rounds how many rounds the ensemble has
 * @param roundsTried how many rounds were boosted before it stopped
 * @param resumedAfter how many of these a checkpoint had; 0 without one
 * @param measures the validation measure after each round tried; empty where nothing was validated
 */
public record TreeFit(TreeEnsemble ensemble, int rounds, int roundsTried, int resumedAfter, List<Double> measures) {
    public TreeFit {
        measures = List.copyOf(measures);
    }
}
