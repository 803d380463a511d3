package io.plumbrank.learn;

import java.util.SplittableRandom;

class KernelScorerTest extends ScorerContract {
    private static final int LANDMARKS = 9;

    @Override
    protected Scorer scorer(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] intercepts = random(random, outputs);
        double[][] weights = new double[outputs][];
        for (int o = 0; o < outputs; o++) {
            weights[o] = random(random, LANDMARKS);
        }
        float[][] landmarks = new float[LANDMARKS][];
        for (int i = 0; i < LANDMARKS; i++) {
            landmarks[i] = rows(random.nextLong(), 1, inputs);
        }
        LaplaceKernel kernel = LaplaceKernel.of(FeatureReference.zero(inputs), 1.5, landmarks);
        return KernelScorer.of(kernel, inputs, intercepts, weights);
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        KernelScorer kernel = (KernelScorer) scorer;
        LaplaceKernel rows = kernel.kernel();
        return KernelScorer.of(
                LaplaceKernel.of(rows.reference(), rows.bandwidth(), rows.landmarks()),
                kernel.inputs(),
                kernel.intercepts(),
                kernel.weights());
    }
}
