package io.plumbrank.trees;

import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.util.InputException;
import java.io.IOException;

/**
 * The boosters of a checkpoint, one per output, as XGBoost saves them. Its reader trusts what it is given, up to the end of the
 * process: nothing is handed to it before our own reader has found the trees that there must be.
 */
final class SavedBoosters {
    private SavedBoosters() {}

    /** Makes sure that each has a tree per round, and the features of the task. */
    static void require(TreeCheckpoint.State state, TreeProblem task) throws IOException {
        if (state.parts().size() != task.outputs()) {
            throw new IOException(state.parts().size() + " boosters for " + task.outputs() + " outputs");
        }
        for (byte[] booster : state.parts()) {
            require(booster, state.rounds(), task.rows().inputs());
        }
    }

    private static void require(byte[] booster, int rounds, int inputs) throws IOException {
        TreeEnsemble trees;
        try {
            trees = TreeModels.parse(booster, "booster");
        } catch (InputException e) {
            throw new IOException(e.found() + " as a booster", e);
        }
        if (trees.inputs() != inputs || trees.outputs() != 1 || trees.members().size() != rounds) {
            throw new IOException("a booster of " + trees.members().size() + " trees on " + trees.inputs()
                    + " features, and not of " + rounds + " on " + inputs);
        }
    }
}
