package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees by XGBoost on the items of queries. */
class TreeItemsTest {
    private static final Map<String, String> QUICK =
            Map.of("eta", "0.3", "max_depth", "3", "num_round", "40", "early_stopping_rounds", "5");

    @TempDir
    Path folder;

    private Path train;
    private Path valid;

    @BeforeEach
    void generate() {
        train = write("train.txt", queries(1, 80));
        valid = write("valid.txt", queries(2, 40));
    }

    /** Grades that are high where two features are on the same side of ½, which no linear score can say. */
    private static List<Query> queries(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            int items = 5 + random.nextInt(10);
            double[] labels = new double[items];
            float[][] features = new float[items][3];
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < 3; j++) {
                    features[i][j] = (float) random.nextDouble();
                }
                boolean same = features[i][0] > 0.5 == features[i][1] > 0.5;
                labels[i] = (same ? 2 : 0) + random.nextInt(2);
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        return queries;
    }

    private Path write(String name, List<Query> queries) {
        Path file = folder.resolve(name);
        LetorWriter.write(file, new Dataset(queries));
        return file;
    }

    private static QuerySource source(Path file) {
        return QuerySource.of(file, new ReadOptions(1, 0)).loaded();
    }

    private static Trainer<?> trainer(String measure, String surrogate) {
        return trainer(measure, surrogate, QUICK);
    }

    private static Trainer<?> trainer(String measure, String surrogate, Map<String, String> parameters) {
        return Trainer.of(ItemTask.of(MeasureSpec.parse(measure)).withSurrogates(Surrogates.parse(surrogate)))
                .withLearner(new TreeLearner(parameters, null))
                .withSettings(Settings.defaults().withThreads(1));
    }

    private Training<?> train(Trainer<?> trainer, @Nullable Path held) throws IOException {
        return trainer.train(source(train), held == null ? null : source(held), Progress.NONE);
    }

    private static TreeEnsemble trees(Training<?> training) {
        return (TreeEnsemble) ((RowScorer) training.model().scorer()).scorer();
    }

    private static Trainer<?> overFolds(Trainer<?> trainer, int folds) {
        return trainer.withSettings(trainer.settings().withFolds(folds));
    }

    static Stream<String> surrogates() {
        return Surrogates.names().stream().map(name -> name.equals("linear-value") ? "linear-value(nu=5)" : name);
    }

    @ParameterizedTest
    @MethodSource("surrogates")
    void treesFindWhatNoLinearModelCan(String surrogate) throws IOException {
        Training<?> trees = train(trainer("ndcg@5", surrogate), valid);
        Training<?> linear = Trainer.of(ItemTask.of(MeasureSpec.parse("ndcg@5")))
                .withLearner(FeatureLearner.linear())
                .train(source(train), source(valid), Progress.NONE);
        assertThat(trees.valid().measure())
                .isGreaterThan(linear.valid().measure() + 0.1)
                .isGreaterThan(0.85);
    }

    /** Utilities of AUC are one over the number of pairs: some 10⁻⁵ here. */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "pairwise-squared", "pairwise-logistic"})
    void smallUtilitiesOfManyItemsAreLearnt(String surrogate) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        List<Query> large = new ArrayList<>();
        for (int q = 0; q < 6; q++) {
            double[] labels = new double[600];
            float[][] features = new float[600][1];
            for (int i = 0; i < labels.length; i++) {
                features[i][0] = (float) random.nextDouble();
                labels[i] = random.nextDouble() < features[i][0] ? 1 : 0;
            }
            large.add(Query.of("q" + q, labels, features));
        }
        train = write("large.txt", large);
        assertThat(train(trainer("auc", surrogate), train).train().measure()).isGreaterThan(0.8);
    }

    /** The best constant is the mean, so the risk of a constant is the variance of utilities, a sum over items. */
    @Test
    void squaredBeatsTheBestConstant() throws IOException {
        Training<?> training = train(trainer("p@3", "squared"), valid);
        double sum = 0;
        double squares = 0;
        double rows = 0;
        List<Query> queries = source(train).load().queries();
        for (Query query : queries) {
            for (double label : query.labels()) {
                double utility = label > 0 ? 1 : 0;
                sum += utility;
                squares += utility * utility;
                rows++;
            }
        }
        double constant = (squares - sum * sum / rows) / queries.size();
        assertThat(training.train().surrogateRisk()).isLessThan(0.9 * constant);
    }

    @Test
    void foldsStopTheTreesOfTheWhole() throws IOException {
        Training<?> training = train(overFolds(trainer("ndcg@5", "squared"), 3), null);
        assertThat(training.folds()).isEqualTo(3);
        assertThat(training.notes().get(0))
                .startsWith("The model has " + trees(training).members().size() + " trees; ");
        assertThat(training.valid().measure()).isBetween(0.8, training.train().measure());
    }

    @Test
    void foldsTakeTheirRoundsUnderAnyName() throws IOException {
        Trainer<?> few = trainer("ndcg@5", "squared", Map.of("n_estimators", "3", "reg_lambda", "2"));
        Training<?> training = train(overFolds(few, 2), null);
        assertThat(trees(training).members()).hasSizeBetween(1, 3);
        assertThat(training.model().lambda()).isEqualTo(2);
    }

    /** ψ(v,0) = 0, and the minimum is below it wherever utilities are not 0. */
    @Test
    void linearValueTakesItsOwnTargets() throws IOException {
        Training<?> training = train(trainer("dcg@5", "linear-value(nu=5)"), valid);
        assertThat(training.train().surrogateRisk()).isNegative();
        assertThat(training.valid().surrogateRisk()).isNegative();
    }

    /** An item that weighs 2 is an item that stands there twice. */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "linear-value(nu=2)"})
    void anItemOfWeightTwoCountsAsTwo(String surrogate) throws IOException {
        StringBuilder weighted = new StringBuilder("query,label,a,b,item_weight\n");
        StringBuilder repeated = new StringBuilder("query,label,a,b\n");
        SplittableRandom random = new SplittableRandom(3);
        for (int row = 0; row < 300; row++) {
            String line = row / 10 + "," + random.nextInt(2) + "," + random.nextInt(9) + "," + random.nextInt(9);
            int weight = 1 + row % 2;
            weighted.append(line + "," + weight + "\n");
            repeated.append((line + "\n").repeat(weight));
        }
        // weights are scaled to the mean 1, so that min_child_weight and lambda would mean another thing
        Trainer<?> trainer = trainer(
                "p@3", surrogate, Map.of("num_round", "5", "lambda", "0", "min_child_weight", "0", "max_depth", "2"));
        TreeEnsemble one = fitted(trainer, csv("weighted.csv", weighted));
        TreeEnsemble two = fitted(trainer, csv("repeated.csv", repeated));
        SplittableRandom points = new SplittableRandom(4);
        int rounds = Math.min(one.members().size(), two.members().size());
        for (int i = 0; i < 50; i++) {
            float[] x = {points.nextInt(9), points.nextInt(9)};
            assertThat(score(one, rounds, x)).isCloseTo(score(two, rounds, x), within(1e-5));
        }
    }

    private static TreeEnsemble fitted(Trainer<?> trainer, QuerySource data) throws IOException {
        return trees(trainer.train(data, data, Progress.NONE));
    }

    private static double score(TreeEnsemble ensemble, int rounds, float[] x) {
        double[] score = new double[1];
        TreeEnsemble.of(
                        ensemble.inputs(),
                        ensemble.baseScores(),
                        ensemble.members().subList(0, rounds))
                .scoreInto(x, score);
        return score[0];
    }

    private QuerySource csv(String name, CharSequence text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return QuerySource.of(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))
                .loaded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise-squared", "pairwise-logistic", "listnet"})
    void itemWeightsAreRefusedWhereItemsDoNotCountAlone(String surrogate) throws IOException {
        QuerySource data = csv("w.csv", "query,label,a,item_weight\n1,1,2,1\n1,0,1,3\n2,1,2,1\n2,0,1,3\n");
        assertThatThrownBy(() -> trainer("ndcg@5", surrogate).train(data, data, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(data.file() + ":2: found weights of items, expected none with trees and");
    }

    @Test
    void aBadLabelIsNamedWithTheFileThatItIsIn() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.txt"), "5000 qid:1 0:1\n1 qid:1 0:2\n");
        assertThatThrownBy(() -> train(trainer("ndcg@5", "squared"), bad))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(bad.toString());
    }
}
