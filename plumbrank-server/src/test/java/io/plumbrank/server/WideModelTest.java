package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.plumbrank.data.Query;
import io.plumbrank.model.Ranker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ranker of RankLib that uses features 1 and 100,000 alone. */
class WideModelTest {
    private static final int LAST = 100_000;

    @TempDir
    Path folder;

    private ServedModel model() throws IOException {
        String leaves =
                "<split pos=\"left\"><output>%s</output></split><split pos=\"right\"><output>%s</output></split>";
        StringBuilder trees = new StringBuilder("## LambdaMART\n<ensemble>");
        for (int feature : new int[] {1, LAST}) {
            trees.append(
                    "<tree id=\"1\" weight=\"1\"><split><feature>" + feature + "</feature><threshold>0.5</threshold>"
                            + String.format(Locale.ROOT, leaves, feature, -feature) + "</split></tree>");
        }
        Path file = Files.writeString(folder.resolve("wide.txt"), trees + "</ensemble>\n");
        return ServedModel.read(new ModelSource("wide", file), null);
    }

    private static List<Row> rows(int count) {
        SplittableRandom random = new SplittableRandom(1);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float[] values = {(float) random.nextDouble(), (float) random.nextDouble(), 7};
            rows.add(new Row(null, List.of("" + LAST, "1", "" + random.nextInt(2, 90)), values));
        }
        return rows;
    }

    /** In full, 2,000 items would take 800 MB. */
    @Test
    void itemsTakeTheMemoryOfTheFeaturesThatTheyHave() throws IOException {
        ServedModel model = model();
        List<Row> rows = rows(2_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        Query query = model.layout().place(rows, new Categories(model.layout())).query("q");
        double[] u = model.predictor().as(Ranker.class).orElseThrow().outputs(query);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50 << 20);
        for (int i = 0; i < u.length; i++) {
            float[] values = rows.get(i).values();
            assertThat(u[i]).isEqualTo((values[1] <= 0.5f ? 1 : -1) + (values[0] <= 0.5f ? LAST : -LAST));
        }
    }

    @Test
    void rowsAreMadeOneAtATime() throws IOException {
        List<Row> rows = rows(2_000);
        FeatureLayout layout = model().layout();
        PlacedRows placed = layout.place(rows, new Categories(layout));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        float[] row = placed.row(7);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
        assertThat(row[LAST]).isEqualTo(rows.get(7).values()[0]);
        assertThat(row[1]).isEqualTo(rows.get(7).values()[1]);
    }
}
