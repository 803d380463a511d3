package io.plumbrank.bench.speed;

import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A loss matrix of 2,000 × 2,000 and rank 20: taken apart, and used to decode 100,000 vectors beside EJML's matrix product
 * of the same sizes (8 · 10⁹ operations, in blocks of rows so that neither is bound by memory), on one thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LossMatrixBenchmark {
    private static final int SIDE = 2_000;
    private static final int RANK = 20;
    private static final int VECTORS = 100_000;
    private static final int BLOCK = 1_000;

    private LossMatrix matrix = LossMatrix.of(new double[1][1]);
    private MatrixLoss loss = MatrixLoss.of(matrix);
    private double[] us = {};
    private final int[] predictions = new int[VECTORS];
    private DMatrixRMaj b = new DMatrixRMaj(0, 0);
    private final DMatrixRMaj rows = new DMatrixRMaj(BLOCK, RANK);
    private final DMatrixRMaj product = new DMatrixRMaj(BLOCK, SIDE);

    /** Draws matrix and vectors. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(1);
        double[][] losses = new double[SIDE][SIDE];
        for (int i = 0; i < RANK; i++) {
            double[] row = random.doubles(SIDE).toArray();
            for (double[] line : losses) {
                double factor = random.nextDouble();
                for (int t = 0; t < SIDE; t++) {
                    line[t] += factor * row[t];
                }
            }
        }
        matrix = LossMatrix.of(losses);
        loss = MatrixLoss.of(matrix);
        b = new DMatrixRMaj(loss.factorization().b());
        us = random.doubles((long) VECTORS * loss.encodedSize(), -1, 1).toArray();
    }

    /** Rank, dimension, embeddings, bound. */
    @Benchmark
    public Factorization factorise() {
        return Factorization.of(matrix);
    }

    /** Predictions for all vectors. */
    @Benchmark
    public int[] decode() {
        loss.decodeInto(us, VECTORS, predictions);
        return predictions;
    }

    /** The peer: the values of all predictions for all vectors, without looking for the smallest. */
    @Benchmark
    public DMatrixRMaj productByEjml() {
        for (int from = 0; from < VECTORS; from += BLOCK) {
            System.arraycopy(us, from * RANK, rows.data, 0, BLOCK * RANK);
            CommonOps_DDRM.mult(rows, b, product);
        }
        return product;
    }
}
