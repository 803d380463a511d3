package io.plumbrank.bench;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Replay;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How much processor time it takes to export trees in each format, the first time and at best, and how fast the generated Java
 * scores beside the scorer here. Arguments: trees, 1000 unless given, and their depth, 6 unless given.
 */
public final class ExportSpeed {
    private static final int INPUTS = 136;
    private static final int ROWS = 2000;
    private static final int LAPS = 7;

    private ExportSpeed() {}

    public static void main(String[] args) {
        int trees = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int depth = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        TreeEnsemble ensemble = ensemble(trees, depth);
        Exportable model = Exportable.of(ensemble, "generated");
        for (ExportFormat format : ExportFormat.all()) {
            String name = format.name().equals("java") ? "Ranker.java" : "ranker.json";
            long start = now();
            Exported files = format.write(model, name);
            double first = seconds(start);
            double best = first;
            for (int lap = 0; lap < LAPS; lap++) {
                start = now();
                files = format.write(model, name);
                best = Math.min(best, seconds(start));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-20s %6.3f s first, %6.3f s at best, %6.1f MB%n",
                    format.name(),
                    first,
                    best,
                    files.content().length / 1e6);
        }
        score(ensemble, model);
    }

    private static void score(TreeEnsemble ensemble, Exportable model) {
        float[] rows = new float[ROWS * INPUTS];
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextInt(20) == 0 ? Float.NaN : (float) random.nextDouble();
        }
        ExportFormat format = ExportFormat.parse("java");
        long start = now();
        Replay java = format.replay(format.write(model, "Ranker.java"), model);
        System.out.printf(Locale.ROOT, "compiled and loaded in %.2f s%n", seconds(start));
        float[] row = new float[INPUTS];
        double[] u = new double[1];
        double[] all = new double[ROWS];
        double[] best = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        for (int lap = 0; lap < LAPS; lap++) {
            start = now();
            for (int i = 0; i < ROWS; i++) {
                System.arraycopy(rows, i * INPUTS, row, 0, INPUTS);
                ensemble.scoreInto(row, u);
            }
            best[0] = Math.min(best[0], seconds(start));
            start = now();
            ensemble.scoreInto(rows, ROWS, all);
            best[1] = Math.min(best[1], seconds(start));
            start = now();
            for (int i = 0; i < ROWS; i++) {
                System.arraycopy(rows, i * INPUTS, row, 0, INPUTS);
                java.scoreInto(row, u);
            }
            best[2] = Math.min(best[2], seconds(start));
        }
        System.out.printf(
                Locale.ROOT,
                "rows a second, one thread: row by row %.0f, in a batch %.0f, generated Java %.0f%n",
                ROWS / best[0],
                ROWS / best[1],
                ROWS / best[2]);
    }

    private static double seconds(long start) {
        return (now() - start) * 1e-9;
    }

    /** Of this thread alone, so that other work on the machine does not count. */
    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static TreeEnsemble ensemble(int trees, int depth) {
        SplittableRandom random = new SplittableRandom(1);
        List<TreeEnsemble.Member> members = new ArrayList<>();
        int splits = (1 << depth) - 1;
        for (int t = 0; t < trees; t++) {
            int[] features = new int[2 * splits + 1];
            float[] numbers = new float[features.length];
            boolean[] missingLeft = new boolean[features.length];
            for (int node = 0; node < features.length; node++) {
                features[node] = node < splits ? 1 + random.nextInt(INPUTS - 1) : RegressionTree.LEAF;
                numbers[node] = (float) random.nextDouble();
                missingLeft[node] = features[node] % 2 == 0;
            }
            members.add(new TreeEnsemble.Member(0, 1, RegressionTree.of(features, numbers, missingLeft)));
        }
        return TreeEnsemble.of(INPUTS, new float[] {0.5f}, members);
    }
}
