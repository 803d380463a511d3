package io.plumbrank.bench.studies;

import com.sun.management.OperatingSystemMXBean;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures the processor seconds that {@code train --model auto} takes without the estimate for new data, and with it.
 *
 * <pre>bench/run EstimateCost FILE…</pre>
 */
public final class EstimateCost {
    private EstimateCost() {}

    /** Notes the processor seconds when the estimate begins, and when the next part does. */
    private static final class Stamps implements Progress {
        private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private final double start = seconds();
        private double begun = Double.NaN;
        private double ended = Double.NaN;

        private double seconds() {
            return system.getProcessCpuTime() / 1e9;
        }

        @Override
        public void begin(String part, String unit, long total) {
            if (part.equals("estimate")) {
                begun = seconds();
            } else if (Double.isNaN(ended) && !Double.isNaN(begun)) {
                ended = seconds();
            }
        }

        @Override
        public void at(long done) {}
    }

    public static void main(String[] args) throws IOException {
        System.out.println("| file | rows | by | processor seconds without the estimate | with it | times |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        for (String file : args) {
            Stamps stamps = new Stamps();
            Training<?> training = Trainer.of(ItemTask.of(MeasureSpec.parse("ndcg@10")))
                    .withSettings(Settings.defaults().withThreads(1))
                    .train(QuerySource.of(Path.of(file)), null, stamps);
            double all = stamps.seconds() - stamps.start;
            double estimate = (Double.isNaN(stamps.ended) ? stamps.seconds() : stamps.ended) - stamps.begun;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %s | %.1f | %.1f | %.2f |%n",
                    Path.of(file).getFileName(),
                    training.model().provenance().rows(),
                    training.expectedBy(),
                    all - estimate,
                    all,
                    all / (all - estimate));
        }
    }
}
