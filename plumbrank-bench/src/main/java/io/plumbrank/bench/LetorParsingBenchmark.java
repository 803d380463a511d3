package io.plumbrank.bench;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** LETOR text of 500 queries × 120 items × 136 features, about 100 MB: streamed, and loaded. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LetorParsingBenchmark {
    /** Parser threads. */
    @Param({"1", "2"})
    public int threads = 1;

    private Path file = Path.of("");

    /** Writes the file. */
    @Setup(Level.Trial)
    public void generate() throws IOException {
        file = Files.createTempFile("plumbrank-bench", ".txt");
        Generate.letor(file, 500, 120, 136);
    }

    /** Removes the file. */
    @TearDown(Level.Trial)
    public void remove() throws IOException {
        Files.delete(file);
    }

    /** Query after query, nothing kept. */
    @Benchmark
    public long visit() {
        long[] rows = {0};
        QuerySource.of(file, new ReadOptions(threads, 0)).visit(query -> rows[0] += query.size());
        return rows[0];
    }

    /** The whole data set. */
    @Benchmark
    public Dataset load() {
        return QuerySource.of(file, new ReadOptions(threads, 0)).load();
    }
}
