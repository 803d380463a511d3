package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerContract;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.Blend.Part;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlendTest extends ScorerContract {
    private static LinearScorer linear(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] weights = new double[outputs][];
        Arrays.setAll(weights, o -> random(random, inputs));
        return LinearScorer.of(new float[inputs], random(random, outputs), weights);
    }

    private static Scorer fourier(long seed, int inputs, int outputs) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] weights = new double[outputs][];
        Arrays.setAll(weights, o -> random(random, 10));
        return MappedScorer.of(
                new FourierFeatures(FeatureReference.zero(inputs), 10, 1.5, seed),
                inputs,
                random(random, outputs),
                weights);
    }

    @Override
    protected Scorer scorer(long seed, int inputs, int outputs) {
        return Blend.of(List.of(
                new Part(0.3, 1, linear(seed, inputs, outputs)),
                new Part(0.5, 1, RandomTrees.ensemble(seed, inputs, outputs, 6, 3)),
                new Part(0.7, 1, fourier(seed, inputs, outputs))));
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        return Blend.of(((Blend) scorer).parts());
    }

    private static double[] score(Scorer scorer, float[] x) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(x, u);
        return u;
    }

    /** Every third feature of a row with two contexts is the item's own. */
    private static float[] own(float[] x, int step) {
        float[] own = new float[x.length / step];
        for (int j = 0; j < own.length; j++) {
            own[j] = x[j * step];
        }
        return own;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theOutputsAreTheWeightedSumOfThoseOfTheParts(long seed) {
        List<Part> parts = List.of(
                new Part(0.25, 3, linear(seed, 4, 2)),
                new Part(1.5, 1, linear(seed + 10, 12, 2)),
                new Part(0.75, 3, RandomTrees.ensemble(seed, 4, 2, 9, 3)),
                new Part(2, 1, RandomTrees.ensemble(seed + 10, 12, 2, 9, 3)),
                new Part(0.5, 3, fourier(seed, 4, 2)));
        Scorer blend = Blend.of(parts);
        assertThat(((Blend) blend).parts()).hasSize(3);
        for (int row = 0; row < 50; row++) {
            float[] x = rows(seed * 100 + row, 1, 12);
            double[] expected = new double[2];
            for (Part part : parts) {
                double[] u = score(part.scorer(), own(x, part.step()));
                expected[0] += part.weight() * u[0];
                expected[1] += part.weight() * u[1];
            }
            // trees add in floats
            assertThat(score(blend, x)).containsExactly(expected, within(2e-5));
        }
    }

    @Test
    void partsOfOneKindAreOneFunctionOfThatKind() {
        assertThat(Blend.of(List.of(
                        new Part(0.5, 1, RandomTrees.ensemble(1, 4, 1, 3, 2)),
                        new Part(0.25, 1, RandomTrees.ensemble(2, 4, 1, 5, 2)))))
                .isInstanceOfSatisfying(
                        TreeEnsemble.class, trees -> assertThat(trees.members()).hasSize(8));
        assertThat(Blend.of(List.of(new Part(0.5, 2, linear(1, 3, 1)), new Part(0.25, 1, linear(2, 6, 1)))))
                .isInstanceOf(LinearScorer.class);
    }

    /** One reference for both would count a missing value differently in one of them. */
    @Test
    void linearPartsWithOtherReferencesStayApart() {
        LinearScorer from = LinearScorer.of(new float[] {1}, new double[1], new double[][] {{2}});
        LinearScorer other = LinearScorer.of(new float[] {5}, new double[1], new double[][] {{3}});
        Scorer blend = Blend.of(List.of(new Part(1, 1, from), new Part(2, 1, other)));
        assertThat(score(blend, new float[] {Float.NaN})).containsExactly(0);
        assertThat(score(blend, new float[] {6})).containsExactly(2 * 5 + 2 * 3 * 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void contributionsSumToTheDifference(long seed) {
        ExplainedScorer blend = (ExplainedScorer) Blend.of(List.of(
                new Part(0.25, 3, linear(seed, 2, 1)), new Part(0.75, 1, RandomTrees.ensemble(seed, 6, 1, 9, 3))));
        float[] a = rows(seed + 1, 1, 6);
        float[] b = rows(seed + 2, 1, 6);
        double[] contributions = new double[6];
        blend.differenceInto(a, b, 0, contributions);
        assertThat(blend.isExplained()).isTrue();
        assertThat(Arrays.stream(contributions).sum()).isCloseTo(score(blend, a)[0] - score(blend, b)[0], within(1e-5));
    }

    @Test
    void whatOnePartUsesIsUsed() {
        LinearScorer first = LinearScorer.of(new float[2], new double[1], new double[][] {{1, 0}});
        TreeEnsemble none = TreeEnsemble.of(6, new float[1], List.of());
        ExplainedScorer blend = (ExplainedScorer) Blend.of(List.of(new Part(1, 3, first), new Part(1, 1, none)));
        assertThat(blend.uses(0)).isTrue();
        assertThat(blend.uses(1)).isFalse();
        assertThat(blend.uses(3)).isFalse();
    }

    @Test
    void partsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> Blend.of(List.of(new Part(1, 1, linear(1, 3, 1)), new Part(1, 1, linear(1, 4, 1)))))
                .hasMessage("parts of 3 and 4 features, with 1 and 1 outputs");
        assertThatThrownBy(() -> new Part(-1, 1, linear(1, 3, 1)))
                .hasMessage("a weight must be positive and finite, got -1.0");
    }
}
