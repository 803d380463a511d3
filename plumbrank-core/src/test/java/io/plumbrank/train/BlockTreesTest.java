package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Task;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees that are grown block by block. */
class BlockTreesTest {
    private static final Map<String, String> FEW =
            Map.of(TreeLearner.ENGINE, "own", "n_estimators", "6", "min_child_weight", "3", "eta", "0.25");

    /** Labels are 0 and 1, so that precision has whole targets, of which means and weights are the same in any order. */
    private static List<Query> queries(int count, Random random) {
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    int size = 2 + random.nextInt(7);
                    float[][] x = new float[size][11];
                    double[] labels = new double[size];
                    for (int item = 0; item < size; item++) {
                        for (int j = 0; j < x[item].length; j++) {
                            x[item][j] = random.nextInt(10) == 0 ? Float.NaN : (float) random.nextGaussian();
                        }
                        double sum = (Float.isNaN(x[item][1]) ? 0 : x[item][1]) + random.nextGaussian() / 2;
                        labels[item] = sum > (x[item][9] > 0 ? 0.5 : -0.5) ? 1 : 0;
                    }
                    return Query.of("q" + number, labels, x);
                })
                .toList();
    }

    private static QuerySource source(List<Query> queries) {
        return QuerySource.of("data", new Dataset(queries));
    }

    private static Map<String, String> with(String parameters) {
        Map<String, String> all = new TreeMap<>(FEW);
        for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split(" ")) {
            all.put(parameter.split("=")[0], parameter.split("=")[1]);
        }
        return all;
    }

    private static Training<?> train(
            Task<?> task, Map<String, String> parameters, QuerySource data, @Nullable QuerySource valid) {
        Settings settings = Settings.defaults().withThreads(2).withFolds(3);
        Trainer<?> trainer = Trainer.of(task).withSettings(settings).withLearner(new TreeLearner(parameters));
        return valid == null ? trainer.train(data) : trainer.train(data, valid);
    }

    private static Task<?> precision() {
        return ItemTask.of(MeasureSpec.parse("precision@2")).withSurrogates(Surrogates.parse("squared"));
    }

    /** The file in the order of blocks, in which the engine of one process sees it. */
    private static QuerySource inOrder(QuerySource blocked) {
        return source(blocked.load().queries());
    }

    /** The oracle is the engine that holds all rows: it shares the search for splits, and none of what goes to blocks and back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "max_depth=1",
                "max_depth=6 min_child_weight=1",
                "subsample=0.5",
                "colsample_bytree=0.5 colsample_bynode=0.6",
                "monotone_constraints=(0,1,0,0,0,0,0,0,0,-1)",
                "interaction_constraints=[[1,2],[9,10]]",
                "max_bin=7 gamma=0.01"
            })
    void treesOfBlocksAreThoseOfOneProcess(String parameters) {
        for (int seed = 0; seed < 2; seed++) {
            Random random = new Random(seed);
            QuerySource blocked = BlockedSource.of(source(queries(90, random)), new BlockRule(7, Grouping.QUERY), 2);
            QuerySource valid = BlockedSource.of(source(queries(40, random)), new BlockRule(3, Grouping.QUERY), 2);
            Map<String, String> all = with(parameters);
            assertThat(train(precision(), all, blocked, null).model().scorer())
                    .isEqualTo(train(precision(), all, inOrder(blocked), null)
                            .model()
                            .scorer());
            assertThat(train(precision(), all, blocked, valid).model().scorer())
                    .isEqualTo(train(precision(), all, inOrder(blocked), inOrder(valid))
                            .model()
                            .scorer());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sketch=0", "sketch=2", "multi=output"})
    void treesOfSeveralOutputsPredictWhatThoseOfOneProcessDo(String parameters) {
        double[][] costs = new double[6][6];
        Random random = new Random(1);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                costs[i][j] = i == j ? 0 : 1 + random.nextInt(4);
            }
        }
        Task<?> task = new ClassTask<>(MatrixLoss.of(LossMatrix.of(costs)));
        List<Query> rows = IntStream.range(0, 300)
                .mapToObj(number -> {
                    float a = random.nextFloat();
                    float b = random.nextFloat();
                    int label = (int) Math.min(5, 4 * a + 2 * b + random.nextInt(2));
                    return Query.of("", new double[] {label}, new float[][] {{a, b, random.nextFloat()}});
                })
                .toList();
        QuerySource blocked = BlockedSource.of(source(rows), new BlockRule(5, Grouping.ROW), 2);
        Training<?> inBlocks = train(task, with(parameters), blocked, null);
        Training<?> together = train(task, with(parameters), inOrder(blocked), null);
        assertThat(inBlocks.valid().measure()).isEqualTo(together.valid().measure());
        assertThat(inBlocks.train().surrogateRisk())
                .isCloseTo(together.train().surrogateRisk(), org.assertj.core.data.Offset.offset(1e-6));
    }

    /** Blocks forget what was left at them, as they do when an executor is lost. */
    @Test
    void whatIsLostIsMadeAgainWithTheSameBytes() {
        QuerySource blocked = BlockedSource.of(source(queries(60, new Random(5))), new BlockRule(5, Grouping.QUERY), 2);
        byte[] expected = ModelFile.toBytes(
                train(precision(), with("subsample=0.7"), blocked, null).model());
        for (int seed = 0; seed < 3; seed++) {
            Forgetful forgetful = new Forgetful(blocked, new Random(seed));
            assertThat(ModelFile.toBytes(train(precision(), with("subsample=0.7"), forgetful, null)
                            .model()))
                    .isEqualTo(expected);
            assertThat(forgetful.forgotten).isGreaterThan(20);
        }
    }

    @Test
    void whatNeedsAllRowsTogetherSaysWhy() {
        QuerySource blocked = BlockedSource.of(source(queries(40, new Random(6))), new BlockRule(5, Grouping.QUERY), 1);
        assertThat(train(precision(), with("max_leaves=5"), blocked, null).notes())
                .contains(
                        "One process held all rows to grow trees, and not block by block: max_leaves and lossguide split"
                                + " one node at a time.");
        Task<?> logistic =
                ItemTask.of(MeasureSpec.parse("precision@2")).withSurrogates(Surrogates.parse("pairwise-squared"));
        assertThat(train(logistic, with(""), blocked, null).notes())
                .anyMatch(note -> note.contains("the surrogate is pairwise-squared, and not squared"));
        assertThat(train(precision(), with(""), blocked, null).notes()).noneMatch(note -> note.contains("One process"));
    }

    @Test
    void badDataAreFaultsAsInOneProcess() {
        List<Query> queries = queries(30, new Random(7));
        List<Query> weightless =
                queries.stream().map(query -> query.withWeight(0)).toList();
        BlockRule rule = new BlockRule(4, Grouping.QUERY);
        for (List<Query> bad : List.of(queries.subList(0, 2), weightless)) {
            QuerySource blocked = BlockedSource.of(source(bad), rule, 1);
            String expected = fault(inOrder(blocked));
            assertThat(fault(blocked)).isEqualTo(expected).startsWith("data: found ");
        }
        float[][] infinite = {{1, 2}, {Float.POSITIVE_INFINITY, 3}};
        List<Query> all = new ArrayList<>(queries);
        all.add(Query.of("far", new double[] {0, 1}, infinite));
        assertThatThrownBy(() -> train(precision(), with(""), BlockedSource.of(source(all), rule, 1), null))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("an infinite value");
    }

    private static String fault(QuerySource data) {
        try {
            train(precision(), with(""), data, null);
            return "";
        } catch (InputException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Loses a tenth of what is asked for. */
    private static final class Forgetful extends ForwardingSource implements QueryBlocks.Kept {
        private final Random random;
        private int forgotten;

        Forgetful(QuerySource source, Random random) {
            super(source);
            this.random = random;
        }

        private synchronized boolean forgets() {
            boolean forgets = random.nextInt(10) == 0;
            forgotten += forgets ? 1 : 0;
            return forgets;
        }

        @Override
        public Optional<QueryBlocks> blocks() {
            QueryBlocks own = QueryBlocks.of(source()).orElseThrow();
            return Optional.of(new QueryBlocks() {
                @Override
                public <R extends Serializable> R reduce(Work<R> work, Merge<R> merge) {
                    return own.reduce(
                            block -> {
                                BlockMemory memory = forgets() ? new Emptied(block.memory()) : block.memory();
                                return work.of(new Block(block.number(), block.first(), block.queries(), memory));
                            },
                            merge);
                }
            });
        }

        @Override
        public Optional<String> checksum() {
            return source().checksum();
        }
    }

    /** Holds nothing of what was there, and takes what is put there. */
    private record Emptied(BlockMemory memory) implements BlockMemory {
        @Override
        public @Nullable Object get(String key) {
            return null;
        }

        @Override
        public void put(String key, @Nullable Object value) {
            memory.put(key, value);
        }
    }
}
