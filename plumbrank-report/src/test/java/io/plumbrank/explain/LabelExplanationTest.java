package io.plumbrank.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why a model of label rankings ranks as it does. */
class LabelExplanationTest {
    @TempDir
    Path folder;

    private QuerySource data;

    /** Feature a decides between the first two labels, b about the third; c is noise. */
    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder("a,b,c,L1,L2,L3\n");
        for (int row = 0; row < 150; row++) {
            float a = random.nextInt(-50, 51) / 50f;
            float b = random.nextInt(-50, 51) / 50f;
            Ranking ranking = Ranking.byScores(new double[] {2 * a, -2 * a, 2 * b});
            text.append(a + "," + b + "," + random.nextInt(10));
            for (int label = 0; label < 3; label++) {
                text.append(random.nextInt(6) == 0 ? "," : "," + (1 + ranking.positionOf(label)));
            }
            text.append('\n');
        }
        data = Reading.rankings("L").stream(
                Files.writeString(folder.resolve("rows.csv"), text), CsvColumns.defaults(), ReadOptions.defaults());
    }

    private LabelRanker train(Learner learner, Form form, Missing missing) {
        LabelRankingTask all = LabelRankingTask.of(MeasureSpec.parse("kendall"), "L");
        LabelRankingTask task =
                new LabelRankingTask(all.measure(), List.of(form), all.decoder(), "L", List.of(), true, missing);
        return Trainer.of(task)
                .withSettings(Settings.defaults().withFolds(2))
                .withLearner(learner)
                .train(data)
                .model()
                .predictor()
                .as(LabelRanker.class)
                .orElseThrow();
    }

    private static Learner trees() {
        return new TreeLearner(Map.of(TreeLearner.ENGINE, TreeEngine.OWN, "num_round", "8", "max_depth", "3"));
    }

    @Test
    void contributionsSumToWhatTheMarginIsAboveTheUsual() {
        LabelRankings rows = LabelRankings.read(data, "L");
        float[] usual = LabelDifference.meanRow(rows);
        for (Learner learner : List.of(FeatureLearner.linear(), FeatureLearner.fourier(40), trees())) {
            for (Form form : Form.values()) {
                for (Missing missing : List.of(Missing.LABEL, Missing.RANDOM)) {
                    LabelRanker ranker = train(learner, form, missing);
                    for (int row = 0; row < 10; row++) {
                        float[] x = rows.rows().get(row).features();
                        LabelDifference why = LabelDifference.of(ranker, x, usual, 0, 1);
                        double sum = why.features().stream()
                                .mapToDouble(ScoreDifference.Feature::contribution)
                                .sum();
                        assertThat(sum).isCloseTo(why.margin() - why.usual(), within(1e-4));
                        LabelDifference turned = LabelDifference.of(ranker, x, usual, 1, 0);
                        assertThat(turned.margin()).isCloseTo(-why.margin(), within(1e-12));
                        if (form == Form.SCORES && Math.abs(why.margin()) > 1e-9) {
                            Ranking ranking = ranker.rank(x);
                            assertThat(ranking.positionOf(0) < ranking.positionOf(1))
                                    .isEqualTo(why.margin() > 0);
                        }
                    }
                }
            }
        }
    }

    /** Oracle: the linear scores of labels, with one feature moved from the usual value to that of the row. */
    @Test
    void aLinearContributionIsWhatTheFeatureAloneChanges() {
        LabelRankings rows = LabelRankings.read(data, "L");
        float[] usual = LabelDifference.meanRow(rows);
        LabelRanker ranker = train(FeatureLearner.linear(), Form.SCORES, Missing.LABEL);
        float[] x = rows.rows().get(4).features();
        Map<String, Double> contributions = LabelDifference.of(ranker, x, usual, 2, 0).features().stream()
                .collect(Collectors.toMap(ScoreDifference.Feature::name, ScoreDifference.Feature::contribution));
        double[] before = ranker.scores(usual);
        for (int j = 0; j < x.length; j++) {
            float[] moved = usual.clone();
            moved[j] = x[j];
            double[] after = ranker.scores(moved);
            assertThat(contributions.get(ranker.featureNames().get(j)))
                    .isCloseTo((after[2] - after[0]) - (before[2] - before[0]), within(1e-9));
        }
    }

    @Test
    void aKernelIsRefusedWithWhatToDo() {
        LabelRanker ranker = train(FeatureLearner.kernel(20, 1), Form.PAIRS, Missing.LABEL);
        float[] x = LabelDifference.meanRow(LabelRankings.read(data, "L"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabelDifference.of(ranker, x, x, 0, 1))
                .withMessageContaining("importance");
    }

    @Test
    void shufflingCostsWhatTheFeatureDecides() {
        PermutationImportance how = PermutationImportance.of(MeasureSpec.parse("kendall"));
        for (Learner learner : List.of(FeatureLearner.linear(), FeatureLearner.kernel(60, 1), trees())) {
            LabelRanker ranker = train(learner, Form.PAIRS, Missing.RANDOM);
            FeatureImportances importances = how.of(ranker, data, Progress.NONE);
            Map<String, Double> drops =
                    importances.features().stream().collect(Collectors.toMap(Feature::name, Feature::drop));
            assertThat(drops.get("a")).isGreaterThan(0.4).isGreaterThan(drops.get("b"));
            assertThat(drops.get("b")).isGreaterThan(0.05);
            assertThat(drops.get("c")).isBetween(-0.05, 0.05);
            assertThat(importances.features().get(0).name()).isEqualTo("a");
            FeatureImportances alone = how.withThreads(1).of(ranker, data, Progress.NONE);
            assertThat(alone).isEqualTo(importances);
            assertThat(importances.features().stream().allMatch(feature -> feature.splits() != null))
                    .isEqualTo(learner instanceof TreeLearner);
        }
    }
}
