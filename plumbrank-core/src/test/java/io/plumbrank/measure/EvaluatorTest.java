package io.plumbrank.measure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.SharedData;
import io.plumbrank.data.InputException;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.measure.Evaluation.Comparison;
import io.plumbrank.measure.Evaluation.Resamples;
import java.io.IOException;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluatorTest {
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
        assertThat(four.summaries(resamples)).isEqualTo(one.summaries(resamples));
        assertThat(four.comparisons(resamples)).isEqualTo(one.comparisons(resamples));
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
        assertThat(same.pRandomization()).isEqualTo(1);
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
            boolean count = values.measures().get(m).aggregation() == Aggregation.SUM;
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
