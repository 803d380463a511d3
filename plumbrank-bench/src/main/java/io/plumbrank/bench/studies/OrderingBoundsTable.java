package io.plumbrank.bench.studies;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Decodes random orderings, weights from 0 to 100 drawn evenly, and prints how far the bound is from the best ranking that was found.
 * One thread. Work is limited in steps, so that all but the seconds is the same on every machine.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.OrderingBoundsTable [STEPS] [ITEMS,…]</pre>
 */
public final class OrderingBoundsTable {
    private OrderingBoundsTable() {}

    public static void main(String[] args) {
        long steps = (long) Double.parseDouble(args.length > 0 ? args[0] : "2e10");
        String[] sizes = (args.length > 1 ? args[1] : "50,75,100,150,200,250").split(",");
        System.out.println("| items | value | bound | gap | seconds | by |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        for (String size : sizes) {
            LinearOrdering problem = random(Integer.parseInt(size));
            DecodeResult result = OrderingDecoder.EXACT.decode(problem, DecodeLimits.ofSteps(steps));
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f | %s | %.1f | %s |%n",
                    size,
                    result.value(),
                    result.bound(),
                    result.isOptimal()
                            ? "proven"
                            : String.format(Locale.ROOT, "%.2f %%", 100 * result.gap() / result.value()),
                    result.elapsed().toNanos() / 1e9,
                    result.method());
        }
    }

    private static LinearOrdering random(int items) {
        SplittableRandom random = new SplittableRandom(items);
        double[][] weights = new double[items][items];
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                weights[i][j] = i == j ? 0 : random.nextInt(101);
            }
        }
        return LinearOrdering.of(weights);
    }
}
