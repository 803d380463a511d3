package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.util.InputException;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TreeDataTest {
    /** So large that nothing of it could be made. */
    private record Large(int rows, int width) implements Instance {
        @Override
        public float[] x(int features) {
            throw new OutOfMemoryError();
        }

        @Override
        public double[] targets() {
            throw new OutOfMemoryError();
        }

        @Override
        public double weight() {
            return 1;
        }

        @Override
        public long line() {
            return 1;
        }
    }

    private record Many(Shape shape, List<Large> all) implements Instances<Large> {
        @Override
        public int outputs() {
            return 1;
        }

        @Override
        public void visit(Consumer<? super Large> visitor) {
            all.forEach(visitor);
        }

        @Override
        public String name() {
            return "many.txt";
        }

        @Override
        public List<String> featureNames() {
            return List.of();
        }
    }

    private static TreeData<Large> load(Instances.Shape shape, int times, int rows, int width) {
        Instances<Large> many = new Many(shape, Collections.nCopies(times, new Large(rows, width)));
        Variant variant = new Variant(0, InstanceLoss.leastSquares("squared"), 0, 1);
        Plan<Large> plan = new Plan<>(
                List.of(variant),
                Holdout.inFile(many),
                (fitted, instances, outputs) -> Score.NONE,
                Settings.defaults(),
                Progress.NONE,
                new Laps());
        return TreeData.load(many, plan);
    }

    @Test
    void moreValuesThanAnArrayHoldsAreRefusedWithWhatElseThereIs() {
        assertThat(load(Instances.Shape.ITEMS, 1, 2147483639, 1).width()).isEqualTo(1);
        for (int times : new int[] {1, 3}) {
            assertThatThrownBy(() -> load(Instances.Shape.ITEMS, times, 15_790_321, 136))
                    .isInstanceOf(InputException.class)
                    .hasMessage("many.txt: found " + times * 15_790_321L
                            + " rows of 136 values, expected at most 2147483639 in all for trees, which are fitted in"
                            + " memory; a linear model streams");
        }
        assertThatThrownBy(() -> load(Instances.Shape.ITEMS, 3, 2_000_000_000, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found 6000000000 rows of 1 values");
    }

    /** Two rows per pair, each of both items and their differences. */
    @Test
    void allPairsOfManyItemsAreCounted() {
        assertThatThrownBy(() -> load(Instances.Shape.PREFERENCES, 1, 30_000, 2))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found " + 30_000L * 29_999 + " rows of " + TreePairs.width(2));
    }

    @Test
    void dataWithoutFeaturesAreRefused() {
        assertThatThrownBy(() -> load(Instances.Shape.ROWS, 5, 1, 0))
                .isInstanceOf(InputException.class)
                .hasMessage("many.txt: found no features, expected at least one, for trees to split on");
    }
}
