package io.plumbrank.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorTest {
    private static final Resamples RESAMPLES = Resamples.defaults(1).withThreads(2);

    @TempDir
    Path folder;

    /** Reciprocal ranks 1, ½, 1 and ½, 1, ½ under weights 1, 9, 2: means 7.5/12 and 10.5/12. */
    @Test
    void theDifferenceOfWeightedMeansIsTheDifferenceOfTheMeans() throws IOException {
        Evaluation evaluation = data("""
                label,query,weight,a,b
                1,q1,1,2,1
                0,q1,1,1,2
                1,q2,9,1,2
                0,q2,9,2,1
                1,q3,2,2,1
                0,q3,2,1,2
                """, "rr");
        assertThat(evaluation.runs()).extracting(run -> run.mean(0)).containsExactly(0.625, 0.875);
        Comparison comparison = evaluation.comparisons(RESAMPLES).get(0);
        assertThat(comparison.difference()).isEqualTo(0.25);
        assertThat(comparison.queries()).isEqualTo(3);
    }

    @Test
    void queriesOfWeightZeroTellNothing() throws IOException {
        String rows = "1,q1,1,2,1\n0,q1,1,1,2\n1,q2,2,2,1\n0,q2,2,1,2\n1,q3,1,1,2\n0,q3,1,2,1\n";
        Evaluation with = data("label,query,weight,a,b\n1,q0,0,1,2\n0,q0,0,2,1\n" + rows, "rr");
        Evaluation without = data("label,query,weight,a,b\n" + rows, "rr");
        assertThat(with.comparisons(RESAMPLES)).isEqualTo(without.comparisons(RESAMPLES));
        for (int run = 0; run < 2; run++) {
            Summary summary = with.summaries(RESAMPLES).get(run);
            assertThat(summary.low())
                    .isEqualTo(without.summaries(RESAMPLES).get(run).low());
            assertThat(summary.high())
                    .isEqualTo(without.summaries(RESAMPLES).get(run).high());
        }
    }

    @Test
    void oneQueryHasNoInterval() throws IOException {
        Evaluation one = data("label,query,a,b\n1,q1,2,1\n0,q1,1,2\n", "rr");
        assertThat(one.summaries(RESAMPLES)).allSatisfy(summary -> {
            assertThat(summary.mean()).isPositive();
            assertThat(summary.low()).isNaN();
            assertThat(summary.high()).isNaN();
        });
    }

    @Test
    void dataWithoutAPositiveGradeHaveAScaleThatEndsAtZero() throws IOException {
        Evaluation evaluation = data("label,query,a,b\n-1,q1,2,1\n-2,q1,1,2\n", "err");
        assertThat(evaluation.measures().get(0).text()).contains("max=0");
        assertThat(evaluation.runs()).extracting(run -> run.mean(0)).containsExactly(0.0, 0.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void theFirstFaultIsReportedWhateverTheThreads(int threads) throws IOException {
        String queries = "1 qid:9 1:1\n".repeat(3);
        Path missing = write("missing.txt", "1 qid:1 1:1\n1 qid:2 1:nan 2:1\n" + queries + "x qid:3 1:1\n");
        assertThatThrownBy(() -> letor(missing, threads))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ":2: found no value of '1' for item '1' of query '2' (from line 2 on), "
                        + "expected a score for every item");
        Path steep = write("steep.txt", "1 qid:1 1:1\n5000 qid:2 1:1\n" + queries + "x qid:3 1:1\n");
        assertThatThrownBy(() -> letor(steep, threads))
                .hasMessageStartingWith(steep + ":2: found query '2' (from line 2 on), where grade 5000");
        Path token = write("token.txt", "1 qid:1 1:1\nx qid:2 1:1\n" + queries + "1 qid:3 1:nan\n");
        assertThatThrownBy(() -> letor(token, threads)).hasMessageStartingWith(token + ":2: ");
    }

    private static void letor(Path file, int threads) {
        ReadOptions read = new ReadOptions(threads, 0);
        evaluator("ndcg", threads).data(QuerySource.of(file, read), List.of("1"));
    }

    @Test
    void severalScoresShareTheThreads() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int query = 0; query < 1000; query++) {
            text.append("1 qid:").append(query).append(" 1:1 2:2 3:3\n");
        }
        QuerySource source = QuerySource.of(write("data.txt", text.toString()), new ReadOptions(1, 0));
        Set<Thread> before = evaluatorThreads();
        Set<Thread> seen = new HashSet<>();
        QuerySource watched = new WatchedSource(source, () -> seen.addAll(evaluatorThreads()));
        evaluator("ndcg", 2).data(watched, List.of("1", "2", "3"));
        seen.removeAll(before);
        assertThat(seen).hasSize(2);
    }

    private static Set<Thread> evaluatorThreads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().equals("plumbrank-evaluator"));
        return threads;
    }

    /** Looks around after the last query. */
    private static final class WatchedSource extends ForwardingSource {
        private final Runnable look;

        WatchedSource(QuerySource source, Runnable look) {
            super(source);
            this.look = look;
        }

        @Override
        public void visit(Consumer<Query> visitor) {
            super.visit(visitor);
            look.run();
        }
    }

    @Test
    @Timeout(60)
    @DisabledOnOs(OS.WINDOWS)
    void aPipeIsNotReadTwice() throws Exception {
        QuerySource source = QuerySource.of(pipe("1 qid:1 1:1\n"), new ReadOptions(1, 0));
        assertThatThrownBy(() -> evaluator("err", 1).data(source, List.of("1")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a pipe, which can be read only once, expected err(max=…)");
        assertThat(evaluator("err(max=1)", 1)
                        .data(source, List.of("1"))
                        .runs()
                        .get(0)
                        .mean(0))
                .isEqualTo(0.5);
    }

    /** A pipe into which another thread writes once. */
    private Path pipe(String text) throws Exception {
        Path pipe = folder.resolve("pipe");
        Files.deleteIfExists(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(pipe, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.setDaemon(true);
        writer.start();
        return pipe;
    }

    @Test
    void theSameColumnTwiceIsNumbered() throws IOException {
        QuerySource source = QuerySource.of(write("data.csv", "label,query,a\n1,q1,2\n"), ReadOptions.defaults());
        assertThat(evaluator("map", 1).data(source, List.of("a", "a")).runs())
                .extracting(QueryValues::run)
                .containsExactly("a", "a (2)");
    }

    private Evaluation data(String csv, String measures) throws IOException {
        return evaluator(measures, 2)
                .data(QuerySource.of(write("data.csv", csv), ReadOptions.defaults()), List.of("a", "b"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Evaluator evaluator(String measures, int threads) {
        return new Evaluator(MeasureSpec.parseList(measures, Conventions.plumbrank()), new ReadOptions(threads, 0));
    }
}
