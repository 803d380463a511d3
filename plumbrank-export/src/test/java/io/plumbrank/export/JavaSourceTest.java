package io.plumbrank.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.Model;
import io.plumbrank.model.Provenance;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JavaSourceTest {
    private static final int INPUTS = 9;

    static Stream<IntFunction<Scorer>> scorers() {
        return Stream.of(
                outputs -> trees(outputs),
                outputs -> outputs == 1 ? trees(1) : vectors(outputs),
                outputs -> linear(outputs),
                outputs -> fourier(outputs),
                outputs -> Blend.of(List.of(
                        new Blend.Part(0.3, 1, trees(outputs)),
                        new Blend.Part(0.1, 1, linear(outputs)),
                        new Blend.Part(0.7, 1, fourier(outputs)))));
    }

    private static TreeEnsemble trees(int outputs) {
        Random random = new Random(1);
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < 60; t++) {
            members.add(new TreeEnsemble.Member(t % outputs, t % 3 == 0 ? 0.3f : 1, full(random, 4)));
        }
        return TreeEnsemble.of(INPUTS, floats(random, outputs), members);
    }

    private static TreeEnsemble vectors(int outputs) {
        Random random = new Random(4);
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < 40; t++) {
            int first = t % (outputs - 1);
            RegressionTree tree = full(random, 4).withLeaves(floats(random, 16 * (outputs - first)));
            members.add(new TreeEnsemble.Member(first, t % 3 == 0 ? 0.3f : 1, tree));
        }
        return TreeEnsemble.of(INPUTS, floats(random, outputs), members);
    }

    private static RegressionTree full(Random random, int depth) {
        int splits = (1 << depth) - 1;
        int[] features = new int[2 * splits + 1];
        float[] numbers = floats(random, features.length);
        boolean[] missingLeft = new boolean[features.length];
        for (int node = 0; node < features.length; node++) {
            features[node] = node < splits ? random.nextInt(INPUTS) : RegressionTree.LEAF;
            missingLeft[node] = random.nextBoolean();
        }
        return RegressionTree.of(features, numbers, missingLeft);
    }

    private static LinearScorer linear(int outputs) {
        Random random = new Random(2);
        return LinearScorer.of(floats(random, INPUTS), doubles(random, outputs), matrix(random, outputs, INPUTS));
    }

    private static MappedScorer fourier(int outputs) {
        Random random = new Random(3);
        double[] scales = new double[INPUTS - 1];
        Arrays.fill(scales, 1.5);
        FourierFeatures features =
                new FourierFeatures(FeatureReference.of(floats(random, INPUTS - 1), scales), 37, 2, 4);
        return MappedScorer.of(features, INPUTS, doubles(random, outputs), matrix(random, outputs, 37));
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static double[] doubles(Random random, int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    private static double[][] matrix(Random random, int rows, int columns) {
        return Stream.generate(() -> doubles(random, columns)).limit(rows).toArray(double[][]::new);
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void scoresAreBitEqual(IntFunction<Scorer> scorer) {
        for (int outputs : new int[] {1, 3, 9}) {
            Exportable model = Exportable.of(scorer.apply(outputs), "model.json");
            Parity parity = parity(model);
            assertThat(parity.bitEqual()).isEqualTo(parity.rows()).isGreaterThan(500);
        }
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void decisionsAreTheSame(IntFunction<Scorer> scorer) {
        MatrixLoss loss = MatrixLoss.of(LossMatrix.of(
                new double[][] {{0, 1, 4}, {2, 0, 1}, {5, 1, 0}},
                List.of("a", "b", "c"),
                List.of("x", "\"*/", "\\ü\n")));
        Model model = new Model(
                new ClassTask<>(loss),
                RowScorer.of(scorer.apply(loss.encodedSize())),
                1,
                new Provenance(
                        new Provenance.DataFile("train.csv", "none"),
                        null,
                        1,
                        List.of("a */", "b \\u0022", "c", "d", "e", "f", "g", "h", "i"),
                        1,
                        "plumbrank test",
                        Map.of()));
        Exportable exportable = Exportable.of(model.predictor(), "model.json");
        Parity parity = parity(exportable);
        assertThat(parity.compared()).isGreaterThan(500);
        assertThat(parity.changedRankings()).isZero();
    }

    private static Parity parity(Exportable model) {
        JavaSource format = new JavaSource();
        return Parity.of(model, format.replay(format.write(model, "Ranker.java"), model), ParityRows.of(model, 1));
    }

    @Test
    void theFileIsNamedAsItsClass() {
        Exportable model = Exportable.of(linear(1), "model.json");
        assertThat(new String(new JavaSource().write(model, "Ranker.java").content(), StandardCharsets.UTF_8))
                .contains("public final class Ranker {");
        for (String name : List.of("ranker.txt", "my-ranker.java", "class.java")) {
            assertThatThrownBy(() -> new JavaSource().write(model, name))
                    .isInstanceOf(InputException.class)
                    .hasMessage("model.json: found the file name " + name
                            + ", expected a file that is named as its class, such as Ranker.java");
        }
    }
}
