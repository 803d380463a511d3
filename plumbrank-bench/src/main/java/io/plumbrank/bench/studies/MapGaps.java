package io.plumbrank.bench.studies;

import io.plumbrank.data.PairIndex;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.algorithms.MapAssignment;
import io.plumbrank.decode.algorithms.MapDecoder;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How far from the optimum MAP decoding can be at most after 5 s: for random u, and for u as the mean of y_i y_j / ‖y‖₁
 * over binary labels, drawn either with one relevance probability per item or with four kinds of users that differ in
 * what they find relevant. One thread.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.MapGaps [SECONDS]</pre>
 */
public final class MapGaps {
    private MapGaps() {}

    public static void main(String[] args) {
        double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 5;
        DecodeLimits limits = DecodeLimits.defaults().withTimeLimit(Duration.ofNanos((long) (seconds * 1e9)));
        System.out.println("| u | items | diagonal | auto | bound | gap | s | by |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for (int r : new int[] {20, 50, 100}) {
            print("random", random(r), limits);
            print("1,000 labels, one kind of user", averaged(r, 1_000, 1), limits);
            print("50 labels, one kind of user", averaged(r, 50, 1), limits);
            print("1,000 labels, four kinds", averaged(r, 1_000, 4), limits);
            print("30 labels, four kinds", averaged(r, 30, 4), limits);
        }
    }

    private static void print(String name, MapAssignment problem, DecodeLimits limits) {
        DecodeResult diagonal = MapDecoder.DIAGONAL.decode(problem, limits);
        DecodeResult auto = MapDecoder.AUTO.decode(problem, limits);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.5f | %.5f | %.5f | %s | %.2f | %s |%n",
                name,
                problem.size(),
                diagonal.value(),
                auto.value(),
                auto.bound(),
                auto.isOptimal() ? "proven" : String.format(Locale.ROOT, "%.3f%%", 100 * auto.relativeGap()),
                auto.elapsed().toNanos() / 1e9,
                auto.method());
    }

    private static MapAssignment random(int r) {
        return MapAssignment.ofPairs(
                new SplittableRandom(1).doubles(PairIndex.TRIANGLE.count(r)).toArray());
    }

    private static MapAssignment averaged(int r, int labels, int kinds) {
        SplittableRandom random = new SplittableRandom(1);
        double[][] relevance = new double[kinds][];
        for (int k = 0; k < kinds; k++) {
            // most items are rarely relevant
            relevance[k] = random.doubles(r).map(x -> Math.pow(x, 3)).toArray();
        }
        double[][] u = new double[r][r];
        for (int label = 0; label < labels; label++) {
            double[] probability = relevance[random.nextInt(kinds)];
            boolean[] relevant = new boolean[r];
            int count = 0;
            for (int i = 0; i < r; i++) {
                relevant[i] = random.nextDouble() < probability[i];
                count += relevant[i] ? 1 : 0;
            }
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    u[i][j] += relevant[i] && relevant[j] ? 1.0 / count / labels : 0;
                }
            }
        }
        return MapAssignment.of(u);
    }
}
