package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.kind.pairs.PairRanker;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a label can have decided, the order of rows or columns in a file, changes no measured number. */
class TieLeakTest {
    @TempDir
    Path folder;

    private record Item(double grade, float[] x, String name) {}

    private enum Order {
        BEST_FIRST,
        BEST_LAST,
        SHUFFLED;

        List<Item> of(List<Item> items, SplittableRandom random) {
            List<Item> sorted = new ArrayList<>(items);
            sorted.sort(Comparator.comparingDouble(this == BEST_LAST ? Item::grade : item -> -item.grade));
            if (this == SHUFFLED) {
                sorted = IntStream.of(
                                Ranking.byScores(random.doubles(items.size()).toArray())
                                        .toItems())
                        .mapToObj(items::get)
                        .toList();
            }
            return sorted;
        }
    }

    /** 40 queries of 6 items with 2 relevant ones, and features that know nothing of that. */
    private static List<List<Item>> queries(long seed, Supplier<float[]> features, boolean named) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Item>> queries = new ArrayList<>();
        for (int q = 0; q < 40; q++) {
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                items.add(new Item(i < 2 ? 1 : 0, features.get(), named ? "d" + random.nextInt(1_000_000) : ""));
            }
            queries.add(items);
        }
        return queries;
    }

    private static QuerySource data(List<List<Item>> queries, Order order) {
        SplittableRandom random = new SplittableRandom(7);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries.size(); q++) {
            List<Item> items = order.of(queries.get(q), random);
            Query query = Query.of(
                    "q" + q,
                    items.stream().mapToDouble(Item::grade).toArray(),
                    items.stream().map(Item::x).toArray(float[][]::new));
            boolean named = items.stream().noneMatch(item -> item.name.isEmpty());
            made.add(named ? query.withItemIds(items.stream().map(Item::name).toList()) : query);
        }
        return QuerySource.of("data", new Dataset(made));
    }

    private static Training<?> train(String measure, FeatureLearner learner, QuerySource source) throws IOException {
        return Trainer.of(PairTask.of(MeasureSpec.parse(measure)))
                .withSettings(Settings.defaults().withFolds(3))
                .withLearner(learner)
                .train(source, null, Progress.NONE);
    }

    /** The mean of average precision over all places of 2 relevant among 6 items. */
    private static double expectedMap() {
        double sum = 0;
        int count = 0;
        for (int a = 1; a <= 6; a++) {
            for (int b = a + 1; b <= 6; b++) {
                sum += (1.0 / a + 2.0 / b) / 2;
                count++;
            }
        }
        return sum / count;
    }

    static Stream<Arguments> measures() {
        return Stream.of("pd", "map", "kendall")
                .flatMap(measure -> Stream.of(FeatureLearner.linear(), FeatureLearner.fourier(10))
                        .flatMap(
                                learner -> Stream.of(true, false).map(named -> Arguments.of(measure, learner, named))));
    }

    @ParameterizedTest
    @MethodSource("measures")
    void aConstantFeatureIsWorthARandomOrder(String measure, FeatureLearner learner, boolean named) throws IOException {
        double chance = measure.equals("map") ? expectedMap() : measure.equals("pd") ? 0.5 : 0;
        List<List<Item>> queries = queries(1, () -> new float[] {0.1f}, named);
        for (Order order : Order.values()) {
            QuerySource source = data(queries, order);
            Training<?> training = train(measure, learner, source);
            assertThat(training.train().measure()).isCloseTo(chance, within(1e-12));
            assertThat(training.valid().measure()).isCloseTo(chance, within(1e-12));
        }
    }

    /** Equal items without names that average precision puts apart go by a hash of their places, which is blind and no more. */
    static Stream<Arguments> invariant() {
        return measures().filter(of -> !of.get()[0].equals("map") || (boolean) of.get()[2]);
    }

    /** Three values of two features make many ties, of equal items and of others. */
    @ParameterizedTest
    @MethodSource("invariant")
    void theOrderOfTheFileChangesNothing(String measure, FeatureLearner learner, boolean named) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        List<List<Item>> queries = queries(2, () -> new float[] {random.nextInt(2), random.nextInt(3)}, named);
        Training<?> first = train(measure, learner, data(queries, Order.SHUFFLED));
        for (Order order : Order.values()) {
            QuerySource source = data(queries, order);
            Training<?> training = train(measure, learner, source);
            assertThat(training.model().lambda()).isEqualTo(first.model().lambda());
            assertThat(training.valid().measure()).isCloseTo(first.valid().measure(), within(1e-12));
            PairRanker ranker = (PairRanker) first.model().predictor();
            assertThat(ranked(ranker, source)).isEqualTo(ranked(ranker, data(queries, Order.SHUFFLED)));
        }
    }

    /** By query, the features in the order of the ranking, with the scores. */
    private static List<String> ranked(Ranker ranker, QuerySource source) {
        List<String> lines = new ArrayList<>();
        source.visit(query -> {
            Ranker.Ranked ranked = ranker.decode(query, ranker.limits());
            lines.add(IntStream.range(0, query.size())
                    .map(ranked.ranking()::itemAt)
                    .mapToObj(
                            item -> query.feature(item, 0) + "," + query.feature(item, 1) + ":" + ranked.scores()[item])
                    .collect(Collectors.joining(" ")));
        });
        return lines;
    }

    /** Ten labels of which the first in the file are the best, and a feature that is the same everywhere. */
    @ParameterizedTest
    @CsvSource({"kendall", "spearman", "pd"})
    void theOrderOfTheColumnsChangesNothing(String measure) throws IOException {
        List<Double> values = new ArrayList<>();
        for (boolean turned : new boolean[] {false, true}) {
            SplittableRandom random = new SplittableRandom(3);
            StringBuilder text = new StringBuilder("x");
            int labels = 5;
            for (int label = 0; label < labels; label++) {
                text.append(",L").append((char) ('a' + (turned ? labels - 1 - label : label)));
            }
            text.append('\n');
            for (int row = 0; row < 40; row++) {
                // every other row is the reverse of the one before, so that nothing can be learned
                Ranking ranking = Ranking.byScores(random.doubles(labels).toArray());
                for (Ranking one : List.of(ranking, ranking.reversed())) {
                    text.append(random.nextInt(2));
                    for (int label = 0; label < labels; label++) {
                        text.append(',').append(1 + one.positionOf(turned ? labels - 1 - label : label));
                    }
                    text.append('\n');
                }
            }
            Path file = Files.writeString(folder.resolve(turned + ".csv"), text);
            QuerySource source = Reading.rankings("L").stream(file, CsvColumns.defaults(), ReadOptions.defaults());
            Training<?> training = Trainer.of(LabelRankingTask.of(MeasureSpec.parse(measure), "L"))
                    .withSettings(Settings.defaults().withFolds(4))
                    .withLearner(FeatureLearner.linear())
                    .train(source, null, Progress.NONE);
            values.add(training.valid().measure());
            values.add(training.train().measure());
        }
        assertThat(values.get(2)).isCloseTo(values.get(0), within(1e-9));
        assertThat(values.get(3)).isCloseTo(values.get(1), within(1e-9));
    }
}
