package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LowRankLossContract;
import io.plumbrank.target.RegretBound;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedFormTest extends LowRankLossContract<Integer, Object> {

    @Override
    protected Stream<Case<Integer, Object>> cases() {
        return Stream.of(
                        "zero-one(n=1)",
                        "zero-one(n=2)",
                        "zero-one(n=7)",
                        "ordinal(n=1)",
                        "ordinal(n=2)",
                        "ordinal(n=9)",
                        "squared(n=1)",
                        "squared(n=2)",
                        "squared(n=9)",
                        "hamming(b=1)",
                        "hamming(b=4)",
                        "abstain(n=1,cost=0.5)",
                        "abstain(n=2,cost=0.3)",
                        "abstain(n=5,cost=0)",
                        "abstain(n=5,cost=0.37)",
                        "abstain(n=5,cost=3)",
                        "top-k(n=1,k=1)",
                        "top-k(n=5,k=1)",
                        "top-k(n=6,k=2)",
                        "top-k(n=6,k=5)",
                        "top-k(n=4,k=4)",
                        "tree(a)",
                        "tree(a,b)",
                        "tree((a:1,b:1):2,c:3)",
                        "tree(((a,b),(c,d:0.5):0.25),((e,f,g),h):4)",
                        "tree((a:0,b:0):1,(c:0,d:2):0,e:0)",
                        "tree((((a,b))))",
                        "tree(((a:1,b:1):100))")
                .map(text -> {
                    @SuppressWarnings("unchecked") // predictions are only handed back to the loss that gave them
                    ClassLoss<Object> loss = (ClassLoss<Object>) ClassLosses.parse(text);
                    return new Case<>(
                            loss, IntStream.range(0, loss.classes()).boxed().toList(), List.copyOf(loss.predictions()));
                });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theMatrixHasTheSameDimensionAndTheSameBestPredictions(Case<Integer, Object> given) {
        ClassLoss<Object> closed = (ClassLoss<Object>) given.loss();
        MatrixLoss byMatrix = MatrixLoss.of(closed.toMatrix());
        assertThat(byMatrix.dimension()).isEqualTo(closed.dimension());
        given.forDistributions(this, (p, mean) -> {
            double[] u = new double[byMatrix.encodedSize()];
            double[] alpha = new double[u.length];
            for (int y = 0; y < p.length; y++) {
                byMatrix.encodeInto(y, alpha);
                CentredSvd.addTo(u, p[y], alpha);
            }
            Object prediction = given.predictions().get(byMatrix.decode(u));
            assertThat(given.expected(p, closed.decode(mean)))
                    .isCloseTo(given.expected(p, prediction), within(1e-12 * given.largest()));
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTextReadsBackAsTheSameLoss(Case<Integer, Object> given) {
        ClassLoss<?> again = ClassLosses.parse(given.loss().toString());
        assertThat(again.toMatrix().toArray()).isDeepEqualTo(given.matrix());
        assertThat(again).hasToString(given.loss().toString());
    }

    /** (Centred α) β = doubly centred ℓ gives the β_t, up to a common vector, uniquely if α is not redundant. */
    @ParameterizedTest
    @MethodSource("cases")
    void theRegretConstantIsTheLargestDistanceBetweenEmbeddings(Case<Integer, Object> given) {
        int size = given.loss().encodedSize(0);
        double[][] matrix = given.matrix();
        DMatrixRMaj alphas = new DMatrixRMaj(matrix.length, size);
        double[] alpha = new double[size];
        for (int y = 0; y < matrix.length; y++) {
            given.loss().encodeInto(y, alpha);
            System.arraycopy(alpha, 0, alphas.data, y * size, size);
        }
        DMatrixRMaj inverse = new DMatrixRMaj(size, matrix.length);
        DMatrixRMaj centredAlphas = centredColumns(alphas);
        if (size > 0) {
            CommonOps_DDRM.pinv(centredAlphas, inverse);
        }
        DMatrixRMaj rowsCentred = centredColumns(CommonOps_DDRM.transpose(new DMatrixRMaj(matrix), null));
        DMatrixRMaj losses = centredColumns(CommonOps_DDRM.transpose(rowsCentred, null));
        DMatrixRMaj betas = new DMatrixRMaj(size, matrix[0].length);
        DMatrixRMaj product = new DMatrixRMaj(matrix.length, matrix[0].length);
        CommonOps_DDRM.mult(inverse, losses, betas);
        CommonOps_DDRM.mult(centredAlphas, betas, product);
        double largest = 0;
        for (int t = 0; t < betas.numCols; t++) {
            for (int other = 0; other < t; other++) {
                double[] difference = new double[size];
                for (int i = 0; i < size; i++) {
                    difference[i] = betas.get(i, t) - betas.get(i, other);
                }
                largest = Math.max(largest, Math.sqrt(CentredSvd.dot(difference, difference)));
            }
        }
        // What the product leaves unexplained are offsets and shifts, and double centring has taken those out.
        assertThat(product.data).containsExactly(losses.data, within(1e-12 * given.largest()));
        RegretBound bound = given.loss().guarantee().bound();
        assertThat(bound).isNotNull();
        if (size == given.loss().dimension(0)) {
            assertThat(bound.constant()).isCloseTo(largest, within(1e-12 * (1 + largest)));
        } else {
            assertThat(bound.constant()).isGreaterThanOrEqualTo(largest - 1e-12);
        }
    }

    private static DMatrixRMaj centredColumns(DMatrixRMaj matrix) {
        DMatrixRMaj centred = matrix.copy();
        for (int j = 0; j < matrix.numCols; j++) {
            double mean = 0;
            for (int i = 0; i < matrix.numRows; i++) {
                mean += matrix.get(i, j) / matrix.numRows;
            }
            for (int i = 0; i < matrix.numRows; i++) {
                centred.set(i, j, matrix.get(i, j) - mean);
            }
        }
        return centred;
    }

    @Test
    void theSimplexCodeIsOrthonormalUpToTheMean() {
        int n = 6;
        for (int y = 0; y < n; y++) {
            double[] alpha = new double[n - 1];
            SimplexCode.encodeInto(n, y, alpha);
            double[] scores = SimplexCode.decode(n, alpha);
            for (int t = 0; t < n; t++) {
                assertThat(scores[t]).isCloseTo((y == t ? 1 : 0) - 1.0 / n, within(1e-15));
            }
        }
    }

    @Test
    void tiesGoToTheFirstPrediction() {
        assertThat(new ZeroOneLoss(3, 1).decode(new double[2])).isZero();
        assertThat(new SquaredLoss(5, 1).decode(new double[] {1.5})).isEqualTo(1);
        assertThat(new HammingLoss(2).decode(new double[] {0.5, 0.5})).isZero();
        assertThat(new OrdinalLoss(3, 1).decode(new double[] {0.5, 0.5})).isZero();
        assertThat(new AbstainLoss(2, 0.5, 1).decode(new double[1])).isZero();
        assertThat(new TopKLoss(4, 2, 1).decode(new double[3])).containsExactly(0, 1);
        assertThat(TreeLoss.parse("(a,b,c)").decode(new double[3])).isZero();
    }

    @Test
    void hugePredictionSpacesAreDecodedWithoutListingThem() {
        TopKLoss loss = new TopKLoss(1000, 10, 1);
        double[] u = new Random(3).doubles(999, -1, 1).toArray();
        double[] scores = SimplexCode.decode(1000, u);
        List<Integer> chosen = loss.decode(u);
        double smallest = chosen.stream().mapToDouble(t -> scores[t]).min().orElseThrow();
        assertThat(IntStream.range(0, 1000).filter(t -> scores[t] > smallest)).hasSize(9);
        assertThat(new HammingLoss(30).decode(new double[30])).isZero();
        assertThat(TreeLoss.parse("(".repeat(50_000) + "a,b" + ")".repeat(50_000))
                        .dimension())
                .isEqualTo(1);
    }

    @Test
    void matricesThatAreTooLargeAreRefused() {
        assertThat(catchThrowable(() -> new TopKLoss(1000, 10, 1).toMatrix()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("top-k(n=1000,k=10) has too many predictions to list");
        assertThat(catchThrowable(() -> new HammingLoss(20).toMatrix()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("hamming(b=20) is too large for a matrix: 1048576 × 1048576 losses");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zero_One( N = 5 )", "zeroone(n=5)", "ZERO-ONE(n=5)", " 0-1(n=5) "})
    void spellingsThatPeopleTypeAreTaken(String text) {
        assertThat(ClassLosses.parse(text)).isEqualTo(new ZeroOneLoss(5, 1));
    }

    @Test
    void everyFormIsReadAndPrintedAsItStands() {
        assertThat(ClassLosses.forms())
                .allSatisfy(form -> assertThat(ClassLosses.parse(form)).hasToString(form));
    }
}
