package io.plumbrank.bench;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What {@code plumbrank eval} does with 720,000 lines, without the start of the JVM: read, join, sort, measure. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
public class EvaluationBenchmark {
    /** Threads of reader and evaluator. */
    @Param({"1", "2"})
    public int threads = 1;

    private Path folder = Path.of("");

    /** Writes the files. */
    @Setup(Level.Trial)
    public void generate() throws IOException {
        folder = Files.createTempDirectory("plumbrank-bench");
        Generate.trec(folder, 6_000, 120);
    }

    /** Removes the files. */
    @TearDown(Level.Trial)
    public void remove() throws IOException {
        Files.delete(folder.resolve("qrels.txt"));
        Files.delete(folder.resolve("bench.run"));
        Files.delete(folder);
    }

    /** The three measures of the comparison with trec_eval. */
    @Benchmark
    public Evaluation evaluate() {
        return new Evaluator(
                        MeasureSpec.parseList("ndcg@10,map,p@5", Conventions.plumbrank()),
                        false,
                        new ReadOptions(threads, 0))
                .runs(folder.resolve("qrels.txt"), List.of(folder.resolve("bench.run")));
    }
}
