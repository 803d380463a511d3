package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Parity;
import io.plumbrank.export.Replay;
import io.plumbrank.learn.Scorer;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX Runtime 1.24.2 loads and runs what is exported. */
@Tag("full")
class OnnxExportTest {
    static Stream<IntFunction<Scorer>> scorers() {
        return Stream.of(
                outputs -> Samples.trees(1, 40, outputs, Samples.Missing.BY_SPLIT),
                outputs -> Samples.trees(2, 40, outputs, Samples.Missing.BY_SPLIT),
                outputs -> outputs == 1
                        ? Samples.trees(3, 40, 1, Samples.Missing.BY_SPLIT)
                        : Samples.vectorTrees(3, 30, outputs),
                outputs -> Samples.linear(3, outputs),
                outputs -> Samples.fourier(4, outputs));
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void scoresDifferByLessThanAMillionthOfTheLargest(IntFunction<Scorer> scorer) throws OrtException {
        Exportable model = Samples.exported(scorer.apply(1));
        Parity parity = parity(model);
        assertThat(parity.rows()).isGreaterThan(100);
        double largest = Samples.rows(model, 1).stream()
                .mapToDouble(row -> Math.abs(XgboostExportTest.scores(model.scorer(), row)[0]))
                .filter(Double::isFinite)
                .max()
                .orElseThrow();
        assertThat(parity.largestDifference()).isLessThan(1e-6 * largest);
        assertThat(parity.changedRankings()).isZero();
    }

    @ParameterizedTest
    @MethodSource("scorers")
    void lossMatricesDecideThere(IntFunction<Scorer> scorer) throws OrtException {
        Parity parity = parity(Samples.classes(scorer));
        assertThat(parity.compared()).isGreaterThan(100);
        assertThat(parity.changedRankings()).isZero();
    }

    @Test
    void theNameOfThePredictionComesWithIt() throws OrtException {
        Exportable model = Samples.classes(outputs -> Samples.linear(5, outputs));
        try (OrtSession session = session(model)) {
            Running running = new Running(session);
            for (float[] row : Samples.rows(model, 1)) {
                assertThat(running.prediction(row))
                        .isEqualTo(model.predictions().get(running.decide(row)));
            }
        }
    }

    @Test
    void metadataCarryWhatIsPromised() throws OrtException {
        try (OrtSession session = session(Samples.classes(outputs -> Samples.linear(5, outputs)))) {
            assertThat(session.getMetadata().getCustomMetadata())
                    .containsEntry("plumbrank.calibrated", "always")
                    .containsEntry("plumbrank.program", "plumbrank test")
                    .containsKeys("plumbrank.measure", "plumbrank.theorem");
        }
    }

    private static Parity parity(Exportable model) throws OrtException {
        try (OrtSession session = session(model)) {
            return Parity.of(model, new Running(session), consumer -> consumer.accept(Samples.rows(model, 1)));
        }
    }

    private static OrtSession session(Exportable model) throws OrtException {
        byte[] content = ExportFormat.parse("onnx").write(model, "ranker.onnx").content();
        return OrtEnvironment.getEnvironment().createSession(content);
    }

    private record Running(OrtSession session) implements Replay {
        @Override
        public void scoreInto(float[] x, double[] u) {
            Object value = run(x, "scores");
            for (int o = 0; o < u.length; o++) {
                u[o] = value instanceof double[][] wide ? wide[0][o] : ((float[][]) value)[0][o];
            }
        }

        @Override
        public int decide(float[] x) {
            return session.getOutputNames().contains("decision")
                    ? (int) ((long[]) run(x, "decision"))[0]
                    : Replay.NO_DECISION;
        }

        String prediction(float[] x) {
            return ((String[]) run(x, "prediction"))[0];
        }

        private Object run(float[] x, String output) {
            try (OnnxTensor input = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), new float[][] {x});
                    OrtSession.Result result = session.run(Map.of("features", input))) {
                return result.get(output).orElseThrow().getValue();
            } catch (OrtException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
