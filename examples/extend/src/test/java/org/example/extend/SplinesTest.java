package org.example.extend;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.ExplainedScorerContract;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.MappedScorer;
import java.util.SplittableRandom;

class SplinesTest extends ExplainedScorerContract {
    @Override
    protected ExplainedScorer scorer(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        Splines splines = (Splines) new Splines.Spec(4).map(rows(seed, 30, inputs), 30, inputs, seed);
        double[][] weights = new double[outputs][];
        for (int output = 0; output < outputs; output++) {
            weights[output] = random(random, splines.terms());
        }
        return (ExplainedScorer) splines.scorer(inputs, random(random, outputs), weights);
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        MappedScorer mapped = (MappedScorer) scorer;
        return MappedScorer.of(mapped.map(), mapped.inputs(), mapped.intercepts(), mapped.weights());
    }
}
