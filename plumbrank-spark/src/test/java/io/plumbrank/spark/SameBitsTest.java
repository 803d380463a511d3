package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.task.Task;
import io.plumbrank.train.Trainer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model from Spark has the bytes of the one from this process alone, whatever the partitions. */
class SameBitsTest {
    private static final int BLOCKS = 6;
    private static final int FOLDS = 2;
    private static final Map<String, String> TREES =
            Map.of(TreeLearner.ENGINE, "own", "n_estimators", "3", "max_depth", "3");

    /** So many that a task has several. */
    private static final int MANY_BLOCKS = 20;

    private static byte[] alone(Task<?> task, Learner learner, List<Query> queries, Grouping grouping) {
        return alone(task, learner, queries, new BlockRule(BLOCKS, grouping));
    }

    private static byte[] alone(Task<?> task, Learner learner, List<Query> queries, BlockRule rule) {
        QuerySource data = BlockedSource.of(QuerySource.of("data", new Dataset(queries)), rule, 2);
        Settings settings = Settings.defaults().withFolds(FOLDS);
        return ModelFile.toBytes(Trainer.of(task)
                .withSettings(settings)
                .withLearner(learner)
                .train(data)
                .model());
    }

    @Tag("cluster")
    @Tag("full")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8})
    void anyNumberOfPartitions(int partitions) {
        linearItems(partitions);
        pairs(partitions);
        for (String function : List.of("linear", "fourier", "trees")) {
            if (!function.equals("linear")) {
                otherFunctionsOfItems(function, partitions);
            }
            classes(function, partitions);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void linearItems(int partitions) {
        List<Query> queries = SparkData.queries(40, 8, 1);
        byte[] expected = alone(
                ItemTask.of(MeasureSpec.parse("ndcg@5")),
                FeatureLearner.linear(),
                queries,
                new BlockRule(MANY_BLOCKS, Grouping.QUERY));
        RankingEstimator estimator =
                new RankingEstimator().setMeasure("ndcg@5").setItemCol("item").setBlocks(MANY_BLOCKS);
        estimator.set(estimator.folds(), FOLDS);
        estimator.set(estimator.absent(), "missing");
        RankingModel model = estimator.fit(SparkData.frame(queries, partitions, partitions));
        assertThat(model.toBytes()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"fourier,8", "trees,2"})
    void otherFunctionsOfItems(String function, int partitions) {
        List<Query> queries = SparkData.queries(30, 7, 2);
        boolean trees = function.equals("trees");
        ItemTask auto = ItemTask.of(MeasureSpec.parse("map"));
        RankingEstimator estimator = new RankingEstimator()
                .setMeasure("map")
                .setItemCol("item")
                .setModel(function)
                .setBlocks(BLOCKS);
        estimator.set(estimator.features(), 20);
        estimator.set(estimator.treeParams(), new String[] {"n_estimators=3", "max_depth=3"});
        estimator.set(estimator.folds(), FOLDS);
        estimator.set(estimator.absent(), "missing");
        RankingModel model = estimator.fit(SparkData.frame(queries, partitions, 3));
        assertThat(model.notes()).noneMatch(note -> note.contains("One process held all rows"));
        assertThat(model.toBytes())
                .isEqualTo(alone(
                        trees ? auto.withSurrogates(Surrogates.parse("squared")) : auto,
                        trees ? new TreeLearner(TREES, null) : FeatureLearner.fourier(20),
                        queries,
                        Grouping.QUERY));
    }

    @ParameterizedTest
    @ValueSource(ints = 7)
    void pairs(int partitions) {
        List<Query> queries = SparkData.queries(30, 6, 4);
        RankingEstimator estimator = new RankingEstimator()
                .setMeasure("pd")
                .setSurrogate("pairs")
                .setItemCol("item")
                .setBlocks(BLOCKS);
        estimator.set(estimator.folds(), FOLDS);
        estimator.set(estimator.absent(), "missing");
        assertThat(estimator.fit(SparkData.frame(queries, partitions, 5)).toBytes())
                .isEqualTo(
                        alone(PairTask.of(MeasureSpec.parse("pd")), FeatureLearner.linear(), queries, Grouping.QUERY));
    }

    @ParameterizedTest
    @CsvSource({"linear,2", "fourier,7"})
    void classes(String function, int partitions) {
        List<Query> rows = SparkData.queries(150, 1, 6);
        LossMatrixEstimator estimator = new LossMatrixEstimator()
                .setLossMatrix("ordinal(n=3)")
                .setModel(function)
                .setBlocks(BLOCKS);
        estimator.set(estimator.features(), 20);
        estimator.set(estimator.folds(), FOLDS);
        estimator.set(estimator.absent(), "missing");
        estimator.set(estimator.itemCol(), "item");
        estimator.set(estimator.treeParams(), new String[] {"n_estimators=3", "max_depth=3"});
        Learner learner = switch (function) {
            case "trees" -> new TreeLearner(TREES, null);
            case "fourier" -> FeatureLearner.fourier(20);
            default -> FeatureLearner.linear();
        };
        assertThat(estimator.fit(SparkData.frame(rows, partitions, 7)).toBytes())
                .isEqualTo(alone(
                        new ClassTask<>(ClassLosses.parse("ordinal(n=3)").countedFrom(0)),
                        learner,
                        rows,
                        Grouping.ROW));
    }
}
