package io.plumbrank.learn.descent;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.util.internal.InOrder;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A {@link LinearObjective} whose evaluation is one pass over the rows, block by block on several threads; the sums are added in
 * the order of the blocks, so threads change no bit. Nor does it matter for how many blocks z is kept.
 */
final class GroupedObjective extends LinearObjective implements AutoCloseable {
    private final GroupedRows rows;
    private final FeatureMap map;
    private final Supplier<GroupLoss> loss;
    private final ConcurrentLinkedQueue<GroupGradient> spare = new ConcurrentLinkedQueue<>();
    private final InOrder<GroupGradient.Sums> pass;

    /** (1, z) of the first blocks, each made by the first pass. */
    private final double[][][] mapped;

    private GroupGradient.Sums sums;

    GroupedObjective(
            GroupedRows rows, FeatureMap map, boolean standardise, int threads, long memory, Supplier<GroupLoss> loss) {
        super(
                rows.spread(map, threads),
                standardise && map.isStandardised(),
                rows.outputs(),
                IntStream.range(0, rows.groups()).mapToDouble(rows::weight).sum());
        this.rows = rows;
        this.map = map;
        this.loss = loss;
        this.mapped = new double[blocksWithin(memory)][][];
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

    @Override
    double[] intercepts(double[] point) {
        double[][] weights = weights(point);
        double[] intercepts = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            intercepts[o] = point[o] - Kernels.dot(0, means, 0, weights[o]);
        }
        return intercepts;
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
        GroupGradient.Sums found = sums;
        double[] slopes =
                Arrays.stream(found.gradient).mapToDouble(total -> total[0]).toArray();
        return into(found.value, found.magnitude, slopes, (o, i) -> found.gradient[o][1 + i], point, gradient);
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
    public void close() {
        pass.close();
    }
}
