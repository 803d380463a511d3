package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.sums.BlockSums;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupSumsTest {
    private static final int INPUTS = 4;

    /** Rows in groups of 1 to 20, with weights of groups and of rows. */
    private record Groups(TestRows rows, int[] starts, double[] weights) {
        static Groups random(long seed, int rows) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Integer> starts = new ArrayList<>();
            // every fourth seed has groups that are summed in several parts
            int most = seed % 4 == 3 ? 1000 : 20;
            for (int first = 0; first < rows; first += 1 + random.nextInt(most)) {
                starts.add(first);
            }
            double[] weights = random.doubles(starts.size(), 0, 2).toArray();
            weights[starts.size() / 2] = 0;
            starts.add(rows);
            return new Groups(
                    TestRows.random(seed, rows, INPUTS, 1),
                    starts.stream().mapToInt(Integer::intValue).toArray(),
                    weights);
        }

        int count() {
            return weights.length;
        }

        void addTo(SumsPass<GroupSums> pass, int from, int to) {
            for (int g = from; g < to; g++) {
                pass.startGroup(weights[g]);
                for (int row = starts[g]; row < starts[g + 1]; row++) {
                    pass.addToGroup(rows.x()[row], rows.y()[row], rows.weights()[row]);
                }
            }
        }

        GroupSums sums(int threads) {
            try (SumsPass<GroupSums> pass =
                    RidgeLearner.linear().withThreads(threads).groupPass()) {
                addTo(pass, 0, count());
                return pass.finish().total().orElseThrow();
            }
        }

        double groupWeight() {
            double sum = 0;
            for (double weight : weights) {
                sum += weight;
            }
            return sum;
        }
    }

    static long[] seeds() {
        return java.util.stream.LongStream.range(0, 20).toArray();
    }

    /** The oracle sums over pairs, as the theory writes it. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theWithinSumsArePairSumsOverTheGroupsWeight(long seed) {
        Groups groups = Groups.random(seed, seed % 4 == 3 ? 2000 : 300);
        GroupSums sums = groups.sums(1);
        double[][] z = groups.rows.shifted(sums.within().map().reference());
        double[][] gram = new double[INPUTS][INPUTS];
        double[] cross = new double[INPUTS];
        for (int g = 0; g < groups.count(); g++) {
            double total = 0;
            for (int a = groups.starts[g]; a < groups.starts[g + 1]; a++) {
                total += groups.rows.weights()[a];
            }
            for (int a = groups.starts[g]; a < groups.starts[g + 1]; a++) {
                for (int b = groups.starts[g]; b < a; b++) {
                    double weight = groups.weights[g]
                            * groups.rows.weights()[a]
                            * groups.rows.weights()[b]
                            / total;
                    double dy = groups.rows.y()[a][0] - groups.rows.y()[b][0];
                    for (int i = 0; i < INPUTS; i++) {
                        cross[i] += weight * dy * (z[a][i] - z[b][i]);
                        for (int j = 0; j < INPUTS; j++) {
                            gram[i][j] += weight * (z[a][i] - z[b][i]) * (z[a][j] - z[b][j]);
                        }
                    }
                }
            }
        }
        for (int i = 0; i < INPUTS; i++) {
            assertThat(sums.within().targetProduct(0, i)).isCloseTo(cross[i], within(1e-7));
            assertThat(sums.within().featureSum(i)).isZero();
            for (int j = 0; j < INPUTS; j++) {
                assertThat(sums.within().product(i, j)).isCloseTo(gram[i][j], within(1e-6));
            }
        }
        assertThat(sums.within().weight()).isZero();
        assertThat(sums.groupWeight()).isCloseTo(groups.groupWeight(), within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theTotalIsWhatTheRowsGiveWithoutTheirGroups(long seed) {
        Groups groups = Groups.random(seed, seed % 4 == 3 ? 2000 : 300);
        RegressionSums total = groups.sums(1).total();
        RegressionSums rows;
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(1).pass(1)) {
            for (int g = 0; g < groups.count(); g++) {
                for (int row = groups.starts[g]; row < groups.starts[g + 1]; row++) {
                    pass.add(
                            groups.rows.x()[row],
                            groups.rows.y()[row],
                            groups.weights[g] * groups.rows.weights()[row]);
                }
            }
            rows = pass.finish().total().orElseThrow();
        }
        assertThat(total.weight()).isCloseTo(rows.weight(), within(1e-10));
        for (int i = 0; i < INPUTS; i++) {
            assertThat(total.featureSum(i)).isCloseTo(rows.featureSum(i), within(1e-8));
            assertThat(total.targetProduct(0, i)).isCloseTo(rows.targetProduct(0, i), within(1e-7));
            for (int j = 0; j <= i; j++) {
                assertThat(total.product(i, j)).isCloseTo(rows.product(i, j), within(1e-6));
            }
        }
    }

    /** Sixteen shards, each cut where a block begins, merged in any order; one thread or two. */
    @Test
    void threadsAndShardsChangeNoBit() {
        Groups groups = Groups.random(7, 40 * BlockSums.BLOCK_ROWS);
        GroupSums one = groups.sums(1);
        assertThat(groups.sums(2)).isEqualTo(one);

        FeatureMap map = one.within().map();
        List<BlockSums<GroupSums>> shards = new ArrayList<>();
        int from = 0;
        for (int shard = 1; shard <= 16; shard++) {
            int to = from;
            // up to the first group that begins in the block where the next shard begins
            long end = shard == 16 ? Long.MAX_VALUE : shard * 40L / 16 * BlockSums.BLOCK_ROWS;
            while (to < groups.count() && groups.starts[to] < end) {
                to++;
            }
            long firstRow = groups.starts[from];
            try (SumsPass<GroupSums> pass =
                    RidgeLearner.linear().withThreads(1 + shard % 2).groupShard(map, firstRow)) {
                groups.addTo(pass, from, to);
                shards.add(pass.finish());
            }
            from = to;
        }
        BlockSums<GroupSums> forwards = BlockSums.none();
        BlockSums<GroupSums> backwards = BlockSums.none();
        for (int shard = 0; shard < 16; shard++) {
            forwards = forwards.plus(shards.get(shard));
            backwards = backwards.plus(shards.get(15 - shard));
        }
        assertThat(forwards.total()).contains(one);
        assertThat(backwards.total()).contains(one);
    }

    /** The oracle solves (XᵀX + λΣwI)v = Xᵀy for standardised rows, written out one by one. */
    @ParameterizedTest
    @CsvSource({"true,0.01", "true,1", "true,100", "false,0.01", "false,1", "false,100"})
    void pathsMinimiseTheObjectiveOverGroups(boolean pairwise, double lambda) {
        Groups groups = Groups.random(4, 500);
        GroupSums sums = groups.sums(1);
        RidgeProblem problem = pairwise ? RidgeProblem.pairwise(sums) : RidgeProblem.pointwise(sums);
        for (boolean scaled : new boolean[] {true, false}) {
            RidgePath path = RidgePath.of(scaled ? problem : problem.unscaled());
            LinearScorer scorer = (LinearScorer) path.stackedScorer(lambda);
            double[] expected = solve(groups, sums, pairwise, scaled, lambda);
            for (int i = 0; i < INPUTS; i++) {
                assertThat(scorer.weight(0, i)).isCloseTo(expected[i], within(1e-9));
            }
        }
    }

    private static double[] solve(Groups groups, GroupSums sums, boolean pairwise, boolean scaled, double lambda) {
        double[][] z = groups.rows.shifted(sums.within().map().reference());
        double[] w = new double[z.length];
        for (int g = 0; g < groups.count(); g++) {
            for (int row = groups.starts[g]; row < groups.starts[g + 1]; row++) {
                w[row] = groups.weights[g] * groups.rows.weights()[row];
            }
        }
        double[] all = mean(z, groups.rows.y(), w, 0, z.length);
        double[] sd = new double[INPUTS];
        double weight = 0;
        for (int row = 0; row < z.length; row++) {
            weight += w[row];
            for (int i = 0; i < INPUTS; i++) {
                sd[i] += w[row] * (z[row][i] - all[i]) * (z[row][i] - all[i]);
            }
        }
        for (int i = 0; i < INPUTS; i++) {
            sd[i] = scaled ? Math.sqrt(sd[i] / weight) : 1;
        }
        DMatrixRMaj gram = new DMatrixRMaj(INPUTS, INPUTS);
        DMatrixRMaj cross = new DMatrixRMaj(INPUTS, 1);
        for (int g = 0; g < groups.count(); g++) {
            double[] centre = pairwise ? mean(z, groups.rows.y(), w, groups.starts[g], groups.starts[g + 1]) : all;
            for (int row = groups.starts[g]; row < groups.starts[g + 1] && groups.weights[g] > 0; row++) {
                for (int i = 0; i < INPUTS; i++) {
                    double xi = (z[row][i] - centre[i]) / sd[i];
                    cross.add(i, 0, w[row] * xi * (groups.rows.y()[row][0] - centre[INPUTS]));
                    for (int j = 0; j < INPUTS; j++) {
                        gram.add(i, j, w[row] * xi * (z[row][j] - centre[j]) / sd[j]);
                    }
                }
            }
        }
        for (int i = 0; i < INPUTS; i++) {
            gram.add(i, i, lambda * groups.groupWeight());
        }
        DMatrixRMaj solution = new DMatrixRMaj(INPUTS, 1);
        assertThat(CommonOps_DDRM.solve(gram, cross, solution)).isTrue();
        double[] weights = solution.data.clone();
        for (int i = 0; i < INPUTS; i++) {
            weights[i] /= sd[i];
        }
        return weights;
    }

    /** Means of features and, last, of the target. */
    private static double[] mean(double[][] z, double[][] y, double[] w, int from, int to) {
        double[] mean = new double[INPUTS + 1];
        double weight = 0;
        for (int row = from; row < to; row++) {
            weight += w[row];
            mean[INPUTS] += w[row] * y[row][0];
            for (int i = 0; i < INPUTS; i++) {
                mean[i] += w[row] * z[row][i];
            }
        }
        for (int i = 0; i <= INPUTS; i++) {
            mean[i] /= weight;
        }
        return mean;
    }

    @Test
    void aFeatureOfTheQueryHasNoWeightInPairs() {
        SplittableRandom random = new SplittableRandom(5);
        try (SumsPass<GroupSums> pass = RidgeLearner.linear().withThreads(1).groupPass()) {
            for (int g = 0; g < 100; g++) {
                pass.startGroup(1);
                float level = (float) random.nextDouble(1000, 1001);
                for (int row = 0; row < 7; row++) {
                    float own = (float) random.nextDouble();
                    pass.addToGroup(new float[] {level, own}, new double[] {(double) own + level}, 1);
                }
            }
            GroupSums sums = pass.finish().total().orElseThrow();
            LinearScorer pairwise =
                    (LinearScorer) RidgePath.of(RidgeProblem.pairwise(sums)).stackedScorer(0);
            assertThat(pairwise.weight(0, 0)).isZero();
            assertThat(pairwise.weight(0, 1)).isCloseTo(1, within(1e-6));
            LinearScorer pointwise =
                    (LinearScorer) RidgePath.of(RidgeProblem.pointwise(sums)).stackedScorer(0);
            assertThat(pointwise.weight(0, 0)).isCloseTo(1, within(1e-4));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1})
    void groupsThatWeighNothingAreRefusedOnlyTogether(double other) {
        try (SumsPass<GroupSums> pass = RidgeLearner.linear().withThreads(1).groupPass()) {
            for (double weight : new double[] {0, other}) {
                pass.startGroup(weight);
                pass.addToGroup(new float[] {1}, new double[] {1}, 1);
                pass.addToGroup(new float[] {2}, new double[] {3}, 1);
            }
            GroupSums sums = pass.finish().total().orElseThrow();
            if (other == 0) {
                assertThatThrownBy(() -> RidgeProblem.pointwise(sums))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("no row has a positive weight");
            } else {
                assertThat(((LinearScorer) RidgePath.of(RidgeProblem.pairwise(sums))
                                        .stackedScorer(0))
                                .weight(0, 0))
                        .isCloseTo(2, within(1e-12));
            }
        }
    }
}
