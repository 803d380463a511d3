package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.Scorer;
import io.plumbrank.target.Factorization;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelFileTest {
    @TempDir
    Path folder;

    static Stream<ClassModel> models() {
        SplittableRandom random = new SplittableRandom(7);
        float[][] x = new float[60][3];
        double[][] y = new double[60][];
        LossMatrix matrix = LossMatrix.of(
                new double[][] {{0, 1, 2.5}, {1 / 3.0, 0, 7}, {4, 2, 0}},
                List.of("a", "b ü", "c\"d"),
                List.of("x", "y", "z"));
        Factorization full = Factorization.of(matrix);
        return Stream.of(full, full.truncate(1)).flatMap(factors -> {
            MatrixLoss loss = MatrixLoss.of(factors);
            for (int i = 0; i < x.length; i++) {
                for (int j = 0; j < 3; j++) {
                    x[i][j] = random.nextInt(8) == 0 ? Float.NaN : (float) (random.nextDouble() * 1e-3 + j);
                }
                y[i] = new double[loss.encodedSize()];
                loss.encodeInto(random.nextInt(3), y[i]);
            }
            Provenance provenance =
                    new Provenance("train.csv", "crc32c:00000000", 60, List.of("f", "g", "h"), -5, "test 1");
            return Stream.of(RidgeLearner.linear(), RidgeLearner.fourier(17))
                    .map(learner -> learner.fit(x, y).scorer(1e-3))
                    .map(scorer -> new ClassModel(loss, scorer, 1e-3, provenance));
        });
    }

    @ParameterizedTest
    @MethodSource("models")
    void aModelReadsBackToTheSameBits(ClassModel model) throws IOException {
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        ClassModel read = (ClassModel) ModelFile.read(file);
        assertThat(read.scorer()).isEqualTo(model.scorer());
        assertThat(read.provenance()).isEqualTo(model.provenance());
        assertThat(read.guarantee()).isEqualTo(model.guarantee());
        assertThat(read.loss().toMatrix().toArray())
                .isDeepEqualTo(model.loss().toMatrix().toArray());
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            float[] row = {random.nextInt(3), (float) random.nextDouble(-9, 9), Float.NaN};
            assertThat(scores(read.scorer(), row)).isEqualTo(scores(model.scorer(), row));
            assertThat(read.predict(row)).isEqualTo(model.predict(row));
        }
        Path again = folder.resolve("again.json");
        ModelFile.write(read, again);
        assertThat(Files.readString(again)).isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("models")
    void aFileCutAnywhereIsRefusedWithALine(ClassModel model) throws IOException {
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        byte[] whole = Files.readAllBytes(file);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 100; round++) {
            int length = random.nextInt(whole.length - 2);
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> ModelFile.read(file))
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching("[^\\n]*model.json:\\d+: found [^\\n]*, expected [^\\n]*");
        }
    }

    /** Whatever byte is changed, the file is refused or gives some model; nothing else leaves the reader. */
    @ParameterizedTest
    @MethodSource("models")
    void aDamagedFileNeverEscapesAsAnotherException(ClassModel model) throws IOException {
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        byte[] whole = Files.readAllBytes(file);
        byte[] alphabet = "0192-.e\"[]{},:nulltruex".getBytes(StandardCharsets.US_ASCII);
        SplittableRandom random = new SplittableRandom(2);
        int refused = 0;
        for (int round = 0; round < 1_500; round++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = alphabet[random.nextInt(alphabet.length)];
            Files.write(file, damaged);
            try {
                ModelFile.read(file);
            } catch (InputException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aNewerFileIsRefusedWithWhatToDo() throws IOException {
        ClassModel model = models().findFirst().orElseThrow();
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        Files.writeString(file, Files.readString(file).replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
        assertThatThrownBy(() -> ModelFile.read(file))
                .hasMessage(
                        file + ":0: found a model of format version 2 by test 1, expected version 1 to 1: use a newer"
                                + " plumbrank, or train again");
    }

    @Test
    void whatIsNoModelIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
        assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("JSON that is no model");
        ClassModel model = models().findFirst().orElseThrow();
        Path twice = folder.resolve("twice.json");
        ModelFile.write(model, twice);
        Files.writeString(twice, Files.readString(twice) + "garbage {");
        assertThatThrownBy(() -> ModelFile.read(twice)).isInstanceOf(InputException.class);
        Path empty = Files.createFile(folder.resolve("empty.json"));
        assertThatThrownBy(() -> ModelFile.read(empty)).hasMessageContaining("an empty file");
        assertThatThrownBy(() -> ModelFile.read(folder)).hasMessageContaining("a directory");
        assertThatThrownBy(() -> ModelFile.read(folder.resolve("none"))).hasMessageContaining("no such file");
    }

    @Test
    void aFailedWriteLeavesTheOldFileWhole() throws IOException {
        ClassModel model = models().findFirst().orElseThrow();
        Path file = Files.writeString(folder.resolve("model.json"), "old");
        Scorer strange = new Scorer() {
            @Override
            public int inputs() {
                return 3;
            }

            @Override
            public int outputs() {
                return model.scorer().outputs();
            }

            @Override
            public void scoreInto(float[] row, double[] u) {}

            @Override
            public void scoreInto(float[] rows, int count, double[] u) {}
        };
        ClassModel unwritable = new ClassModel(model.loss(), strange, 0, model.provenance());
        assertThatThrownBy(() -> ModelFile.write(unwritable, file)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Files.readString(file)).isEqualTo("old");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    private static double[] scores(Scorer scorer, float[] row) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(row, u);
        return u;
    }
}
