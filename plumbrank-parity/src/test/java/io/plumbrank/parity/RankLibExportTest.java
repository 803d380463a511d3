package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;

import ciir.umass.edu.learning.DataPoint;
import ciir.umass.edu.learning.DenseDataPoint;
import ciir.umass.edu.learning.Ranker;
import ciir.umass.edu.learning.RankerFactory;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RankyMcRankFace 0.2.0, a RankLib, loads what is exported. */
@Tag("full")
class RankLibExportTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void treesAreBitEqual(long seed) {
        Exportable model = Samples.exported(Samples.trees(seed, 40, 1, Samples.Missing.BY_FEATURE));
        Parity parity = parity(model, seed);
        assertThat(parity.bitEqual()).isEqualTo(parity.rows()).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void linearModelsDifferByRounding(long seed) {
        Parity parity = parity(Samples.exported(Samples.linear(seed, 1)), seed);
        assertThat(parity.largestDifference()).isLessThan(1e-12);
        assertThat(parity.changedRankings()).isZero();
    }

    private static Parity parity(Exportable model, long seed) {
        Exported files = ExportFormat.parse("ranklib").write(model, "ranker.txt");
        Ranker ranker = new RankerFactory().loadRankerFromString(new String(files.content(), StandardCharsets.UTF_8));
        Map<Integer, Float> standIns = new HashMap<>();
        new String(files.companions().get(0).content(), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .forEach(words -> standIns.put(Integer.parseInt(words[0]), Float.parseFloat(words[2])));
        return Parity.of(
                model,
                (x, u) -> u[0] = ranker.eval(point(x, standIns)),
                consumer -> consumer.accept(Samples.rows(model, seed)));
    }

    private static DataPoint point(float[] x, Map<Integer, Float> standIns) {
        StringBuilder line = new StringBuilder("0 qid:1");
        for (int j = 1; j < x.length; j++) {
            line.append(' ').append(j).append(':').append(Float.isNaN(x[j]) ? standIns.getOrDefault(j, 0f) : x[j]);
        }
        return new DenseDataPoint(line.toString());
    }
}
