package io.plumbrank.learn.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.learn.ridge.RidgeFit;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sparse rows against the closed form, and against L-BFGS over dense rows: few features vary, so that both end soon. */
class WideFitTest {
    private static final int WIDTH = 3200;
    private static final List<Double> LAMBDAS = List.of(1e-3, 0.1, 10.0);

    /** A group whose rows have values of some features. */
    private record Group(int width, float[][] values, double[] targets, double weight, double[] rowWeights)
            implements Instance {
        @Override
        public int rows() {
            return values.length;
        }

        @Override
        public float[] x(int count) {
            float[] x = new float[rows() * count];
            Arrays.fill(x, Float.NaN);
            for (int row = 0; row < rows(); row++) {
                // every fiftieth feature can be present
                for (int k = 0; k < values[row].length; k++) {
                    x[row * count + 50 * k] = values[row][k];
                }
            }
            return x;
        }

        @Override
        public void visitValues(ValueVisitor visitor) {
            for (int row = 0; row < rows(); row++) {
                for (int k = 0; k < values[row].length; k++) {
                    if (!Float.isNaN(values[row][k])) {
                        visitor.visit(row, 50 * k, values[row][k]);
                    }
                }
            }
        }

        @Override
        public boolean hasRowWeights() {
            return rowWeights.length > 0;
        }

        @Override
        public double rowWeight(int row) {
            return hasRowWeights() ? rowWeights[row] : 1;
        }

        @Override
        public long line() {
            return 1;
        }
    }

    private record Groups(Shape shape, List<Group> all) implements Instances<Group> {
        @Override
        public int outputs() {
            return shape == Shape.ROWS ? 2 : 1;
        }

        @Override
        public void visit(Consumer<? super Group> visitor) {
            all.forEach(visitor);
        }

        @Override
        public String name() {
            return "wide.txt";
        }

        @Override
        public List<String> featureNames() {
            return List.of();
        }
    }

    private static Groups groups(Instances.Shape shape, boolean weighted) {
        SplittableRandom random = new SplittableRandom(4);
        List<Group> all = new ArrayList<>();
        for (int g = 0; g < 60; g++) {
            int rows = shape == Instances.Shape.ROWS ? 1 : 1 + random.nextInt(6);
            float[][] values = new float[rows][WIDTH / 50];
            double[] targets = new double[rows * (shape == Instances.Shape.ROWS ? 2 : 1)];
            double[] rowWeights = new double[weighted ? rows : 0];
            for (int row = 0; row < rows; row++) {
                for (int k = 0; k < values[row].length; k++) {
                    values[row][k] = random.nextInt(4) == 0 ? (float) (k + random.nextDouble()) : Float.NaN;
                }
            }
            Arrays.setAll(targets, t -> random.nextInt(3) / 2.0);
            Arrays.setAll(rowWeights, r -> 0.5 + random.nextDouble());
            all.add(new Group(WIDTH, values, targets, g % 7 == 0 ? 0.5 : 1, rowWeights));
        }
        return new Groups(shape, all);
    }

    private static Plan<Group> plan(List<Variant> variants, List<String> said) {
        Progress progress = new Progress() {
            @Override
            public void begin(String part, String unit, long total) {
                said.add(part);
            }

            @Override
            public void at(long done) {}

            @Override
            public void plan(String sentence) {
                said.add(sentence);
            }
        };
        return new Plan<>(
                variants,
                Holdout.inFolds(new Folds(3, 1)),
                (variant, instances, outputs) -> Score.NONE,
                Settings.defaults().withLambdas(LAMBDAS),
                progress,
                new Laps());
    }

    private static Variant squares(double targetFactor, double lossFactor, boolean centred, int from, int size) {
        InstanceLoss plain = InstanceLoss.leastSquares("squared");
        return new Variant(
                0,
                new InstanceLoss(
                        "squared",
                        new InstanceLoss.Squares(targetFactor, lossFactor, centred),
                        true,
                        plain.loss(),
                        plain.derivatives()),
                from,
                size);
    }

    private static void assertSame(Groups groups, Fitted wide, Fitted narrow, double tolerance) {
        assertThat(wide.candidates()).isEqualTo(narrow.candidates());
        for (int c = 0; c < wide.candidates().size(); c++) {
            RowScorer one = (RowScorer) wide.scorer().apply(c);
            RowScorer other = (RowScorer) narrow.scorer().apply(c);
            for (int g = 0; g < groups.all.size(); g++) {
                Group group = groups.all.get(g);
                int fold = wide.heldOut().fold(g);
                double[][] pairs = {
                    one.score(group.x(WIDTH), group.rows()),
                    other.score(group.x(WIDTH), group.rows()),
                    wide.heldOut().score(List.of(group), fold).of(c, 0),
                    narrow.heldOut().score(List.of(group), fold).of(c, 0),
                    HeldOut.by(one).score(List.of(group), 0).of(0, 0),
                    one.score(group.x(WIDTH), group.rows())
                };
                for (int p = 0; p < pairs.length; p += 2) {
                    assertThat(pairs[p])
                            .as("candidate %d, group %d, kind %d", c, g, p)
                            .hasSameSizeAs(pairs[p + 1]);
                    assertThat(pairs[p]).containsExactly(pairs[p + 1], within(tolerance));
                }
            }
        }
    }

    private static FeatureSpec spec(FeatureLearner learner) {
        return new FeatureSpec(learner.features(), learner.standardise());
    }

    /** The closed form of so many features takes seconds, so that each of the two learners meets one of the two kinds of rows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void squaresOfItemsAreThoseOfTheClosedForm(boolean weighted) {
        assertSquaresAreThoseOfTheClosedForm(
                weighted, weighted ? FeatureLearner.linear().unscaled() : FeatureLearner.linear());
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void andSoAreThoseOfTheOtherLearner(boolean weighted) {
        assertSquaresAreThoseOfTheClosedForm(
                weighted,
                weighted ? FeatureLearner.linear() : FeatureLearner.linear().unscaled());
    }

    private static void assertSquaresAreThoseOfTheClosedForm(boolean weighted, FeatureLearner learner) {
        Groups groups = groups(Instances.Shape.ITEMS, weighted);
        List<Variant> variants = List.of(squares(2, 0.5, false, 0, 1), squares(2, 0.5, true, 0, 1));
        List<String> said = new ArrayList<>();
        Fitted wide = learner.fit(groups, plan(variants, said));
        Fitted narrow = RidgeFit.of(spec(learner), groups, plan(variants, new ArrayList<>()))
                .fit();
        assertSame(groups, wide, narrow, 1e-7);
        assertThat(wide.notes().apply(0))
                .singleElement()
                .asString()
                .matches(
                        "The 3200 features were fitted by conjugate gradients, to a relative residual of \\d\\.\\de-1\\d\\.");
        assertThat(said.get(1)).startsWith("3200 features in ").contains("conjugate gradients for 3 lambdas, about ");
        assertThat(said.get(2)).isEqualTo("fit");
    }

    @Test
    void squaresOfRowsWithSeveralTargetsAreThoseOfTheClosedForm() {
        Groups groups = groups(Instances.Shape.ROWS, false);
        List<Variant> variants = List.of(squares(1, 1, false, 0, 2), squares(1, 1, false, 1, 1));
        Fitted wide = FeatureLearner.linear().fit(groups, plan(variants, new ArrayList<>()));
        Fitted narrow = RidgeFit.of(spec(FeatureLearner.linear()), groups, plan(variants, new ArrayList<>()))
                .fit();
        assertSame(groups, wide, narrow, 1e-7);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherLossesComeToTheSameMinimum(boolean weighted) {
        Groups groups = groups(Instances.Shape.ITEMS, weighted);
        GroupLoss logistic = (scores, targets, items, gradient) -> {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                sum += Math.log1p(Math.exp(scores[i])) - targets[i] * scores[i];
                gradient[i] = 1 / (1 + Math.exp(-scores[i])) - targets[i];
            }
            return sum;
        };
        InstanceLoss loss = new InstanceLoss(
                "logistic",
                null,
                true,
                () -> logistic,
                InstanceLoss.leastSquares("").derivatives());
        List<Variant> variants = List.of(new Variant(0, loss, 0, 1));
        Fitted wide = FeatureLearner.linear().fit(groups, plan(variants, new ArrayList<>()));
        Fitted narrow =
                new DescentFit<>(spec(FeatureLearner.linear()), groups, plan(variants, new ArrayList<>())).fit();
        assertSame(groups, wide, narrow, 1e-3);
    }

    /** Log-loss over two outputs beside squares, as loss matrices have them with either surrogate. */
    @Test
    void lossesOfSeveralOutputsBesideSquaresComeToTheSameMinima() {
        Groups groups = groups(Instances.Shape.ROWS, false);
        ClassSurrogate logistic = ClassSurrogate.LOGISTIC;
        InstanceLoss loss = new InstanceLoss(
                "logistic",
                null,
                true,
                () -> logistic::gradientInto,
                InstanceLoss.leastSquares("").derivatives());
        List<Variant> variants = List.of(squares(1, 1, false, 1, 1), new Variant(1, loss, 0, 2));
        List<String> said = new ArrayList<>();
        Fitted wide = FeatureLearner.linear().fit(groups, plan(variants, said));
        Plan<Group> plan = plan(variants, new ArrayList<>());
        Fitted narrow = Fitted.joined(List.of(
                RidgeFit.of(spec(FeatureLearner.linear()), groups, plan.only(variants.subList(0, 1)))
                        .fit(),
                new DescentFit<>(spec(FeatureLearner.linear()), groups, plan.only(variants.subList(1, 2))).fit()));
        assertSame(groups, wide, narrow, 2e-3);
        assertThat(said).anyMatch(line -> line.contains("L-BFGS for 3 lambdas, about "));
    }

    @Test
    void whatDoesNotFitTheHeapIsRefusedBeforeTheWorkBegins() {
        List<Group> all = new ArrayList<>();
        for (Group group : groups(Instances.Shape.ITEMS, false).all) {
            all.add(new Group(1_000_000_000, group.values, group.targets, group.weight, group.rowWeights));
        }
        Groups groups = new Groups(Instances.Shape.ITEMS, all);
        List<String> said = new ArrayList<>();
        assertThatThrownBy(() -> FeatureLearner.linear().fit(groups, plan(List.of(squares(1, 1, false, 0, 1)), said)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("wide.txt: found 1000000000 features in ")
                .hasMessageContaining("expected room for it: give the JVM more memory (-Xmx), name fewer lambdas");
        assertThat(said).containsExactly("load");
    }
}
