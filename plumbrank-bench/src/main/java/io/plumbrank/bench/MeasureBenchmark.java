package io.plumbrank.bench;

import io.plumbrank.measure.JudgedList;
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

/** Every measure on 6,000 queries of 120 items, sorting included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MeasureBenchmark {
    private static final int QUERIES = 6_000;
    private static final int ITEMS = 120;

    /** Measure text. */
    @Param({
        "ndcg@10",
        "dcg@10",
        "p@5",
        "recall@10",
        "wta",
        "success@5",
        "map",
        "map@10",
        "rr",
        "err@10(max=4)",
        "auc",
        "spearman",
        "kendall",
        "eru(v=1,w=5)",
        "pd",
        "pd(weight=difference)",
        "rprec",
        "bpref"
    })
    public String measure = "ndcg@10";

    /** Distinct scores of a query; few of them make many ties. */
    @Param({"1000000", "10"})
    public int distinct = 1_000_000;

    private Measure evaluated = MeasureSpec.parse("ndcg@10").measure();
    private final double[][] scores = new double[QUERIES][ITEMS];
    private final double[][] grades = new double[QUERIES][ITEMS];

    /** Draws grades 0 to 4 and scores. */
    @Setup
    public void draw() {
        evaluated = MeasureSpec.parse(measure).measure();
        SplittableRandom random = new SplittableRandom(3);
        for (int query = 0; query < QUERIES; query++) {
            for (int item = 0; item < ITEMS; item++) {
                scores[query][item] = random.nextInt(distinct);
                grades[query][item] = Math.max(0, random.nextInt(8) - 3);
            }
        }
    }

    /** All queries, one thread. */
    @Benchmark
    public double evaluate() {
        double sum = 0;
        for (int query = 0; query < QUERIES; query++) {
            sum += evaluated.evaluate(JudgedList.ofScores(scores[query], grades[query]));
        }
        return sum;
    }
}
