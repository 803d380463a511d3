package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PredictionFormat;
import io.plumbrank.model.Ranker;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in and out, and the commands of {@code spark-submit}. */
class FilesTest {
    private static final List<Query> QUERIES = SparkData.queries(20, 6, 21);

    @TempDir
    Path directory;

    private Path letor() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("letor"));
        LetorWriter.write(parts.resolve("part-0.txt"), new Dataset(QUERIES.subList(0, 9)));
        LetorWriter.write(parts.resolve("part-1.txt"), new Dataset(QUERIES.subList(9, 20)));
        Files.writeString(parts.resolve("_SUCCESS"), "");
        return parts;
    }

    @Test
    void theCommandsMakeWhatOneMachineMakes() throws IOException {
        Path parts = letor();
        Path model = directory.resolve("model.json");
        assertThat(SparkMain.run(
                        "train",
                        "--measure",
                        "ndcg@5",
                        "--train",
                        parts.toString(),
                        "--blocks",
                        "4",
                        "--lambda",
                        "0.1,1",
                        "--out",
                        model.toString()))
                .isZero();
        Path whole = directory.resolve("whole.txt");
        Files.writeString(
                whole, Files.readString(parts.resolve("part-1.txt")) + Files.readString(parts.resolve("part-0.txt")));
        QuerySource alone = QuerySource.of(whole);
        byte[] expected = ModelFile.toBytes(Plumbrank.forMeasure("ndcg@5")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withLambdas(List.of(0.1, 1.0)))
                .train(BlockedSource.of(
                        QuerySource.of(parts.toString(), alone.load()), new BlockRule(4, Grouping.QUERY), 1))
                .model());
        assertThat(Files.readAllBytes(model)).isEqualTo(expected);

        Path run = directory.resolve("run");
        assertThat(SparkMain.run(
                        "predict",
                        "--model",
                        model.toString(),
                        "--data",
                        parts.toString(),
                        "--output",
                        "trec",
                        "--out",
                        run.toString()))
                .isZero();
        List<String> lines = new ArrayList<>();
        Ranker.read(model)
                .write(alone, PredictionFormat.TREC, 1, text -> text.lines().forEach(lines::add));
        assertThat(linesOf(run)).containsExactlyInAnyOrderElementsOf(lines);
        assertThat(SparkMain.run(
                        "eval", "--model", model.toString(), "--data", parts.toString(), "--measures", "ndcg@5,map"))
                .isZero();
        assertThat(SparkMain.run("eval", "--model", model.toString(), "--data", parts.toString(), "--measures", "nap"))
                .isEqualTo(2);
    }

    private static List<String> linesOf(Path parts) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(parts)) {
            for (Path file : files.filter(one -> one.getFileName().toString().startsWith("part-"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void parquetAndLetorHoldTheSameRows() throws IOException {
        org.apache.spark.sql.Dataset<Row> read =
                LocalSpark.session().read().format("letor").load(letor().toString());
        read.write().parquet(directory.resolve("rows.parquet").toString());
        read.write().format("letor").save(directory.resolve("again").toString());
        RankingEstimator estimator =
                new RankingEstimator().setItemCol("item").setBlocks(3).setLambdas(1);
        byte[] expected = estimator.fit(read).toBytes();
        assertThat(estimator
                        .fit(LocalSpark.session()
                                .read()
                                .parquet(directory.resolve("rows.parquet").toString()))
                        .toBytes())
                .isEqualTo(expected);
        assertThat(estimator
                        .fit(LocalSpark.session()
                                .read()
                                .format("letor")
                                .load(directory.resolve("again").toString()))
                        .toBytes())
                .isEqualTo(expected);
    }

    @Test
    void aBadLineIsNamedByFileAndLine() throws IOException {
        Path parts = letor();
        Files.writeString(parts.resolve("part-2.txt"), "1 qid:a 1:1\n1 qid:a 1:x\n");
        assertThatThrownBy(() -> {
                    try {
                        LocalSpark.session()
                                .read()
                                .format("letor")
                                .load(parts.toString())
                                .count();
                    } catch (RuntimeException e) {
                        throw Faults.ofUser(e);
                    } catch (Exception e) {
                        throw Faults.ofUser(new IllegalStateException(e));
                    }
                })
                .isInstanceOf(InputException.class)
                .hasMessageContaining("part-2.txt:2: found ");
    }
}
