package io.plumbrank.learn.trees;

import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToDoubleFunction;

/**
 * The weighted gradient and curvature of a surrogate at all outputs of all rows, in XGBoost's {@link TreeUnits}; groups are shared
 * out among threads, and any number of them gives the same.
 */
public final class SurrogateGradients implements AutoCloseable {
    private final double[] targets;
    private final int outputs;
    private final float[] weights;
    private final List<Share> shares = new ArrayList<>();
    private final ExecutorService pool;
    private final float[] gradient;
    private final float[] curvature;
    private TreeUnits units = new TreeUnits(1, 1);

    /** @param start every score of all rows before the first round */
    public SurrogateGradients(
            TreeProblem.Surrogate surrogate, TreeProblem.Aims aims, float[] weights, int threads, double start) {
        this.targets = aims.targets();
        this.outputs = aims.outputs();
        this.weights = weights;
        gradient = new float[targets.length];
        curvature = new float[targets.length];
        pool = Executors.newFixedThreadPool(threads);
        int[] groups = surrogate.groups();
        int firstGroup = 0;
        int firstRow = 0;
        int row = 0;
        for (int group = 0; group < groups.length; group++) {
            row += groups[group];
            long wanted = (long) weights.length * (shares.size() + 1) / threads;
            if (row >= wanted || group == groups.length - 1) {
                shares.add(new Share(surrogate.gradients().get(), groups, firstGroup, group + 1, firstRow));
                firstGroup = group + 1;
                firstRow = row;
            }
        }
        units = units(start);
    }

    private TreeUnits units(double start) {
        compute(place -> start);
        double squares = 0;
        double curvatures = 0;
        for (int place = 0; place < targets.length; place++) {
            squares += (double) gradient[place] * gradient[place];
            curvatures += curvature[place];
        }
        return TreeUnits.ofDerivatives(Math.sqrt(squares / targets.length), curvatures / targets.length);
    }

    public TreeUnits units() {
        return units;
    }

    /** Fills {@link #gradient} and {@link #curvature} at these scores of the surrogate, outputs of a row one after another. */
    public void compute(IntToDoubleFunction scores) {
        List<Callable<Void>> work = new ArrayList<>();
        for (Share share : shares) {
            work.add(() -> {
                share.compute(scores);
                return null;
            });
        }
        try {
            for (Future<Void> done : pool.invokeAll(work)) {
                done.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while computing gradients", e);
        }
    }

    /** ∂ψ/∂s of each row, outputs of a row one after another, the same array every time. */
    public float[] gradient() {
        return gradient;
    }

    /** ∂²ψ/∂s² of each row, outputs of a row one after another, the same array every time. */
    public float[] curvature() {
        return curvature;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    /** Groups that follow each other, with the memory of the thread that has them. */
    private final class Share {
        private final GroupDerivatives function;
        private final int[] groups;
        private final int from;
        private final int to;
        private final int firstRow;
        private final double[] scoresOf;
        private final double[] targetsOf;
        private final double[] gradientOf;
        private final double[] curvatureOf;

        Share(GroupDerivatives function, int[] groups, int from, int to, int firstRow) {
            this.function = function;
            this.groups = groups;
            this.from = from;
            this.to = to;
            this.firstRow = firstRow;
            int largest = 0;
            for (int group = from; group < to; group++) {
                largest = Math.max(largest, groups[group]);
            }
            scoresOf = new double[largest * outputs];
            targetsOf = new double[largest * outputs];
            gradientOf = new double[largest * outputs];
            curvatureOf = new double[largest * outputs];
        }

        void compute(IntToDoubleFunction scores) {
            double slope = units.loss() * units.score();
            double bend = slope * units.score();
            int row = firstRow;
            for (int group = from; group < to; group++) {
                int first = row * outputs;
                int size = groups[group] * outputs;
                for (int i = 0; i < size; i++) {
                    scoresOf[i] = scores.applyAsDouble(first + i);
                    targetsOf[i] = targets[first + i];
                }
                function.into(scoresOf, targetsOf, size, gradientOf, curvatureOf);
                for (int i = 0; i < size; i++) {
                    float weight = weights[row + i / outputs];
                    gradient[first + i] = (float) (weight * slope * gradientOf[i]);
                    curvature[first + i] = (float) (weight * bend * curvatureOf[i]);
                }
                row += groups[group];
            }
        }
    }
}
