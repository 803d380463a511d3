package io.plumbrank.trees;

import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import java.util.Map;

/**
 * Boosts trees by XGBoost's histograms. The squared surrogate is its {@code reg:squarederror} from the mean of the targets
 * on; any other is boosted on the gradients that the task gives, from zero on. Weights are scaled to the mean 1, and curvature
 * near it, so that {@code min_child_weight} and {@code lambda} mean what they do elsewhere.
 *
 * <p>The same task, seed and threads give the same bits. A run that was killed and resumed from its checkpoint gives the
 * model of one that was not; with {@code subsample} or {@code colsample_*} it goes on with other rows and columns, since
 * XGBoost keeps the state of these draws to itself.
 *
 * <p>Parameters have XGBoost's names; its aliases are known. Defaults that differ from XGBoost's: {@code num_round} 1000,
 * {@code early_stopping_rounds} 50 where there is a validation measure, {@code eta} 0.05, {@code max_depth} 4,
 * {@code min_child_weight} 10.
 */
public final class XgboostEngine implements TreeEngine {
    @Override
    public String name() {
        return TreeEngine.XGBOOST;
    }

    @Override
    public void require(Map<String, String> parameters) {
        TreeParameters.ofXgboost(parameters);
        NativeLibrary.require();
    }

    @Override
    public TreeFit fit(TreeProblem task) {
        TreeParameters parameters = TreeParameters.ofXgboost(task.parameters());
        NativeLibrary.require();
        try (Boosting boosting = new Boosting(task, parameters)) {
            return boosting.run();
        }
    }
}
