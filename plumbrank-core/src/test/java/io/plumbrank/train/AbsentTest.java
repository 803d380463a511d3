package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.plumbrank.data.Absent;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.SmallChunks;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.FeatureSummary;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.task.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row of text that leaves out zeros is the row that names them. */
class AbsentTest {
    private static final int FEATURES = 12;
    private static final int WIDE = 1200;
    private static final Map<String, String> FEW =
            Map.of(TreeLearner.ENGINE, "own", "n_estimators", "6", "max_depth", "3");

    @TempDir
    Path folder;

    /** @param features how many rows have a place for */
    record Case(String name, Task<?> task, Learner learner, int features, int instances) {
        Grouping grouping() {
            return task instanceof ClassTask<?> ? Grouping.ROW : Grouping.QUERY;
        }

        Model train(QuerySource data) {
            List<Double> lambdas =
                    learner.text().startsWith("linear") && task.surrogate().startsWith("logistic")
                            ? List.of(0.1)
                            : List.of();
            return Trainer.of(task)
                    .withSettings(
                            Settings.defaults().withThreads(2).withFolds(3).withLambdas(lambdas))
                    .withLearner(learner)
                    .train(data)
                    .model();
        }

        @Override
        public String toString() {
            return name + " by " + learner.text() + " of " + features + " features";
        }
    }

    static Stream<Case> cases() {
        ItemTask items = ItemTask.of(MeasureSpec.parse("ndcg@5"));
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(new double[][] {{0, 1, 3}, {2, 0, 1}, {5, 1, 0}}));
        ClassTask<?> classes = new ClassTask<>(loss);
        Map<String, Task<?>> tasks = Map.of(
                "items", items.withSurrogates(Surrogates.parse("squared")),
                "items by pairwise-logistic", items.withSurrogates(Surrogates.parse("pairwise-logistic")),
                "items in context",
                        ItemTask.of(MeasureSpec.parse("map"))
                                .withView(new QueryFeatures(true, List.of(Context.MEAN, Context.RANK))),
                "preferences", PairTask.of(MeasureSpec.parse("pd")).withDecoder("algorithm1", Duration.ZERO),
                "products", PairTask.of(MeasureSpec.parse("map")).withDecoder("diagonal", Duration.ZERO),
                "classes", classes,
                "classes by log-loss", new ClassTask<>(loss, List.of(ClassSurrogate.LOGISTIC)));
        List<Learner> learners = List.of(
                FeatureLearner.linear(),
                FeatureLearner.linear().unscaled(),
                FeatureLearner.fourier(12),
                FeatureLearner.kernel(12, 1),
                new TreeLearner(FEW, null),
                new ForestLearner(Map.of("n_estimators", "5")));
        List<Case> cases = new ArrayList<>();
        tasks.forEach((name, task) -> {
            boolean pairs = task instanceof PairTask;
            for (Learner learner : learners) {
                boolean refused = (pairs && (learner.text().startsWith("kernel") || learner instanceof ForestLearner))
                        || (learner instanceof ForestLearner
                                && (name.equals("items by pairwise-logistic") || name.equals("items in context")));
                if (!refused) {
                    cases.add(new Case(name, task, learner, FEATURES, pairs ? 30 : 400));
                }
            }
            if (!pairs) {
                cases.add(new Case(name, task, FeatureLearner.linear(), WIDE, 100));
            }
        });
        return cases.stream();
    }

    /** Rows of which most features are 0, and late ones are so in all first rows. */
    private static List<List<float[]>> rows(Case each, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<float[]>> instances = new ArrayList<>();
        for (int i = 0; i < each.instances; i++) {
            List<float[]> rows = new ArrayList<>();
            int size = each.grouping() == Grouping.ROW ? 1 : 2 + random.nextInt(6);
            for (int item = 0; item < size; item++) {
                float[] x = new float[each.features];
                int known = Math.max(2, (int) ((long) each.features * (i + 1) / each.instances));
                for (int k = 0; k < 4; k++) {
                    x[random.nextInt(known)] = (random.nextInt(9) - 4) / 4f;
                }
                if (random.nextInt(20) == 0) {
                    x[random.nextInt(known)] = Float.NaN;
                }
                rows.add(x);
            }
            if (i == each.instances - 1) {
                rows.get(0)[each.features - 1] = 1;
            }
            instances.add(rows);
        }
        return instances;
    }

    private static String label(float[] x, int item) {
        float first = Float.isNaN(x[0]) ? 0 : x[0];
        float second = Float.isNaN(x[1]) ? 0 : x[1];
        return Integer.toString(item < 2 ? item : first > 0 ? 2 : second > 0 ? 1 : 0);
    }

    private Path write(List<List<float[]>> instances, String name, boolean zeros) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < instances.size(); i++) {
            for (int item = 0; item < instances.get(i).size(); item++) {
                float[] x = instances.get(i).get(item);
                text.append(label(x, instances.get(i).size() == 1 ? i % 5 : item))
                        .append(" qid:q")
                        .append(i);
                for (int j = 0; j < x.length; j++) {
                    if (zeros || x[j] != 0) {
                        text.append(' ').append(j).append(':').append(Float.isNaN(x[j]) ? "nan" : "" + x[j]);
                    }
                }
                text.append('\n');
            }
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static QuerySource open(Path file, Case each) {
        return SmallChunks.open(file, each.grouping(), ReadOptions.defaults().withThreads(2), 2000);
    }

    /** The file of a model but for the name of the data and sums over bytes. */
    private static String text(Model model) {
        return new String(ModelFile.toBytes(model), StandardCharsets.UTF_8)
                .replaceAll("\"(data|checksum|sha256)\" : \"[^\"]*\"", "");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFileThatLeavesOutZerosMakesTheModelOfOneThatWritesThem(Case each) throws IOException {
        List<List<float[]>> rows = rows(each, 5);
        Path dense = write(rows, "dense.txt", true);
        Path sparse = write(rows, "sparse.txt", false);
        String expected = text(each.train(open(dense, each)));
        assertThat(expected).contains("\"absent\" : \"zero\"").contains("\"formatVersion\" : 2");
        assertThat(text(each.train(open(sparse, each)))).isEqualTo(expected);
        assertThat(text(each.train(open(sparse, each).loaded()))).isEqualTo(expected);
        BlockRule rule = new BlockRule(3, each.grouping());
        assertThat(text(each.train(BlockedSource.of(open(sparse, each), rule, 2))))
                .isEqualTo(text(each.train(BlockedSource.of(open(dense, each), rule, 2))));
    }

    /** Fields of CSV are values whatever they are, so that nothing of what is absent is at work there. */
    @ParameterizedTest
    @MethodSource("cases")
    void theModelIsThatOfATableWithAllZeros(Case each) throws IOException {
        if (each.features == WIDE) {
            return; // other sums in another order
        }
        List<List<float[]>> rows = rows(each, 7);
        Path csv = folder.resolve("table.csv");
        StringBuilder text = new StringBuilder(each.grouping() == Grouping.ROW ? "label" : "label,query");
        IntStream.range(0, each.features).forEach(j -> text.append(",f").append(j));
        text.append('\n');
        for (int i = 0; i < rows.size(); i++) {
            for (int item = 0; item < rows.get(i).size(); item++) {
                float[] x = rows.get(i).get(item);
                text.append(label(x, rows.get(i).size() == 1 ? i % 5 : item));
                text.append(each.grouping() == Grouping.ROW ? "" : ",q" + i);
                for (float value : x) {
                    text.append(',').append(Float.isNaN(value) ? "" : "" + value);
                }
                text.append('\n');
            }
        }
        Files.writeString(csv, text);
        QuerySource table = QuerySource.of(csv, CsvColumns.defaults(), each.grouping(), ReadOptions.defaults());
        Model ofTable = each.train(table);
        Model ofText = each.train(open(write(rows, "sparse.txt", false), each));
        assertThat(scorer(ofText)).isEqualTo(scorer(ofTable));
        assertThat(Objects.requireNonNull(ofText.provenance().features().seen()).features())
                .extracting(FeatureSummary.Feature::low, FeatureSummary.Feature::high)
                .isEqualTo(
                        Objects.requireNonNull(ofTable.provenance().features().seen()).features().stream()
                                .map(feature -> tuple(feature.low(), feature.high()))
                                .toList());
        assertThat(ofTable.provenance().features().absent()).isEqualTo(Absent.MISSING);
    }

    /** What follows what the file says of where the model comes from, and of what is promised. */
    private static String scorer(Model model) {
        String all = new String(ModelFile.toBytes(model), StandardCharsets.UTF_8);
        return all.substring(all.indexOf("\"guarantee\""));
    }

    @Test
    void whatIsLeftOutIsMissingWhereTheReaderSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("two.txt"), "1 qid:1 1:2 3:nan\n0 qid:1 2:0 4:-0\n");
        List<Query> zero = QuerySource.of(file).load().queries();
        assertThat(features(zero.get(0), 0)).isEqualTo(new float[] {0, 2, 0, Float.NaN, 0, 0});
        assertThat(features(zero.get(0), 1)).isEqualTo(new float[6]);
        List<Query> missing = QuerySource.of(file, ReadOptions.defaults().withAbsent(Absent.MISSING))
                .load()
                .queries();
        float none = Float.NaN;
        assertThat(features(missing.get(0), 0)).isEqualTo(new float[] {none, 2, none, none, none, none});
        assertThat(features(missing.get(0), 1)).isEqualTo(new float[] {none, none, 0, none, -0f, none});
    }

    private static float[] features(Query query, int item) {
        float[] all = new float[6];
        query.featuresInto(item, all);
        float[] rows = new float[6 * query.size()];
        query.featuresInto(6, rows, 0);
        for (int j = 0; j < 6; j++) {
            assertThat(new float[] {query.feature(item, j), rows[6 * item + j]})
                    .isEqualTo(new float[] {all[j], all[j]});
        }
        return all;
    }
}
