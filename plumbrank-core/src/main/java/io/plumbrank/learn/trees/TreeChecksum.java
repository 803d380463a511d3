package io.plumbrank.learn.trees;

import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import io.plumbrank.util.internal.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * The checksum of a problem, so that nobody goes on from a checkpoint with other data. What the surrogate and the measure are is
 * told by their values at some scores.
 */
public final class TreeChecksum {
    private static final int CHUNK = 1 << 13;

    private final MessageDigest sum = Sha256.digest();

    private TreeChecksum() {}

    /** Of a problem and of what decides its trees. */
    public static String of(TreeProblem task, TreeParameters parameters) {
        TreeChecksum checksum = new TreeChecksum();
        checksum.add((parameters.ofTrees() + " " + task.how().seed()).getBytes(StandardCharsets.UTF_8));
        checksum.add(task.rows());
        checksum.add(task.targets());
        checksum.add(task.weights());
        checksum.add(Arrays.stream(task.aims().groups()).asDoubleStream().toArray());
        TreeProblem.Surrogate surrogate = task.surrogate();
        if (surrogate != null) {
            checksum.add(surrogate, task.targets());
        }
        TreeProblem.Validation validation = task.validation();
        if (validation != null) {
            checksum.add(validation.rows());
            double[] scores = probe(validation.rows().rows() * task.outputs());
            checksum.add(new double[] {validation.measure(scores)});
        }
        return HexFormat.of().formatHex(checksum.sum.digest());
    }

    /** Scores by which to tell functions apart that say nothing of themselves. */
    private static double[] probe(int count) {
        return new SplittableRandom(1).doubles(count).toArray();
    }

    private void add(TreeProblem.Surrogate surrogate, double[] targets) {
        GroupDerivatives function = surrogate.gradients().get();
        double[] scores = probe(targets.length);
        int row = 0;
        for (int group : surrogate.groups()) {
            double[] gradient = new double[group];
            double[] curvature = new double[group];
            function.into(
                    Arrays.copyOfRange(scores, row, row + group),
                    Arrays.copyOfRange(targets, row, row + group),
                    group,
                    gradient,
                    curvature);
            add(gradient);
            add(curvature);
            row += group;
        }
    }

    private void add(byte[] bytes) {
        sum.update(bytes);
    }

    private void add(TreeRows rows) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * CHUNK);
        sum.update(
                ByteBuffer.allocate(8).putInt(rows.rows()).putInt(rows.inputs()).flip());
        rows.visit(TreeRows.Sharing::inOrder, block -> {
            int end = block.from() + block.rows() * rows.inputs();
            for (int from = block.from(); from < end; from += CHUNK) {
                int count = Math.min(CHUNK, end - from);
                buffer.clear().asFloatBuffer().put(block.x(), from, count);
                sum.update(buffer.limit(4 * count));
            }
        });
    }

    private void add(double[] values) {
        sum.update(ByteBuffer.allocate(4).putInt(values.length).flip());
        ByteBuffer buffer = ByteBuffer.allocate(8 * CHUNK);
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            buffer.clear().asDoubleBuffer().put(values, from, count);
            sum.update(buffer.limit(8 * count));
        }
    }
}
