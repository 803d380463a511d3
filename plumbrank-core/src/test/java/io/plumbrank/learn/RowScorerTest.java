package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Query;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.features.LinearScorer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowScorerTest {
    private static final List<List<Context>> CONTEXTS =
            List.of(List.of(Context.Z, Context.RANK), List.of(), List.of(Context.values()));

    static LongStream seeds() {
        return LongStream.range(0, 24);
    }

    /** Item by item, from the rows of the query; values far from each other, tied, constant, missing or of both signs. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aLinearScorerGivesAQueryTheBitsThatItGivesEachOfItsRows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = seed % 4 == 0 ? 161 + random.nextInt(60) : 1 + random.nextInt(160);
        int inputs = 1 + random.nextInt(11);
        float[][] features = new float[items][inputs];
        for (int j = 0; j < inputs; j++) {
            int kind = random.nextInt(5);
            for (int i = 0; i < items; i++) {
                features[i][j] = switch (kind) {
                    case 0 -> (float) Math.exp(20 * random.nextDouble(-1, 1));
                    case 1 -> random.nextInt(3) - 1;
                    case 2 -> 7;
                    case 3 -> random.nextInt(3) == 0 ? Float.NaN : (float) random.nextDouble();
                    default -> (float) (1e30 * random.nextDouble(-1, 1));
                };
            }
        }
        QueryFeatures view = new QueryFeatures(seed % 3 > 0, CONTEXTS.get((int) (seed % 3)));
        int width = view.width(inputs);
        float[] reference = new float[width];
        double[] weights = new double[width];
        for (int f = 0; f < width; f++) {
            reference[f] = (float) random.nextDouble();
            weights[f] = random.nextDouble(-1, 1);
        }
        LinearScorer linear = LinearScorer.of(reference, new double[] {random.nextDouble()}, new double[][] {weights});
        Query query = Query.of("q", new double[items], features);
        float[] rows = view.rows(query, inputs);
        double[] expected = new double[items];
        double[] u = new double[1];
        for (int i = 0; i < items; i++) {
            linear.scoreInto(Arrays.copyOfRange(rows, i * width, (i + 1) * width), u);
            expected[i] = u[0];
        }
        assertThat(RowScorer.of(linear).score(query, view)).isEqualTo(expected);
    }
}
