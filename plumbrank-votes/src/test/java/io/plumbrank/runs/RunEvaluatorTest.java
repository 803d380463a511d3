package io.plumbrank.runs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.SharedData;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.preferences.Preferences;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunEvaluatorTest {
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
        RunEvaluator evaluator = evaluator("ndcg@10,map,bpref", false, 1);
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
    void aLargestGradeBeyondTheScaleOfErrIsNamed() throws IOException {
        Path qrels = write("qrels", "q1 0 a 2000\n");
        Path run = write("run", "q1 Q0 a 1 1 t\n");
        assertThatThrownBy(() -> evaluator("err", false, 1).runs(qrels, List.of(run)))
                .isInstanceOf(InputException.class)
                .hasMessage(qrels
                        + ": found largest grade 2000, expected at most 1000, where the scale of err(max=…) ends");
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
    void theSameFileTwiceIsNumbered() throws IOException {
        Path run = TREC.resolve("a.run");
        assertThat(evaluator("map", false, 1)
                        .runs(TREC.resolve("qrels.txt"), List.of(run, run, TREC.resolve("b.run")))
                        .runs())
                .extracting(QueryValues::run)
                .containsExactly(run.toString(), run + " (2)", "b");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static RunEvaluator evaluator(String measures, boolean complete, int threads) {
        return new RunEvaluator(
                new Evaluator(MeasureSpec.parseList(measures, Conventions.plumbrank()), new ReadOptions(threads, 0)),
                complete);
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
        RunEvaluator evaluator = new RunEvaluator(
                new Evaluator(
                        names.stream()
                                .map(name -> MeasureSpec.parse(name, conventions))
                                .toList(),
                        new ReadOptions(2, 0)),
                complete);
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

    /** By hand: a above b is kept, b above c is not since c was not retrieved, d and c are tied below all. */
    @Test
    void whatARunLacksIsBelowAllElse() throws IOException {
        Path run = Files.writeString(folder.resolve("mine.run"), "q Q0 a 1 3 mine\nq Q0 b 2 2 mine\nz Q0 a 1 1 mine\n");
        Path votes = Files.writeString(
                folder.resolve("votes.csv"), "query,better,worse,weight\nq,a,b,1\nq,c,b,2\nq,d,c,4\nnone,a,b,1\n");
        Preferences preferences = Preferences.read(votes, ReadOptions.defaults());
        List<MeasureSpec> pd = List.of(MeasureSpec.parse("pd"));
        Evaluation seen =
                new RunEvaluator(new Evaluator(pd, ReadOptions.defaults()), false).runs(preferences, List.of(run));
        assertThat(seen.runs().get(0).mean(0)).isCloseTo((0 + 2 + 2) / 7.0, within(1e-12));
        assertThat(seen.notes())
                .containsExactly(
                        run + ": 1 query without preferences left out",
                        run
                                + ": 1 judged query missing from the run and left out; a complete evaluation counts them as empty");
        Evaluation complete =
                new RunEvaluator(new Evaluator(pd, ReadOptions.defaults()), true).runs(preferences, List.of(run));
        assertThat(complete.runs().get(0).mean(0)).isCloseTo((4 / 7.0 + 0.5) / 2, within(1e-12));
    }
}
