package io.plumbrank.bench;

import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One query of 100 items under the scores of 50 candidates, as validation sees it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class JudgementsBenchmark {
    private static final int QUERIES = 200;
    private static final int ITEMS = 100;
    private static final int CANDIDATES = 50;

    /** Measure text. */
    @Param({"ndcg@10", "map", "kendall", "spearman"})
    public String measure = "ndcg@10";

    private Measure evaluated = MeasureSpec.parse("ndcg@10").measure();
    private final double[][] grades = new double[QUERIES][ITEMS];
    private final double[][][] scores = new double[QUERIES][CANDIDATES][ITEMS];
    private int query;

    /** Draws grades 0 to 4 and scores; a query in its turn, so that no branch is learnt by heart. */
    @Setup
    public void draw() {
        evaluated = MeasureSpec.parse(measure).measure();
        SplittableRandom random = new SplittableRandom(3);
        for (int q = 0; q < QUERIES; q++) {
            for (int item = 0; item < ITEMS; item++) {
                grades[q][item] = Math.max(0, random.nextInt(8) - 3);
                for (double[] candidate : scores[q]) {
                    candidate[item] = random.nextDouble();
                }
            }
        }
    }

    /** The judgements are made anew for each candidate. */
    @Benchmark
    public double judgedEachTime() {
        query = (query + 1) % QUERIES;
        double sum = 0;
        for (double[] candidate : scores[query]) {
            sum += evaluated.evaluate(Judgements.of(grades[query].clone()).rankedBy(candidate));
        }
        return sum;
    }

    /** The candidates share them. */
    @Benchmark
    public double judgedOnce() {
        query = (query + 1) % QUERIES;
        Judgements labels = Judgements.of(grades[query].clone());
        double sum = 0;
        for (double[] candidate : scores[query]) {
            sum += evaluated.evaluate(labels.rankedBy(candidate));
        }
        return sum;
    }
}
