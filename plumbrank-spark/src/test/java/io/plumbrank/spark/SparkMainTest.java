package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.write.LetorWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong with a command is one line, and the code 2. */
@Tag("full")
class SparkMainTest {
    private static final List<Query> QUERIES = SparkData.queries(12, 5, 91);

    @TempDir
    Path directory;

    private Path letor = Path.of("");
    private Path model = Path.of("");

    @BeforeEach
    void data() throws IOException {
        LocalSpark.session();
        letor = Files.createDirectory(directory.resolve("letor"));
        LetorWriter.write(letor.resolve("part-0.txt"), new Dataset(QUERIES));
        model = directory.resolve("model.json");
    }

    private record Said(int code, String out, String error) {}

    private static Said run(String... arguments) {
        PrintStream out = System.out;
        PrintStream error = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
            int code = SparkMain.run(arguments);
            return new Said(
                    code, written.toString(StandardCharsets.UTF_8), complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(error);
        }
    }

    private String train(String data, String... more) {
        String[] arguments = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                                "train",
                                "--measure",
                                "ndcg@5",
                                "--lambda",
                                "1",
                                "--blocks",
                                "2",
                                "--train",
                                data,
                                "--out",
                                model.toString()),
                        java.util.Arrays.stream(more))
                .toArray(String[]::new);
        Said said = run(arguments);
        return said.code + " " + said.error;
    }

    private static void assertOneLine(Said said, String message) {
        assertThat(said.error.strip()).contains(message).doesNotContain("\tat ");
        assertThat(said.error.strip().lines().filter(line -> !line.contains(" WARN ")))
                .hasSize(1);
        assertThat(said.code).isEqualTo(2);
    }

    @Test
    void faultsAreOneLine() throws IOException {
        String nowhere = directory.resolve("nowhere").toString();
        String data = letor.toString();
        assertThat(train(data)).startsWith("0 ");
        String out = directory.resolve("out").toString();
        assertOneLine(run("train", "--measure", "ndcg@5", "--train", nowhere, "--out", model.toString()), "nowhere");
        assertOneLine(
                run("train", "--measure", "ndcg@5", "--train", nowhere + ".parquet", "--out", model.toString()),
                "nowhere");
        assertOneLine(
                run("train", "--measure", "ndcg@5", "--train", data, "--out", out, "--input-format", "csv"),
                "--input-format is letor or parquet, not 'csv'");
        assertOneLine(run("train", "--measure", "ndcg@5", "--train", data, "--out", out, "--folds", "1"), "folds");
        assertOneLine(run("train", "--measure", "ndcg@5", "--train", data, "--out", out, "--lambda", "-1"), "lambda");
        assertOneLine(
                run("train", "--measure", "ndcg@5", "--train", data, "--out", out, "--blocks", "100000"), "blocks");
        assertOneLine(
                run("train", "--measure", "ndcg@5", "--train", data, "--out", out, "--context", "medan"),
                "unknown context 'medan'");
        assertOneLine(run("predict", "--model", nowhere, "--data", data, "--out", out), "nowhere");
        assertOneLine(
                run("predict", "--model", letor.resolve("part-0.txt").toString(), "--data", data, "--out", out),
                "part-0.txt:");
        assertOneLine(
                run("predict", "--model", model.toString(), "--data", data, "--out", out, "--output", "json"),
                "--output is parquet or trec");
        assertThat(run("predict", "--model", model.toString(), "--data", data, "--out", out).code)
                .isZero();
        assertOneLine(run("predict", "--model", model.toString(), "--data", data, "--out", out), out);
        assertOneLine(run("eval", "--data", data, "--measures", "map"), "--model");
        assertOneLine(
                run("eval", "--model", model.toString(), "--data", data, "--measures", "ndcg@5(ties=stable)"),
                "order of rows");
        Files.writeString(letor.resolve("part-1.txt"), "1 qid:x 1:1\nx qid:x 1:1\n");
        assertOneLine(
                run("train", "--measure", "ndcg@5", "--train", data, "--out", model.toString()),
                "part-1.txt:2: found 'x' as the label");
    }

    @Test
    void twoModelsAreComparedAsOnOneMachine() {
        assertThat(train(letor.toString())).startsWith("0 ");
        Said said = run(
                "eval",
                "--model",
                model.toString(),
                "--model",
                model.toString(),
                "--data",
                letor.toString(),
                "--measures",
                "ndcg@3(gain=linear,ties=average),err@3");
        assertThat(said.code).isZero();
        assertThat(said.error).contains("note: largest grade 2 taken from the data");
        assertThat(said.out.lines().toList()).hasSize(1 + 4 + 1 + 1 + 2);
        assertThat(said.out).contains("\n" + model + ",\"ndcg@3(gain=linear,ties=average)\",0.");
        assertThat(said.out)
                .contains("baseline,run,measure,difference,p,p_holm,p_t,p_t_holm,queries\n" + model + "," + model
                        + ",\"ndcg@3(gain=linear,ties=average)\",0.0,1.0,1.0,");
    }

    @Test
    void columnsOfOtherNamesAreFoundAndNamed() throws IOException {
        assertThat(train(letor.toString())).startsWith("0 ");
        byte[] expected = Files.readAllBytes(model);
        org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> rows =
                LocalSpark.session().read().format("letor").load(letor.toString());
        Path parquet = directory.resolve("columns");
        rows.withColumnRenamed("query", "qid")
                .withColumnRenamed("item", "docid")
                .withColumnRenamed("label", "grade")
                .write()
                .parquet(parquet.toString());
        assertThat(train(parquet.toString(), "--input-format", "parquet", "--label", "grade"))
                .startsWith("0 ");
        assertThat(withoutName(Files.readAllBytes(model))).isEqualTo(withoutName(expected));
    }

    private static String withoutName(byte[] model) {
        return new String(model, StandardCharsets.UTF_8).replaceAll("\"(data|sha256)\" : .*", "");
    }
}
