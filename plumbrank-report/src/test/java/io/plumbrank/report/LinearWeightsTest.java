package io.plumbrank.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearWeightsTest {
    private static final QueryFeatures RANKED = new QueryFeatures(false, List.of(Context.RANK));

    /** The slope that scores show is the weight that is printed, also where parts see other features and references. */
    @Test
    void weightsAreSlopesOfTheBlend() {
        Random random = new Random(1);
        LinearScorer wide = linear(random, 4);
        LinearScorer narrow = linear(random, 2);
        Scorer trees = TreeEnsemble.of(4, new float[] {1}, List.of());
        Scorer blend = Blend.of(
                List.of(new Blend.Part(0.3, 1, wide), new Blend.Part(0.5, 2, narrow), new Blend.Part(0.2, 1, trees)));
        LinearWeights weights = LinearWeights.of(blend, RANKED, List.of("a", "b"));
        assertThat(weights.features())
                .extracting(LinearWeights.Feature::name)
                .containsExactly("a", "rank(a)", "b", "rank(b)");
        assertThat(weights.parts().stream()
                        .mapToDouble(LinearWeights.Part::weight)
                        .max())
                .isPresent();
        assertThat(blend).isInstanceOf(Blend.class);
        for (int j = 0; j < 4; j++) {
            float[] x = {3, 1, 4, 1};
            double[] before = new double[1];
            double[] after = new double[1];
            blend.scoreInto(x, before);
            x[j] += 1;
            blend.scoreInto(x, after);
            assertThat(weights.features().get(j).weights().get(0)).isCloseTo(after[0] - before[0], within(1e-9));
        }
        assertThat(weights.sections(RANKED))
                .extracting(ModelCard.Section::title)
                .containsExactly("Parts", "Weights");
    }

    @Test
    void whatIsNotLinearHasNoWeights() {
        Scorer trees = TreeEnsemble.of(2, new float[] {1}, List.of());
        assertThat(LinearWeights.of(trees, QueryFeatures.PLAIN, List.of()))
                .isEqualTo(new LinearWeights(List.of(), List.of()));
    }

    private static LinearScorer linear(Random random, int inputs) {
        float[] reference = new float[inputs];
        double[][] weights = new double[1][inputs];
        for (int j = 0; j < inputs; j++) {
            reference[j] = random.nextFloat();
            weights[0][j] = random.nextGaussian();
        }
        return LinearScorer.of(reference, new double[] {random.nextGaussian()}, weights);
    }
}
