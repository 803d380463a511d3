package io.plumbrank.learn.boost;

/**
 * Gradients of the squared surrogate at the scores of some rows.
 *
 * @param scores row-major; read when a gradient is asked for
 * @param targets row-major
 * @param weights one per row, which are the curvatures
 * @param outputs how many scores and targets a row has
 * @param unit what gradients are multiplied by
 * @param gaps whether some targets are NaN, since they are not known
 */
record SquaredGradients(float[] scores, double[] targets, float[] weights, int outputs, double unit, boolean gaps) {
    /** Of a tree that begins at an output. */
    RoundedGradients.Source of(int first) {
        return new RoundedGradients.Source() {
            @Override
            public void gradientInto(int row, double[] gradient) {
                int at = row * outputs + first;
                if (isGap(at)) {
                    gradient[0] = 0;
                    return;
                }
                double weight = weights[row] * unit;
                for (int o = 0; o < gradient.length; o++) {
                    gradient[o] = weight * (scores[at + o] - targets[at + o]);
                }
            }

            @Override
            public double curvature(int row) {
                return isGap(row * outputs + first) ? 0 : weights[row];
            }
        };
    }

    private boolean isGap(int at) {
        return gaps && Double.isNaN(targets[at]);
    }

    /** A sketch of all outputs. */
    RoundedGradients.Source of(Sketch sketch) {
        return new RoundedGradients.Source() {
            @Override
            public void gradientInto(int row, double[] gradient) {
                int at = row * outputs;
                sketch.into(scores, at, targets, at, weights[row] * unit, gradient);
            }

            @Override
            public double curvature(int row) {
                return weights[row];
            }
        };
    }
}
