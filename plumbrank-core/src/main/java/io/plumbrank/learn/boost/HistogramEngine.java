package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.learn.trees.TreeFit;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import java.util.Map;

/**
 * Boosts trees by histograms, in pure Java. Parameters, defaults and units are those of the engine on XGBoost, and for one output,
 * with the same bins, so are the trees, up to the rounding of gradients. For several outputs one tree per round has a vector in each
 * leaf ({@code multi=tree}, the default), or each output has its trees ({@code multi=output}). Each has its own also with any other
 * surrogate than the squared one, and where some targets are not known: a row then weighs 0 in the trees of the outputs that it
 * does not know.
 *
 * <p>The same problem and seed give the same bits, whatever the number of threads. A run that was killed and resumed from its
 * checkpoint gives the model of one that was not, with {@code subsample} and {@code colsample_*} too, since every draw depends on
 * seed, round and place alone. {@code subsample} takes or leaves groups of rows whole.
 *
 * <p>A round costs O(rows · features · depth · outputs) at most; rows are kept as one byte per feature.
 */
public final class HistogramEngine implements TreeEngine {
    @Override
    public String name() {
        return OWN;
    }

    @Override
    public void require(Map<String, String> parameters) {
        GrowthRules.require(TreeParameters.ofOwn(parameters));
    }

    @Override
    public TreeFit fit(TreeProblem task) {
        TreeParameters parameters = TreeParameters.ofOwn(task.parameters());
        try (BoostingRun run = new BoostingRun(task, parameters)) {
            return run.run();
        }
    }
}
