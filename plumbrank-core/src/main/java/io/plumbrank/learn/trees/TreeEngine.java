package io.plumbrank.learn.trees;

import java.util.List;
import java.util.Map;

/**
 * Fits boosted trees. The core has one of its own; the module {@code plumbrank-trees} provides one on
 * XGBoost, found by {@link java.util.ServiceLoader}, so that the core needs no native code.
 *
 * <pre>{@code
 * TreeProblem problem = TreeProblem.of(TreeRows.of(x, inputs), alpha, outputs);
 * TreeEnsemble ensemble = TreeEngines.find().fit(problem).ensemble();
 * }</pre>
 */
public interface TreeEngine {
    /** How many rounds there are at most, where parameters do not say. */
    int DEFAULT_ROUNDS = 1000;

    /** The engine of the core. */
    String OWN = "own";

    /** The engine of the module {@code plumbrank-trees}. */
    String XGBOOST = "xgboost";

    /** All of them. */
    List<String> NAMES = List.of(OWN, XGBOOST);

    /** By which users choose it. */
    String name();

    /**
     * Makes sure that this learner can be used here with these parameters, before data are read.
     *
     * @throws IllegalArgumentException if a name or a value is not its own; the message is one line for the user
     * @throws TreesUnavailableException if its native library does not load on this machine
     */
    void require(Map<String, String> parameters);

    /**
     * Fits an ensemble.
     *
     * @throws IllegalArgumentException if the task's parameters are not this learner's
     * @throws TreesRefusedException if the library behind it refuses a value or the data
     * @throws TreesUnavailableException if its native library does not load on this machine
     */
    TreeFit fit(TreeProblem task);
}
