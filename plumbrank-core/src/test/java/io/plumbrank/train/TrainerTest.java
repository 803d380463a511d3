package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.maps.KernelFeatures;
import io.plumbrank.measure.MeasureSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainerTest extends TrainerContract {
    private static final FeatureLearner KERNEL = new FeatureLearner(new KernelFeatures.Spec(20, 1), true);

    @Override
    protected List<Learner> learners() {
        return List.of(FeatureLearner.linear(), FeatureLearner.linear().unscaled(), FeatureLearner.fourier(20), KERNEL);
    }

    @Override
    protected int many(Problem problem) {
        return switch (problem.name()) {
            case "items", "items in context", "items, no squares" -> 1500;
            case "preferences", "products" -> 300;
            case "label rankings", "partial label rankings" -> 90;
            default -> 9_000;
        };
    }

    /** What cannot be fitted is refused before data are read, and nothing else takes its place. */
    @Test
    void onlyKernelsOnPairsAreRefused() {
        for (Problem problem : Problem.all()) {
            Trainer<?> trainer = Trainer.of(problem.task()).withLearner(FeatureLearner.linear());
            if (problem.task() instanceof PairTask) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> trainer.withLearner(KERNEL))
                        .withMessageContaining("not by kernel(");
            } else {
                trainer.withLearner(KERNEL);
            }
        }
        assertThat(cases()).hasSize(4 * Problem.all().size() - 2);
    }

    /** They would be fitted by products of the features themselves, without a word. */
    @Test
    void featuresOfOthersOnPairsAreRefused() {
        record Signs() implements Features {
            @Override
            public FeatureMap map(float[] x, int rows, int inputs, long seed) {
                throw new IllegalStateException("never made");
            }

            @Override
            public String text() {
                return "signs";
            }
        }
        Trainer<?> trainer = Trainer.of(PairTask.of(MeasureSpec.parse("pd")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trainer.withLearner(new FeatureLearner(new Signs(), true)))
                .withMessage("pairs are fitted by linear models, Fourier features and trees, not by signs");
    }

    @Test
    void settingsThatMeanNothingAreRefused() {
        Settings settings = Settings.defaults();
        for (double lambda : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> settings.withLambdas(List.of(lambda)))
                    .withMessageContaining("" + lambda);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> settings.withFolds(1));
        assertThatIllegalArgumentException().isThrownBy(() -> settings.withThreads(0));
        Trainer<?> trainer = Trainer.of(Problem.all().get(0).task()).withLearner(FeatureLearner.linear());
        assertThatIllegalArgumentException().isThrownBy(() -> trainer.withLearners(List.of()));
    }
}
