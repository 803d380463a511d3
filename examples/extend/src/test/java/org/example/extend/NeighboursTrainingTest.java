package org.example.extend;

import io.plumbrank.learn.instances.Learner;
import io.plumbrank.train.Problem;
import io.plumbrank.train.TrainerContract;
import java.util.List;

/** With the tasks of the library. */
class NeighboursTrainingTest extends TrainerContract {
    @Override
    protected List<? extends Learner> learners() {
        return List.of(new Neighbours(3));
    }

    /** Squares, and rows that know all of their targets. */
    @Override
    protected boolean takes(Problem problem) {
        return problem.isSquares() && !problem.hasGaps();
    }

    @Override
    protected int many(Problem problem) {
        return 300;
    }
}
