package io.plumbrank.learn.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.TestRows;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.sums.BlockSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SumsPassTest {
    private static final int BLOCK = BlockSums.BLOCK_ROWS;

    static Stream<RidgeLearner> learners() {
        return Stream.of(RidgeLearner.linear(), RidgeLearner.fourier(20).withSeed(5));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void threadsChangeNoBit(RidgeLearner learner) {
        TestRows rows = TestRows.random(1, 5 * BLOCK + 77, 5, 3);
        RegressionSums one = rows.sums(learner.withThreads(1));
        assertThat(rows.sums(learner.withThreads(2))).isEqualTo(one);
        assertThat(rows.sums(learner.withThreads(5))).isEqualTo(one);
        assertThat(RidgeLearner.path(rows.sums(learner.withThreads(5))).stackedScorer(1e-3))
                .isEqualTo(RidgeLearner.path(one).stackedScorer(1e-3));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void shardsChangeNoBit(RidgeLearner learner) {
        TestRows rows = TestRows.random(2, 17 * BLOCK + 5, 4, 2);
        RegressionSums whole = rows.sums(learner.withThreads(2));
        FeatureMap map = rows.map(learner);
        Random random = new Random(3);
        for (int shards : new int[] {1, 2, 16}) {
            List<BlockSums<RegressionSums>> parts = new ArrayList<>();
            for (int shard = 0; shard < shards; shard++) {
                int from = 18 * shard / shards * BLOCK;
                int to = Math.min(rows.rows(), 18 * (shard + 1) / shards * BLOCK);
                try (SumsPass<RegressionSums> pass =
                        learner.withThreads(1 + shard % 2).shard(2, map, from)) {
                    rows.range(from, to).addTo(pass);
                    parts.add(pass.finish());
                }
            }
            Collections.shuffle(parts, random);
            BlockSums<RegressionSums> merged = parts.stream().reduce(BlockSums.none(), BlockSums::plus);
            assertThat(merged.total()).contains(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void groupsStayWholeAndLongOnesSkipBlocks(int threads) {
        int[] sizes = {BLOCK - 1, 3 * BLOCK, 1, 0, 10, 2 * BLOCK, 5};
        List<List<Integer>> blocks = Collections.synchronizedList(new ArrayList<>());
        try (SumsPass<RegressionSums> pass = new SumsPass<>(
                0, 0, threads, Padding.MISSING, block -> new LinearFeatures(FeatureReference.zero(1)), (block, map) -> {
                    List<Integer> seen = new ArrayList<>();
                    for (int g = 0; g < block.groups(); g++) {
                        seen.add(block.groupStart(g + 1) - block.groupStart(g));
                    }
                    blocks.add(seen);
                    return RegressionSums.of(block, map);
                })) {
            for (int size : sizes) {
                pass.startGroup(1);
                for (int row = 0; row < size; row++) {
                    pass.addToGroup(new float[] {row}, new double[0], 1);
                }
            }
            BlockSums<RegressionSums> sums = pass.finish();
            assertThat(sums.total().orElseThrow().weight()).isEqualTo(6 * BLOCK + 15);
            // Blocks 0, 3, 4 and 6 hold groups, and 1, 2, 5 are known to be empty: [0, 4), [4, 6), [6, 7).
            assertThat(sums.parts()).isEqualTo(3);
        }
        assertThat(blocks)
                .containsExactlyInAnyOrder(
                        List.of(BLOCK - 1, 3 * BLOCK), List.of(1), List.of(0, 10, 2 * BLOCK), List.of(5));
    }

    /** One group after another, of rows that become wider, with weights of rows and groups. */
    @Test
    void aWholeGroupAddsWhatItsRowsAdd() {
        SplittableRandom random = new SplittableRandom(4);
        List<Group> groups = new ArrayList<>();
        for (int rows = 0;
                rows < 2 * BLOCK;
                rows += groups.get(groups.size() - 1).rows()) {
            groups.add(Group.random(random, random.nextInt(300), 3 + random.nextInt(4)));
        }
        try (SumsPass<GroupSums> rowByRow = RidgeLearner.linear().groupPass();
                SumsPass<GroupSums> whole = RidgeLearner.linear().groupPass()) {
            for (Group group : groups) {
                rowByRow.startGroup(group.weight());
                for (int row = 0; row < group.rows(); row++) {
                    float[] x = Arrays.copyOfRange(group.x(), row * group.width(), (row + 1) * group.width());
                    rowByRow.addToGroup(x, new double[] {0.5 * group.targets()[row]}, group.rowWeight(row));
                }
                whole.addGroup(group, 0.5);
            }
            assertThat(whole.finish().total()).isEqualTo(rowByRow.finish().total());
        }
    }

    /** A query as learners see it. */
    private record Group(int width, float[] x, double[] targets, double[] weights, double weight) implements Instance {
        static Group random(SplittableRandom random, int rows, int width) {
            float[] x = new float[rows * width];
            for (int i = 0; i < x.length; i++) {
                x[i] = random.nextInt(9) == 0 ? Float.NaN : (float) random.nextDouble();
            }
            return new Group(
                    width,
                    x,
                    random.doubles(rows).toArray(),
                    random.doubles(rows).toArray(),
                    random.nextDouble());
        }

        @Override
        public int rows() {
            return targets.length;
        }

        @Override
        public float[] x(int wide) {
            float[] padded = new float[rows() * wide];
            Arrays.fill(padded, Float.NaN);
            for (int row = 0; row < rows(); row++) {
                System.arraycopy(x, row * width, padded, row * wide, width);
            }
            return padded;
        }

        @Override
        public boolean hasRowWeights() {
            return true;
        }

        @Override
        public double rowWeight(int row) {
            return weights[row];
        }

        @Override
        public long line() {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailureWhileSummingReachesTheCaller(int threads) {
        try (SumsPass<RegressionSums> pass = new SumsPass<>(
                0, 0, threads, Padding.MISSING, block -> new LinearFeatures(FeatureReference.zero(1)), (block, map) -> {
                    throw new UnsupportedOperationException("on purpose");
                })) {
            pass.add(new float[1], new double[0], 1);
            assertThatThrownBy(pass::finish)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("on purpose");
        }
    }

    @Test
    void whatCannotBeSummedIsRefusedAtOnce() {
        try (SumsPass<RegressionSums> pass = RidgeLearner.linear().pass(1)) {
            pass.add(new float[1], new double[1], 1);
            assertThatThrownBy(() -> pass.add(new float[1], new double[] {Double.NaN}, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("row 2 has target NaN");
            assertThatThrownBy(() -> pass.add(new float[1], new double[1], -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("row 2 has weight -1.0");
            assertThatThrownBy(() -> pass.add(new float[1], new double[2], 1))
                    .isInstanceOf(IllegalArgumentException.class);
            pass.finish();
            assertThatThrownBy(() -> pass.add(new float[1], new double[1], 1))
                    .isInstanceOf(IllegalStateException.class);
        }
        try (SumsPass<RegressionSums> pass = RidgeLearner.linear().pass(1)) {
            assertThatThrownBy(() -> pass.addToGroup(new float[1], new double[1], 1))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void noRowsLeaveNoTotal() {
        try (SumsPass<RegressionSums> pass = RidgeLearner.linear().pass(1)) {
            assertThat(pass.finish().total()).isEmpty();
        }
    }
}
