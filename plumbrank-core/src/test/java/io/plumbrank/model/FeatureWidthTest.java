package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.train.RankerExamples;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An array has no names and no numbers, so that its width must be that of the model. */
class FeatureWidthTest {
    @TempDir
    Path folder;

    @Test
    void anArrayOfAnotherWidthIsRefused() {
        ScoreRanker ranker = RankerExamples.linear(QueryFeatures.PLAIN, List.of(), 1, 2, 3);
        for (int width : new int[] {0, 2, 4}) {
            Query query = Query.of("q", new float[][] {new float[width], new float[width]});
            assertThatThrownBy(() -> ranker.rank(query))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has " + width + " features per item, and the model was trained on 3")
                    .hasMessageContaining("countedFrom(1)");
        }
        assertThat(ranker.scores(Query.of("q", new float[][] {{1, 1, 1}}))).containsExactly(6);
        assertThat(ranker.scores(Query.of("q", new float[][] {{1, 1}}).countedFrom(1)))
                .containsExactly(5);
    }

    @Test
    void featuresOfTextAreReachedFromAnArrayByCountingFrom1() throws IOException {
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(3);
        List<Query> arrays = new ArrayList<>();
        for (int q = 0; q < 8; q++) {
            float[][] x = new float[4][2];
            for (int item = 0; item < 4; item++) {
                x[item] = new float[] {(float) random.nextDouble(), (float) random.nextDouble()};
                text.append(Math.round(3 * x[item][0])).append(" qid:").append(q);
                text.append(" 1:")
                        .append(x[item][0])
                        .append(" 2:")
                        .append(x[item][1])
                        .append('\n');
            }
            arrays.add(Query.of("" + q, x));
        }
        Path file = folder.resolve("train.txt");
        Files.writeString(file, text.toString());
        Ranker ranker = Plumbrank.forMeasure("ndcg@3")
                .withLearner(FeatureLearner.linear())
                .train(QuerySource.of(file))
                .predictor()
                .as(Ranker.class)
                .orElseThrow();
        List<double[]> fromFile = new ArrayList<>();
        QuerySource.of(file).visit(query -> fromFile.add(ranker.scores(query)));
        for (int q = 0; q < 8; q++) {
            Query array = arrays.get(q);
            assertThatThrownBy(() -> ranker.scores(array)).isInstanceOf(IllegalArgumentException.class);
            assertThat(ranker.scores(array.countedFrom(1))).containsExactly(fromFile.get(q));
        }
    }

    /** Of many features those are kept that the model goes by, and the file stays small. */
    @Test
    void theSummaryOfWideDataKeepsWhatMatters() throws IOException {
        int width = 3000;
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(4);
        for (int q = 0; q < 6; q++) {
            for (int item = 0; item < 4; item++) {
                double x = random.nextDouble();
                text.append(Math.round(3 * x))
                        .append(" qid:")
                        .append(q)
                        .append(" 7:")
                        .append((float) x);
                for (int j = 8; j <= width; j++) {
                    text.append(' ').append(j).append(":0.5");
                }
                text.append('\n');
            }
        }
        Path file = folder.resolve("wide.txt");
        Files.writeString(file, text.toString());
        FeatureTally tally = new FeatureTally();
        QuerySource.of(file).visit(tally::add);
        double[] influence = new double[width + 1];
        influence[7] = 1;
        influence[width] = 0.5;
        FeatureSummary summary = FeatureSummary.of(tally, influence);
        assertThat(summary.count()).isEqualTo(width - 6);
        assertThat(summary.first()).isEqualTo(7);
        assertThat(summary.last()).isEqualTo(width);
        assertThat(summary.features()).hasSize(FeatureSummary.MOST);
        assertThat(summary.features())
                .extracting(FeatureSummary.Feature::number)
                .contains(7, width)
                .isSorted();
        FeatureSummary.Feature first = summary.features().get(0);
        assertThat(first.present()).isEqualTo(1);
        assertThat(first.low()).isBetween(0.0, (double) tally.low(7));
        assertThat(first.high()).isBetween((double) tally.high(7), 1.001);
    }

    @Test
    void rowsOfAnotherWidthAreRefused() {
        Trainer<?> trainer = Plumbrank.forCosts(new double[][] {{0, 1}, {1, 0}}).withLearner(FeatureLearner.linear());
        List<Query> rows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            rows.add(Query.of("" + i, new double[] {i % 2}, new float[][] {{i % 2, 1}}));
        }
        Classifier classifier = trainer.train(QuerySource.of(rows))
                .predictor()
                .as(Classifier.class)
                .orElseThrow();
        assertThat(classifier.predict(new float[] {1, 1})).isEqualTo("1");
        assertThatThrownBy(() -> classifier.predict(new float[] {1, 1, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a row of 3 features, and the model was trained on 2");
        assertThatThrownBy(() -> classifier.predict(new float[1])).isInstanceOf(IllegalArgumentException.class);
    }
}
