package io.plumbrank.learn.descent;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureSpread;
import io.plumbrank.learn.features.Kernels;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.util.internal.InOrder;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * (1/Σw) Σ w·loss(s) + λ·‖v‖² over groups, as a function of the point (b, v), with s = b + vᵀ(z − mean)/sd; of several outputs
 * all b come first, and then their v one after another. One evaluation
 * is one pass over the rows, block by block on several threads; the sums are added in the order of the blocks, so threads
 * change no bit. Nor does it matter for how many blocks z is kept.
 */
final class GroupedObjective implements Objective, AutoCloseable {
    private final GroupedRows rows;
    private final FeatureMap map;
    private final int outputs;
    private final double[] means;

    /** 1/sd, or 1 where features are not scaled; 0 where they do not vary. */
    private final double[] scales;

    /** The largest standard deviation after scaling; 1 if nothing varies. */
    private final double spread;

    private final double totalWeight;
    private final Supplier<GroupLoss> loss;
    private final ConcurrentLinkedQueue<GroupGradient> spare = new ConcurrentLinkedQueue<>();
    private final InOrder<GroupGradient.Sums> pass;

    /** (1, z) of the first blocks, each made by the first pass. */
    private final double[][][] mapped;

    private GroupGradient.Sums sums;
    private double lambda;
    private double gradientScale;

    GroupedObjective(
            GroupedRows rows, FeatureMap map, boolean standardise, int threads, long memory, Supplier<GroupLoss> loss) {
        FeatureSpread features = rows.spread(map, threads);
        this.rows = rows;
        this.map = map;
        this.means = features.means();
        this.scales = new double[means.length];
        double largest = 0;
        for (int i = 0; i < scales.length; i++) {
            double deviation = features.deviations()[i];
            scales[i] = deviation == 0 ? 0 : standardise && map.isStandardised() ? 1 / deviation : 1;
            largest = Math.max(largest, deviation * scales[i]);
        }
        this.spread = largest > 0 ? largest : 1;
        this.totalWeight =
                IntStream.range(0, rows.groups()).mapToDouble(rows::weight).sum();
        this.loss = loss;
        this.mapped = new double[blocksWithin(memory)][][];
        this.outputs = rows.outputs();
        this.sums = new GroupGradient.Sums(outputs, means.length);
        this.pass = new InOrder<>(threads, "plumbrank-descent", part -> sums.add(part));
    }

    private int blocksWithin(long memory) {
        long left = memory / Double.BYTES;
        int blocks = 0;
        for (int group = 0; group < rows.groups(); group++) {
            left -= (long) rows.items(group) * (1 + means.length);
            if (left < 0) {
                return blocks;
            }
            if (group + 1 == rows.blockStart(blocks + 1)) {
                blocks++;
            }
        }
        return blocks;
    }

    /** The number of variables. */
    int size() {
        return outputs * (1 + means.length);
    }

    /** How many of them, the first, are free of λ. */
    int unpenalised() {
        return outputs;
    }

    double lambda() {
        return lambda;
    }

    void setLambda(double lambda) {
        this.lambda = lambda;
    }

    /** By output, weights of z in its own scale. */
    double[][] weights(double[] point) {
        double[][] weights = new double[outputs][means.length];
        for (int o = 0; o < outputs; o++) {
            for (int i = 0; i < means.length; i++) {
                weights[o][i] = point[first(o) + i] * scales[i];
            }
        }
        return weights;
    }

    /** By output, the score of z = 0. */
    double[] intercepts(double[] point) {
        double[][] weights = weights(point);
        double[] intercepts = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            intercepts[o] = point[o] - Kernels.dot(0, means, 0, weights[o]);
        }
        return intercepts;
    }

    /** Where the v of an output begins. */
    private int first(int output) {
        return outputs + output * means.length;
    }

    @Override
    public double gradientInto(double[] point, double[] gradient) {
        double[][] weights = weights(point);
        double[] intercepts = intercepts(point);
        sums = new GroupGradient.Sums(outputs, means.length);
        for (int block = 0; block < rows.blocks(); block++) {
            int at = block;
            pass.submit(() -> sumsOf(at, intercepts, weights));
        }
        pass.finish();
        double squares = 0;
        for (int o = 0; o < outputs; o++) {
            double[] total = sums.gradient[o];
            gradient[o] = total[0] / totalWeight;
            for (int i = 0; i < means.length; i++) {
                double v = point[first(o) + i];
                squares += v * v;
                gradient[first(o) + i] =
                        (total[1 + i] - means[i] * total[0]) * scales[i] / totalWeight + 2 * lambda * v;
            }
        }
        gradientScale = spread * sums.magnitude / totalWeight + 2 * lambda * Math.sqrt(squares);
        return sums.value / totalWeight + lambda * squares;
    }

    private GroupGradient.Sums sumsOf(int block, double[] intercepts, double[][] weights) {
        GroupGradient worker = spare.poll();
        if (worker == null) {
            worker = new GroupGradient(rows, map, loss.get());
        }
        try {
            if (block >= mapped.length) {
                return worker.of(block, null, intercepts, weights);
            }
            if (mapped[block] == null) {
                mapped[block] = worker.mapped(block);
            }
            return worker.of(block, mapped[block], intercepts, weights);
        } finally {
            spare.add(worker);
        }
    }

    @Override
    public double gradientScale() {
        return gradientScale;
    }

    @Override
    public void close() {
        pass.close();
    }
}
