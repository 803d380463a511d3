package org.example.extend;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerContract;
import io.plumbrank.learn.features.FeatureReference;
import java.util.SplittableRandom;
import org.example.extend.Neighbours.MeanOfNearest;

class NeighboursTest extends ScorerContract {
    private static final int ROWS = 20;

    @Override
    protected Scorer scorer(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = rows(seed, ROWS, inputs);
        FeatureReference reference = FeatureReference.ofRows(x, ROWS, inputs);
        double[][] places = new double[ROWS][];
        double[][] targets = new double[ROWS][];
        double[] weights = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            places[row] = MeanOfNearest.place(x, row * inputs, reference);
            targets[row] = random(random, outputs);
            weights[row] = 1 + random.nextInt(3);
        }
        return new MeanOfNearest(3, reference, places, targets, weights);
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        MeanOfNearest fitted = (MeanOfNearest) scorer;
        return new MeanOfNearest(fitted.k, fitted.reference, fitted.places, fitted.targets, fitted.weights);
    }
}
