package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlocksTest {
    private static final int BLOCKS = 5;

    /** A task with a learner. */
    private record Case(String name, Task<?> task, Learner learner) {
        Grouping grouping() {
            return task instanceof ClassTask<?> ? Grouping.ROW : Grouping.QUERY;
        }

        byte[] train(QuerySource data) {
            return ModelFile.toBytes(Trainer.of(task)
                    .withSettings(Settings.defaults().withThreads(2).withFolds(3))
                    .withLearner(learner)
                    .train(data)
                    .model());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        ItemTask items = ItemTask.of(MeasureSpec.parse("ndcg@5"));
        PairTask pairs = PairTask.of(MeasureSpec.parse("pd"));
        PairTask products = PairTask.of(MeasureSpec.parse("map")).withMaxPairs(8);
        ClassTask<?> classes =
                new ClassTask<>(MatrixLoss.of(LossMatrix.of(new double[][] {{0, 1, 3}, {2, 0, 1}, {5, 1, 0}})));
        Map<String, String> few = Map.of(TreeLearner.ENGINE, "own", "n_estimators", "6", "max_depth", "3");
        return Stream.of(
                new Case("linear items", items, FeatureLearner.linear()),
                new Case("Fourier items", items, FeatureLearner.fourier(12)),
                new Case("kernel items", items, FeatureLearner.kernel(12, 1)),
                new Case("linear pairs", pairs, FeatureLearner.linear()),
                new Case("Fourier products", products, FeatureLearner.fourier(8)),
                new Case("linear classes", classes, FeatureLearner.linear()),
                new Case("Fourier classes", classes, FeatureLearner.fourier(12)),
                new Case(
                        "trees of items",
                        items.withSurrogates(items.surrogates().get(1)),
                        new TreeLearner(few, null)),
                new Case("trees of classes", classes, new TreeLearner(few, null)));
    }

    private static List<Query> data(Grouping grouping, long seed) {
        Random random = new Random(seed);
        int most = grouping == Grouping.ROW ? 1 : 9;
        return IntStream.range(0, 60)
                .mapToObj(number -> {
                    int size = 1 + random.nextInt(most);
                    float[][] x = new float[size][4];
                    double[] labels = new double[size];
                    for (int item = 0; item < size; item++) {
                        for (int j = 0; j < 4; j++) {
                            x[item][j] = random.nextInt(10) == 0 ? Float.NaN : (float) random.nextGaussian();
                        }
                        double mean = Float.isNaN(x[item][1]) ? 0 : x[item][1];
                        labels[item] = Math.max(0, Math.min(2, Math.rint(mean + random.nextGaussian() / 2 + 1)));
                    }
                    Query query = Query.of("q" + number, labels, x);
                    return number % 3 == 0
                            ? query.withItemIds(IntStream.range(0, size)
                                    .mapToObj(i -> "d" + i)
                                    .toList())
                            : query;
                })
                .toList();
    }

    private static QuerySource shuffled(List<Query> queries, long seed) {
        Random random = new Random(seed);
        List<Query> others = new ArrayList<>();
        for (Query query : queries) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, query.size()).boxed().toList());
            Collections.shuffle(order, random);
            float[][] x = new float[query.size()][query.featureCount()];
            double[] labels = new double[query.size()];
            List<String> names = new ArrayList<>();
            for (int i = 0; i < order.size(); i++) {
                query.featuresInto(order.get(i), x[i]);
                labels[i] = query.label(order.get(i));
                names.add(query.hasItemId(order.get(i)) ? query.itemId(order.get(i)) : "");
            }
            others.add(Query.of(query.id(), labels, x).withItemIds(names));
        }
        Collections.shuffle(others, random);
        return QuerySource.of("data", new Dataset(others));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theOrderOfTheFileChangesNoByte(Case one) {
        List<Query> queries = data(one.grouping(), 1);
        BlockRule rule = new BlockRule(BLOCKS, one.grouping());
        byte[] expected = one.train(BlockedSource.of(QuerySource.of("data", new Dataset(queries)), rule, 1));
        for (int seed = 0; seed < 3; seed++) {
            assertThat(one.train(BlockedSource.of(shuffled(queries, seed), rule, 2)))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void blocksElsewhereGiveTheSameBytes(Case one) {
        QuerySource here = BlockedSource.of(
                QuerySource.of("data", new Dataset(data(one.grouping(), 2))), new BlockRule(BLOCKS, one.grouping()), 1);
        Elsewhere elsewhere = new Elsewhere(here);
        assertThat(one.train(elsewhere)).isEqualTo(one.train(here));
        assertThat(elsewhere.sent.get()).isGreaterThan(BLOCKS);
    }

    /** Everything that goes to a block or comes from it is written to bytes and read, and merged in another order. */
    private static final class Elsewhere extends ForwardingSource implements QueryBlocks.Kept {
        private final Random random = new Random(3);
        private final AtomicInteger sent = new AtomicInteger();

        Elsewhere(QuerySource source) {
            super(source);
        }

        @Override
        public Optional<QueryBlocks> blocks() {
            QueryBlocks own = QueryBlocks.of(source()).orElseThrow();
            return Optional.of(new QueryBlocks() {
                @Override
                public <R extends Serializable> R reduce(Work<R> work, Merge<R> merge) {
                    List<R> results = new ArrayList<>();
                    own.<Integer>reduce(
                            block -> {
                                Work<R> copied = copy(work);
                                R result = copied.of(block);
                                synchronized (results) {
                                    results.add(copy(result));
                                }
                                return sent.incrementAndGet();
                            },
                            Math::max);
                    Collections.shuffle(results, random);
                    return results.stream().reduce(merge).orElseThrow();
                }
            });
        }

        @SuppressWarnings("unchecked") // of the same type
        private static <T> T copy(T object) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(object);
                out.flush();
                return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Optional<String> checksum() {
            return source().checksum();
        }
    }

    /** Without blocks memory decides how sparse rows are fitted; with them it must not, since bits would differ between machines. */
    @Test
    void blocksOfSparseRowsAreFittedTheSameWayHoweverMuchMemoryThereIs(@TempDir Path folder) throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < 60; row++) {
            rows.append(random.nextInt(3) + " qid:" + row / 6 + " " + (1 + random.nextInt(500)) + ":1 "
                    + (501 + random.nextInt(500)) + ":" + random.nextInt(9) + " 1200:1\n");
        }
        QuerySource file = QuerySource.of(Files.writeString(folder.resolve("sparse.txt"), rows));
        Trainer<?> trainer = Plumbrank.forMeasure("ndcg@5")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)));
        String gradients = "conjugate gradients";
        assertThat(trainer.train(file).notes()).anyMatch(note -> note.contains(gradients));
        assertThat(trainer.train(BlockedSource.of(file, new BlockRule(BLOCKS, Grouping.QUERY), 1))
                        .notes())
                .noneMatch(note -> note.contains(gradients));
    }

    @Test
    void sumsOfBlocksAreThoseOfTheFileButForRounding() {
        QuerySource file = QuerySource.of("data", new Dataset(data(Grouping.QUERY, 4)));
        Trainer<?> trainer = Plumbrank.forMeasure("ndcg@5")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.01)));
        double[] plain = weights(trainer.train(file, file));
        QuerySource blocked = BlockedSource.of(file, new BlockRule(BLOCKS, Grouping.QUERY), 2);
        double[] summed = weights(trainer.train(blocked, blocked));
        for (int j = 0; j < plain.length; j++) {
            assertThat(summed[j]).isCloseTo(plain[j], org.assertj.core.data.Offset.offset(1e-10));
        }
    }

    private static double[] weights(Training<?> training) {
        return ((LinearScorer) ((RowScorer) training.model().scorer()).scorer()).weights()[0];
    }

    @Test
    void queriesStandByBlockAndNameAndItemsByName() {
        List<Query> queries = data(Grouping.QUERY, 5);
        BlockRule rule = new BlockRule(BLOCKS, Grouping.QUERY);
        List<String> expected = queries.stream()
                .map(Query::id)
                .sorted(Comparator.<String>comparingInt(rule::ofQuery).thenComparing(Comparator.naturalOrder()))
                .toList();
        Dataset ordered = BlockedSource.of(shuffled(queries, 6), rule, 1).load();
        assertThat(ordered.queries().stream().map(Query::id)).containsExactlyElementsOf(expected);
        assertThat(expected.stream().map(rule::ofQuery).distinct()).hasSize(BLOCKS);
        for (Query query : ordered.queries()) {
            if (query.hasItemId(0)) {
                assertThat(IntStream.range(0, query.size()).mapToObj(query::itemId))
                        .isSorted();
            }
        }
    }

    @Test
    void rowsComeBackFromTheirBytes() {
        for (Query query : data(Grouping.QUERY, 7)) {
            Query weighted = query.withWeight(0.25)
                    .withItemWeights(new Random(8).doubles(query.size()).toArray());
            Query back = QueryRows.unpacked(QueryRows.of(weighted).packed()).query(6);
            assertThat(back.id()).isEqualTo(weighted.id());
            assertThat(back.weight()).isEqualTo(0.25);
            assertThat(back.labels()).isEqualTo(weighted.labels());
            assertThat(back.featureCount()).isEqualTo(6);
            for (int item = 0; item < query.size(); item++) {
                assertThat(back.itemWeight(item)).isEqualTo(weighted.itemWeight(item));
                assertThat(back.itemId(item)).isEqualTo(weighted.itemId(item));
                float[] x = new float[6];
                float[] y = new float[6];
                Arrays.fill(x, Float.NaN);
                weighted.featuresInto(item, x);
                back.featuresInto(item, y);
                assertThat(Arrays.equals(x, y)).isTrue();
            }
        }
    }

    @Test
    void aChangedValueChangesTheChecksum() {
        List<Query> queries = data(Grouping.QUERY, 9);
        BlockRule rule = new BlockRule(BLOCKS, Grouping.QUERY);
        String sum = BlockedSource.of(QuerySource.of("data", new Dataset(queries)), rule, 1)
                .checksum()
                .orElseThrow();
        assertThat(BlockedSource.of(shuffled(queries, 10), rule, 1).checksum()).contains(sum);
        List<Query> other = new ArrayList<>(queries);
        other.set(0, queries.get(0).withWeight(2));
        assertThat(BlockedSource.of(QuerySource.of("data", new Dataset(other)), rule, 1)
                        .checksum())
                .isNotEqualTo(Optional.of(sum));
    }
}
