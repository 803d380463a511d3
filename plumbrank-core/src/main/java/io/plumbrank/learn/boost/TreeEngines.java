package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreesUnavailableException;
import java.util.ServiceLoader;

public final class TreeEngines {
    private TreeEngines() {}

    /** @throws TreesUnavailableException if XGBoost's engine is not on the class path */
    public static TreeEngine find() {
        return ServiceLoader.load(TreeEngine.class)
                .findFirst()
                .orElseThrow(() -> new TreesUnavailableException(
                        "the module plumbrank-trees is not on the class path (an image of the command gets it"
                                + " by unpacking the archive plumbrank-…-natives over it)"));
    }

    /**
     * The engine with this name.
     *
     * @throws IllegalArgumentException if there is none of this name
     * @throws TreesUnavailableException if it is not on the class path
     */
    public static TreeEngine find(String name) {
        return switch (name) {
            case TreeEngine.OWN -> new HistogramEngine();
            case TreeEngine.XGBOOST -> find();
            default -> throw new IllegalArgumentException("the engine of trees is own or xgboost, not '" + name + "'");
        };
    }
}
