package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Features that come by again are fitted as those that stay in memory are. */
class TreeStreamTest {
    private record Group(int rows, int width, float[] values, double[] targets) implements Instance {
        @Override
        public float[] x(int features) {
            if (values.length == 0 && rows > 0) {
                throw new IllegalStateException("features that were given away");
            }
            float[] x = new float[rows * features];
            Arrays.fill(x, Float.NaN);
            for (int row = 0; row < rows; row++) {
                System.arraycopy(values, row * width, x, row * features, width);
            }
            return x;
        }

        @Override
        public double weight() {
            return 1 + rows % 3;
        }

        @Override
        public long line() {
            return 1;
        }
    }

    private static final class Groups implements Instances<Group> {
        private final List<Group> all = new ArrayList<>();

        Groups(int groups, long seed) {
            Random random = new Random(seed);
            for (int g = 0; g < groups; g++) {
                int rows = random.nextInt(20);
                int width = 3 + random.nextInt(2);
                float[] x = new float[rows * width];
                for (int i = 0; i < x.length; i++) {
                    x[i] = random.nextInt(10) == 0 ? Float.NaN : random.nextFloat();
                }
                double[] targets = random.doubles(rows).toArray();
                all.add(new Group(rows, width, x, targets));
            }
        }

        @Override
        public Shape shape() {
            return Shape.ITEMS;
        }

        @Override
        public int outputs() {
            return 1;
        }

        @Override
        public void visit(Consumer<? super Group> visitor) {
            all.forEach(visitor);
        }

        @Override
        public Group withoutFeatures(Group group) {
            return new Group(group.rows, group.width, new float[0], group.targets);
        }

        @Override
        public String name() {
            return "groups.txt";
        }

        @Override
        public List<String> featureNames() {
            return List.of();
        }
    }

    private static Plan<Group> plan(Groups held) {
        return new Plan<>(
                List.of(new Variant(0, InstanceLoss.leastSquares("squared"), 0, 1)),
                Holdout.inFile(held),
                (variant, instances, outputs) -> Score.NONE,
                Settings.defaults(),
                Progress.NONE,
                new Laps());
    }

    private static TreeProblem problem(Groups groups, long most) {
        Plan<Group> plan = plan(groups);
        TreeData<Group> data = TreeData.load(groups, plan, most);
        assertThat(data.streamed()).isEqualTo(most < 1_000_000);
        return data.items(plan.variants().get(0), plan).problem(data.all());
    }

    @Test
    void theSameTreesGrowOnFeaturesThatComeByAgain() {
        Groups groups = new Groups(900, 1);
        TreeProblem kept = problem(groups, Long.MAX_VALUE);
        // from the first group on, and from the middle on
        for (long most : new long[] {0, 50_000}) {
            TreeProblem streamed = problem(groups, most);
            assertThat(streamed.rows().x()).isEqualTo(kept.rows().x());
            assertThat(streamed.targets()).isEqualTo(kept.targets());
            assertThat(streamed.weights()).isEqualTo(kept.weights());
            for (int threads : new int[] {1, 3}) {
                assertThat(scores(streamed, threads)).isEqualTo(scores(kept, 1));
            }
        }
    }

    private static double[] scores(TreeProblem problem, int threads) {
        TreeProblem small = problem.withParameters(Map.of("num_round", "5")).withThreads(threads);
        TreeEnsemble trees = TreeEngines.find(TreeEngine.OWN).fit(small).ensemble();
        double[] scores = new double[problem.rows().rows()];
        trees.scoreInto(problem.rows().x(), scores.length, scores);
        return scores;
    }

    @Test
    void dataThatChangeBetweenTwoVisitsAreRefused() {
        Groups groups = new Groups(300, 2);
        TreeProblem streamed = problem(groups, 0);
        int rows = streamed.rows().rows();
        Group last = groups.all.get(7);
        groups.all.add(last);
        assertThat(last.rows).isPositive();
        assertThatThrownBy(() -> scores(streamed, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found more than " + rows + " rows when it was read again")
                .hasMessageContaining("train again");
        groups.all.removeAll(List.of(last));
        assertThatThrownBy(() -> scores(streamed, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found " + (rows - last.rows) + " in place of " + rows);
    }
}
