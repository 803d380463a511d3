package io.plumbrank.learn.trees;

import io.plumbrank.learn.boost.HistogramEngine;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Fits boosted trees. The core has one of its own ({@link HistogramEngine}); the module {@code plumbrank-trees} provides one on
 * XGBoost, found by {@link ServiceLoader}, so that the core needs no native code.
 *
 * <pre>{@code
 * TreeProblem problem = TreeProblem.of(TreeRows.of(x, inputs), alpha, outputs);
 * TreeEnsemble ensemble = TreeEngine.find().fit(problem).ensemble();
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

    /**
     * XGBoost's.
     *
     * @throws TreesUnavailableException if it is not on the class path
     */
    static TreeEngine find() {
        return ServiceLoader.load(TreeEngine.class)
                .findFirst()
                .orElseThrow(
                        () -> new TreesUnavailableException("the module plumbrank-trees is not on the class path"));
    }

    /**
     * The engine with this name.
     *
     * @throws IllegalArgumentException if there is none of this name
     * @throws TreesUnavailableException if it is not on the class path
     */
    static TreeEngine find(String name) {
        return switch (name) {
            case OWN -> new HistogramEngine();
            case XGBOOST -> find();
            default -> throw new IllegalArgumentException("the engine of trees is own or xgboost, not '" + name + "'");
        };
    }
}
