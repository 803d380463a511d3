package io.plumbrank.evaluate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.SharedData;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorTest {
    private static final Resamples RESAMPLES = Resamples.defaults(1).withThreads(2);
    private static final Path TREC = Path.of("src", "test", "resources", "trec");

    @TempDir
    Path folder;

    /** The golden files: see reference.py beside them. */
    @ParameterizedTest
    @CsvSource({"a,'',false,1", "b,'',false,1", "a,-c,true,1", "b,-c,true,1", "a,-l2,false,2", "b,-l2,false,2"})
    void everyNumberOfTrecEvalIsReproduced(String run, String suffix, boolean complete, double level)
            throws IOException {
        int compared = compare(
                TREC.resolve("qrels.txt"),
                TREC.resolve(run + ".run"),
                TREC.resolve(run + ".golden" + suffix + ".txt"),
                complete,
                level);
        assertThat(compared).isGreaterThan(300);
    }

    @ParameterizedTest
    @CsvSource({
        "run1,trec_eval,false,1,976", "run2,trec_eval,false,1,1001",
        "run1,trec_eval-c,true,1,6", "run2,trec_eval-c,true,1,6",
        "run1,trec_eval-l2,false,2,5", "run2,trec_eval-l2,false,2,5"
    })
    void everyNumberOfTheSharedGoldenFilesIsReproduced(
            String run, String golden, boolean complete, double level, int numbers) throws IOException {
        Path trec = SharedData.require("trec");
        int compared = compare(
                trec.resolve("qrels.txt"),
                trec.resolve(run + ".txt"),
                trec.resolve(golden + "." + run + ".txt"),
                complete,
                level);
        assertThat(compared).isEqualTo(numbers);
    }

    @Test
    void aRunWithScatteredQueriesGivesTheSameNumbers() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(TREC.resolve("a.run")));
        lines.sort(Comparator.comparing((String line) -> line.split(" ")[2]));
        Path scattered = Files.write(folder.resolve("scattered.run"), lines);
        Evaluator evaluator = evaluator("ndcg@10,map,bpref", false, 1);
        QueryValues expected = evaluator
                .runs(TREC.resolve("qrels.txt"), List.of(TREC.resolve("a.run")))
                .runs()
                .get(0);
        QueryValues found = evaluator
                .runs(TREC.resolve("qrels.txt"), List.of(scattered))
                .runs()
                .get(0);
        assertThat(found.queryIds()).isEqualTo(expected.queryIds());
        for (int m = 0; m < 3; m++) {
            for (int q = 0; q < expected.queryIds().size(); q++) {
                assertThat(found.value(m, q)).isEqualTo(expected.value(m, q));
            }
        }
    }

    @Test
    void threadsChangeNoBit() {
        List<Path> runs = List.of(TREC.resolve("a.run"), TREC.resolve("b.run"));
        Resamples resamples = Resamples.defaults(1);
        Evaluation one = evaluator("ndcg@10,err@5,pd", true, 1).runs(TREC.resolve("qrels.txt"), runs);
        Evaluation four = evaluator("ndcg@10,err@5,pd", true, 4).runs(TREC.resolve("qrels.txt"), runs);
        assertThat(four.summaries(resamples.withThreads(4))).isEqualTo(one.summaries(resamples.withThreads(1)));
        assertThat(four.comparisons(resamples.withThreads(4))).isEqualTo(one.comparisons(resamples.withThreads(1)));
    }

    @Test
    void comparisonsUseTheQueriesThatBothRunsHave() {
        Evaluation evaluation = evaluator("map,num_ret", false, 1)
                .runs(TREC.resolve("qrels.txt"), List.of(TREC.resolve("a.run"), TREC.resolve("b.run")));
        List<Comparison> comparisons = evaluation.comparisons(Resamples.defaults(1));
        assertThat(comparisons).singleElement().satisfies(c -> {
            assertThat(c.baseline()).isEqualTo("a");
            assertThat(c.run()).isEqualTo("b");
            assertThat(c.queries()).isEqualTo(13);
        });
        QueryValues a = evaluation.runs().get(0);
        QueryValues b = evaluation.runs().get(1);
        double sum = 0;
        for (int q = 0; q < b.queryIds().size(); q++) {
            sum += b.value(0, q) - a.value(0, a.queryIds().indexOf(b.queryIds().get(q)));
        }
        assertThat(comparisons.get(0).difference()).isCloseTo(sum / 13, within(1e-15));
    }

    @Test
    void runsThatShareATagGoByTheirFiles() throws IOException {
        Path copy = Files.copy(TREC.resolve("a.run"), folder.resolve("copy.run"));
        Evaluation evaluation =
                evaluator("map", false, 1).runs(TREC.resolve("qrels.txt"), List.of(TREC.resolve("a.run"), copy));
        assertThat(evaluation.runs())
                .extracting(QueryValues::run)
                .containsExactly(TREC.resolve("a.run").toString(), copy.toString());
        Comparison same = evaluation.comparisons(Resamples.defaults(1)).get(0);
        assertThat(same.difference()).isZero();
        assertThat(same.p().randomization()).isEqualTo(1);
    }

    @Test
    void aRunWithoutAJudgedQueryIsAnError() throws IOException {
        Path run = Files.writeString(folder.resolve("other.run"), "z1 Q0 d 1 1 t\n");
        assertThatThrownBy(() -> evaluator("map", false, 1).runs(TREC.resolve("qrels.txt"), List.of(run)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no query that");
    }

    @Test
    void theLargestGradeComesFromTheDataAndIsSaid() {
        Evaluation evaluation =
                evaluator("err@10", false, 1).runs(TREC.resolve("qrels.txt"), List.of(TREC.resolve("a.run")));
        assertThat(evaluation.measures().get(0).text()).contains("max=3");
        assertThat(evaluation.notes()).anyMatch(note -> note.contains("largest grade 3"));
    }

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
    void runsWithoutACommonQueryAreNotCompared() throws IOException {
        Path qrels = write("qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq2 0 b 0\n");
        Path first = write("first.run", "q1 Q0 a 1 2 first\nq1 Q0 b 2 1 first\n");
        Path other = write("other.run", "q2 Q0 a 1 2 other\nq2 Q0 b 2 1 other\n");
        Path third = write("third.run", "q1 Q0 a 1 1 third\nq1 Q0 b 2 2 third\n");
        List<Comparison> comparisons = evaluator("rr", false, 1)
                .runs(qrels, List.of(first, other, third))
                .comparisons(RESAMPLES);
        assertThat(comparisons.get(0).difference()).isNaN();
        assertThat(comparisons.get(0).p().randomization()).isNaN();
        assertThat(comparisons.get(0).holm().randomization()).isNaN();
        assertThat(comparisons.get(0).p().t()).isNaN();
        assertThat(comparisons.get(0).queries()).isZero();
        // one pair of two sign patterns, and a family of one
        assertThat(comparisons.get(1).holm().randomization()).isEqualTo(1);
    }

    @Test
    void dataWithoutAPositiveGradeHaveAScaleThatEndsAtZero() throws IOException {
        Evaluation evaluation = data("label,query,a,b\n-1,q1,2,1\n-2,q1,1,2\n", "err");
        assertThat(evaluation.measures().get(0).text()).contains("max=0");
        assertThat(evaluation.runs()).extracting(run -> run.mean(0)).containsExactly(0.0, 0.0);
    }

    @Test
    void aLargestGradeBeyondTheScaleOfErrIsNamed() throws IOException {
        Path qrels = write("qrels", "q1 0 a 2000\n");
        Path run = write("run", "q1 Q0 a 1 1 t\n");
        assertThatThrownBy(() -> evaluator("err", false, 1).runs(qrels, List.of(run)))
                .isInstanceOf(InputException.class)
                .hasMessage(qrels
                        + ": found largest grade 2000, expected at most 1000, where the scale of err(max=…) ends");
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
        evaluator("ndcg", false, threads).data(QuerySource.of(file, read), List.of("1"));
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
        evaluator("ndcg", false, 2).data(watched, List.of("1", "2", "3"));
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
        Path qrels = write("qrels", "q1 0 a 1\nq2 0 a 1\n");
        Path run = pipe("q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\nq1 Q0 b 1 1 t\n");
        assertThatThrownBy(() -> evaluator("map", false, 1).runs(qrels, List.of(run)))
                .isInstanceOf(ScatteredQueryException.class)
                .hasMessageContaining("sort the file by query");
        QuerySource source = QuerySource.of(folder.resolve("pipe"), new ReadOptions(1, 0));
        assertThatThrownBy(() -> evaluator("err", false, 1).data(source, List.of("1")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a pipe, which can be read only once, expected err(max=…)");
        pipe("1 qid:1 1:1\n");
        assertThat(evaluator("err(max=1)", false, 1)
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
    void theSameFileOrColumnTwiceIsNumbered() throws IOException {
        Path run = TREC.resolve("a.run");
        assertThat(evaluator("map", false, 1)
                        .runs(TREC.resolve("qrels.txt"), List.of(run, run, TREC.resolve("b.run")))
                        .runs())
                .extracting(QueryValues::run)
                .containsExactly(run.toString(), run + " (2)", "b");
        QuerySource source = QuerySource.of(write("data.csv", "label,query,a\n1,q1,2\n"), ReadOptions.defaults());
        assertThat(evaluator("map", false, 1).data(source, List.of("a", "a")).runs())
                .extracting(QueryValues::run)
                .containsExactly("a", "a (2)");
    }

    private Evaluation data(String csv, String measures) throws IOException {
        return evaluator(measures, false, 2)
                .data(QuerySource.of(write("data.csv", csv), ReadOptions.defaults()), List.of("a", "b"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Evaluator evaluator(String measures, boolean complete, int threads) {
        return new Evaluator(
                MeasureSpec.parseList(measures, Conventions.plumbrank()), complete, new ReadOptions(threads, 0));
    }

    /** Compares with a file of {@code measure query value} lines as trec_eval prints them; returns how many there were. */
    private static int compare(Path qrels, Path run, Path golden, boolean complete, double level) throws IOException {
        TreeMap<String, TreeMap<String, String>> expected = new TreeMap<>();
        int numbers = 0;
        for (String line : Files.readAllLines(golden)) {
            String[] fields = line.split("\\s+");
            expected.computeIfAbsent(fields[0], name -> new TreeMap<>()).put(fields[1], fields[2]);
            numbers++;
        }
        List<String> names = List.copyOf(expected.keySet());
        Conventions conventions = Compat.TREC_EVAL.conventions().withRelevanceLevel(level);
        Evaluator evaluator = new Evaluator(
                names.stream().map(name -> MeasureSpec.parse(name, conventions)).toList(),
                complete,
                new ReadOptions(2, 0));
        QueryValues values = evaluator.runs(qrels, List.of(run)).runs().get(0);
        for (int m = 0; m < names.size(); m++) {
            TreeMap<String, String> found = new TreeMap<>();
            boolean count = values.measures().get(m).isCount();
            int decimals = count ? 0 : 4;
            for (int q = 0; q < values.queryIds().size(); q++) {
                found.put(values.queryIds().get(q), printf(values.value(m, q), decimals));
            }
            found.put("all", printf(values.mean(m), decimals));
            Map<String, String> wanted = requireNonNull(expected.get(names.get(m)));
            found.keySet().retainAll(wanted.keySet());
            assertThat(found).as(names.get(m)).isEqualTo(wanted);
        }
        return numbers;
    }

    /** As C prints: exact binary value, half to even. Java's formatter rounds .28125 up. */
    private static String printf(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }
}
