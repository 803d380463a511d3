package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Problem;
import io.plumbrank.train.RankerExamples;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelFileTest {
    @TempDir
    static Path data;

    @TempDir
    Path folder;

    /** A model of every kind of task. */
    static Stream<Model> models() {
        return Problem.all().stream().map(ModelFileTest::model);
    }

    private static Model model(Problem problem) {
        return Trainer.of(problem.task())
                .withLearner(FeatureLearner.fourier(7))
                .withSettings(Settings.defaults().withLambdas(List.of(0.1)))
                .train(problem.write(problem.table(1, 30), data.resolve("train.csv")), null, Progress.NONE)
                .model();
    }

    /** The final classes below a sealed type. */
    private static Stream<Class<?>> kindsOf(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(ModelFileTest::kindsOf)
                : Stream.of(type);
    }

    /** Every task that there is, so that one that is added must have a form in files. */
    @Test
    void everyKindOfTaskHasAFormInFiles() throws IOException {
        Map<Class<?>, String> kinds = new HashMap<>();
        for (Model model : models().toList()) {
            Path file = write(model);
            Matcher kind = Pattern.compile("\"kind\" : \"(.*)\"").matcher(Files.readString(file));
            assertThat(kind.find()).isTrue();
            String other = kinds.put(model.task().getClass(), kind.group(1));
            assertThat(other).isIn(null, kind.group(1));
            assertThat(ModelFile.read(file).task()).hasSameClassAs(model.task());
        }
        assertThat(kinds.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        TaskKind.all().stream().<Class<?>>map(TaskKind::type).toList());
        assertThat(kinds.values()).doesNotHaveDuplicates();
    }

    private Path write(Model model) {
        Path file = folder.resolve("model.json");
        ModelFile.write(model, file);
        return file;
    }

    /** Losses that are no round numbers, names with quotes, and a factorisation that is cut. */
    @Test
    void aLossMatrixReadsBackToTheSameBits() {
        LossMatrix matrix = LossMatrix.of(
                new double[][] {{0, 1, 2.5}, {1 / 3.0, 0, 7}, {4, 2, 0}},
                List.of("a", "b ü", "c\"d"),
                List.of("x", "y", "z"));
        Factorization full = Factorization.of(matrix);
        SplittableRandom random = new SplittableRandom(7);
        for (Factorization factors : List.of(full, full.truncate(1), Factorization.onSimplex(matrix, full.rank()))) {
            MatrixLoss loss = MatrixLoss.of(factors);
            double[][] weights = new double[loss.encodedSize()][];
            Arrays.setAll(weights, o -> random.doubles(3, -1, 1).toArray());
            Scorer scorer = LinearScorer.of(new float[3], new double[loss.encodedSize()], weights);
            Model model = new Model(
                    new ClassTask<>(loss),
                    RowScorer.of(scorer),
                    1e-3,
                    RankerExamples.provenance(60, List.of("f", "g", "h")));
            Model read = ModelFile.read(write(model));
            Classifier expected = (Classifier) model.predictor();
            Classifier actual = (Classifier) read.predictor();
            assertThat(read.guarantee()).isEqualTo(model.guarantee());
            assertThat(actual.loss().toMatrix().toArray()).isDeepEqualTo(matrix.toArray());
            for (int i = 0; i < 200; i++) {
                float[] row = {random.nextInt(3), (float) random.nextDouble(-9, 9), Float.NaN};
                assertThat(read.scorer().score(row, 1)).isEqualTo(model.scorer().score(row, 1));
                assertThat(actual.predict(row)).isEqualTo(expected.predict(row));
            }
        }
    }

    /** What is said of the basis and its dimensions must be what the matrix allows. */
    @Test
    void aSimplexThatTheMatrixCannotHaveIsRefused() throws IOException {
        LossMatrix matrix = LossMatrix.of(new double[][] {{0, 1, 2.5}, {1 / 3.0, 0, 7}, {4, 2, 0}});
        MatrixLoss loss = MatrixLoss.of(Factorization.onSimplex(matrix, 3));
        Scorer scorer = LinearScorer.of(new float[3], new double[2], new double[2][3]);
        Path file = write(new Model(
                new ClassTask<>(loss), RowScorer.of(scorer), 1, RankerExamples.provenance(60, List.of("f", "g", "h"))));
        String text = Files.readString(file).replaceFirst(",\\s*\"sha256\" : \"[^\"]*\"", "");
        for (String[] edit : new String[][] {
            {"\"basis\" : \"simplex\"", "\"basis\" : \"cube\""},
            {"\"rank\" : 3", "\"rank\" : 4"},
            {"\"dimension\" : 2", "\"dimension\" : 1"},
            {"\"basis\" : \"simplex\"", "\"basis\" : \"simplex\", \"A\" : [[1]]"}
        }) {
            assertThat(text).contains(edit[0]);
            Files.writeString(file, text.replace(edit[0], edit[1]));
            assertThatThrownBy(() -> ModelFile.read(file)).isInstanceOf(InputException.class);
        }
        Files.writeString(file, text);
        assertThat(ModelFile.read(file).task()).isInstanceOf(ClassTask.class);
    }

    /** The text of a loss, which has all that its matrix would say. */
    @Test
    void aLossInClosedFormIsKeptByItsText() throws IOException {
        for (String text : List.of("ordinal(n=4,first=0)", "hamming(b=12)", "top-k(n=200,k=5)")) {
            ClassLoss<?> loss = ClassLosses.parse(text);
            Scorer constant =
                    LinearScorer.of(new float[1], new double[loss.encodedSize()], new double[loss.encodedSize()][1]);
            Path file = write(new Model(
                    new ClassTask<>(loss), RowScorer.of(constant), 1, RankerExamples.provenance(9, List.of("x"))));
            assertThat(Files.readString(file))
                    .contains("\"loss\" : \"" + text + "\"")
                    .doesNotContain("lossMatrix");
            ClassLoss<?> read = ((Classifier) Predictor.read(file)).loss();
            assertThat(read).isEqualTo(loss).hasToString(text);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void aFileCutAnywhereIsRefusedWithALine(Model model) throws IOException {
        Path file = write(model);
        byte[] whole = Files.readAllBytes(file);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 100; round++) {
            int length = random.nextInt(whole.length - 2);
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> ModelFile.read(file))
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching("[^\\n]*model.json(:\\d+)?: found [^\\n]*, expected [^\\n]*");
        }
    }

    /** Whatever byte is changed, the file is refused or gives some model; nothing else leaves the reader. */
    @ParameterizedTest
    @MethodSource("models")
    void aDamagedFileNeverEscapesAsAnotherException(Model model) throws IOException {
        Path file = write(model);
        byte[] whole = Files.readAllBytes(file);
        byte[] alphabet = "0192-.e\"[]{},:nulltruex".getBytes(StandardCharsets.US_ASCII);
        SplittableRandom random = new SplittableRandom(2);
        int refused = 0;
        for (int round = 0; round < 500; round++) {
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
        Path file = write(models().findFirst().orElseThrow());
        Files.writeString(file, Files.readString(file).replace("\"formatVersion\" : 1", "\"formatVersion\" : 3"));
        assertThatThrownBy(() -> ModelFile.read(file))
                .hasMessage(file + ": found a model of format version 3 by plumbrank " + Settings.version()
                        + ", expected version 1 to 2: use a newer plumbrank, or train again");
    }

    @Test
    void whatIsNoModelIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
        assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("JSON that is no model");
        Path twice = write(models().findFirst().orElseThrow());
        Files.writeString(twice, Files.readString(twice) + "garbage {");
        assertThatThrownBy(() -> ModelFile.read(twice)).isInstanceOf(InputException.class);
        Path empty = Files.createFile(folder.resolve("empty.json"));
        assertThatThrownBy(() -> ModelFile.read(empty)).hasMessageContaining("an empty file");
        assertThatThrownBy(() -> ModelFile.read(folder)).hasMessageContaining("a directory");
        assertThatThrownBy(() -> ModelFile.read(folder.resolve("none"))).hasMessageContaining("no such file");
    }

    @Test
    void aFailedWriteLeavesTheOldFileWhole() throws IOException {
        Model model = models().findFirst().orElseThrow();
        Path file = Files.writeString(folder.resolve("model.json"), "old");
        Scorer strange = new Scorer() {
            @Override
            public int inputs() {
                return 3;
            }

            @Override
            public int outputs() {
                return 1;
            }

            @Override
            public void scoreInto(float[] row, double[] u) {}

            @Override
            public void scoreInto(float[] rows, int count, double[] u) {}
        };
        Model unwritable = new Model(model.task(), RowScorer.of(strange), 0, model.provenance());
        assertThatThrownBy(() -> ModelFile.write(unwritable, file)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Files.readString(file)).isEqualTo("old");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
