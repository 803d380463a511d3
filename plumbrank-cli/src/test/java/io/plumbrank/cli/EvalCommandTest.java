package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvalCommandTest {
    private static final String QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\nq2 0 c 0\nq3 0 a 1\n";
    private static final String ONE = "q1 Q0 a 1 2 one\nq1 Q0 b 2 1 one\nq2 Q0 c 1 2 one\nq2 Q0 a 2 1 one\n";
    private static final String TWO = "q1 Q0 b 1 2 two\nq1 Q0 a 2 1 two\nq2 Q0 a 1 2 two\nq2 Q0 c 2 1 two\n";

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        write("qrels", QRELS);
        write("one", ONE);
        write("two", TWO);
    }

    @Test
    void csvHasARowForEachQueryAndTheMeanUnderAll() {
        CommandRun run = eval("--run", file("one"), "--measures", "rr,P_1", "--per-query", "--format", "csv");
        assertThat(run.exit()).isEqualTo(Exit.DONE);
        // reciprocal ranks 1 and 1/2, precisions 1 and 0
        assertThat(run.out().lines())
                .containsExactly(
                        "run,query,measure,value",
                        "one,q1,rr,1.0",
                        "one,q2,rr,0.5",
                        "one,all,rr,0.75",
                        "one,q1,P_1,1.0",
                        "one,q2,P_1,0.0",
                        "one,all,P_1,0.5");
        assertThat(run.err()).contains("1 judged query missing from the run and left out");
    }

    @Test
    void theBaselineIsAnyOfTheRuns() throws IOException {
        for (String name : List.of("two", file("two"))) {
            CommandRun run = eval(
                    "--run",
                    file("one"),
                    "--run",
                    file("two"),
                    "--baseline",
                    name,
                    "--measures",
                    "p@1",
                    "--format",
                    "json");
            JsonNode json = new ObjectMapper().readTree(run.out());
            assertThat(json.get("measures").findValuesAsText("run")).containsExactly("two", "one");
            JsonNode only = json.get("comparisons").get(0);
            assertThat(only.get("baseline").asText()).isEqualTo("two");
            assertThat(only.get("run").asText()).isEqualTo("one");
        }
        CommandRun wrong = eval("--run", file("one"), "--run", file("two"), "--baseline", "three");
        assertThat(wrong.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(wrong.err())
                .contains("--baseline is 'three', and what is compared is one, two")
                .hasLineCount(1);
        assertThat(eval("--run", file("one"), "--baseline", "one").err())
                .contains("needs something to compare with it");
    }

    @Test
    void gradesBelowTheThresholdAreNoted() throws IOException {
        write("shares.csv", "label,query,s\n0.5,q,1\n0.2,q,2\n");
        String note = "no item is relevant for map, p@1: the largest grade is 0.5";
        CommandRun low = data("shares.csv", "--score", "s", "--measures", "map,ndcg@2,p@1", "--format", "csv");
        assertThat(low.err()).contains(note);
        assertThat(data("shares.csv", "--score", "s", "--measures", "map,p@1", "--level", "0.5")
                        .err())
                .doesNotContain("relevant");
        write("low-qrels", "q1 0 a 0\nq1 0 b 0\n");
        assertThat(CommandRun.of("eval", "--qrels", file("low-qrels"), "--run", file("one"), "--measures", "map")
                        .err())
                .contains("no item is relevant for map: the largest grade is 0,");
    }

    @Test
    void theShareOfUnjudgedItemsAtTheTopIsPrinted() throws IOException {
        // q1: a judged, x not, b judged; q2: x and y not, c judged; so of the first two of each, one in four is judged
        write(
                "odd",
                "q1 Q0 a 1 3 odd\nq1 Q0 x 2 2 odd\nq1 Q0 b 3 1 odd\n"
                        + "q2 Q0 x 1 3 odd\nq2 Q0 y 2 2 odd\nq2 Q0 c 3 1 odd\n");
        CommandRun run = eval("--run", file("odd"), "--measures", "p@2,ndcg@3", "--format", "csv");
        assertThat(run.err())
                .contains(
                        "odd: judged@2 0.2500: 75.00 % of the first 2 items have no judgement and count as not relevant")
                .contains("odd: judged@3 0.5000: 50.00 % of the first 3 items");
        assertThat(eval("--run", file("one"), "--measures", "p@2").err()).doesNotContain("no judgement");
    }

    @Test
    void completeCountsMissingQueriesAsZero() {
        CommandRun run = eval("--run", file("one"), "--measures", "rr", "--complete", "--format", "csv", "--quiet");
        assertThat(run.out()).endsWith("one,all,rr,0.5\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void levelMovesRelevanceButNotGradedMeasures() {
        CommandRun run =
                eval("--run", file("two"), "--measures", "p@1,ndcg@1", "--level", "2", "--format", "csv", "--quiet");
        assertThat(run.out().lines()).contains("two,all,p@1,0.5", "two,all,ndcg@1,0.5");
    }

    @Test
    void jsonIsOneDocumentWithTheContractsKeys() throws IOException {
        CommandRun run =
                eval("--run", file("one"), "--run", file("two"), "--measures", "rr,pd,num_q", "--format", "json");
        JsonNode json = new ObjectMapper().readTree(run.out());
        JsonNode first = json.get("measures").get(0);
        assertThat(first.get("measure").asText()).isEqualTo("rr");
        assertThat(first.get("spec").asText()).startsWith("rr(rel=1,ties=average");
        assertThat(first.get("run").asText()).isEqualTo("one");
        assertThat(first.get("mean").asDouble()).isEqualTo(0.75);
        assertThat(first.get("low").asDouble()).isBetween(0.5, 0.75);
        assertThat(first.get("high").asDouble()).isBetween(0.75, 1.0);
        assertThat(first.get("queries").asInt()).isEqualTo(2);
        assertThat(json.get("measures").get(2).get("largerIsBetter").asBoolean())
                .isFalse();
        assertThat(json.get("measures").get(4).get("low").isNull()).isTrue();
        assertThat(json.get("comparisons")).hasSize(2);
        JsonNode comparison = json.get("comparisons").get(0);
        assertThat(comparison.get("baseline").asText()).isEqualTo("one");
        assertThat(comparison.get("difference").asDouble()).isCloseTo(0, within(1e-15));
        assertThat(comparison.get("pRandomization").asDouble()).isEqualTo(1);
    }

    @Test
    void theTableMarksLossesAndPrintsEveryConvention() {
        CommandRun run = eval("--run", file("one"), "--run", file("two"), "--measures", "ndcg@10,pd");
        assertThat(run.out())
                .contains("pd (smaller is better)")
                .contains("ndcg@10(gain=exp2,ties=average,empty=zero,ideal=judged)")
                .contains("Against one, paired by query");
    }

    @Test
    void whatCannotBeComparedIsADashAndNullAndNotCounted() throws IOException {
        write("q1", "q1 Q0 a 1 2 first\n");
        write("q2", "q2 Q0 a 1 2 other\n");
        String[] runs = {"--run", file("q1"), "--run", file("q2"), "--run", file("one"), "--measures", "rr", "--quiet"};
        CommandRun table = eval(runs);
        assertThat(table.out()).contains("Holm over the one comparison\n");
        assertThat(table.out().lines())
                .anyMatch(line -> line.matches("rr +first +1\\.0000 +– +1"))
                .anyMatch(line -> line.matches("rr +other +– +– +– +– +– +0"));
        String[] json = Arrays.copyOf(runs, runs.length + 2);
        json[runs.length] = "--format";
        json[runs.length + 1] = "json";
        JsonNode document = new ObjectMapper().readTree(eval(json).out());
        assertThat(document.get("measures").get(0).get("low").isNull()).isTrue();
        assertThat(document.get("comparisons").get(0).get("difference").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ndgc@10        | did you mean",
                "ndcg@0         | ndcg@0",
                "p              | p@",
                "ndcg(gian=exp2)| gain",
                "''             | measure",
                "'P.5,10'       | a measure of its own, as in P_5,P_10",
            })
    void aMeasureThatDoesNotExistIsBadUsage(String measure, String hint) {
        CommandRun run = eval("--run", file("one"), "--measures", measure);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).containsIgnoringCase(hint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "q1 Q0 x 1 abc t          | 2 | score 'abc'",
                "q1 Q0 x 1 NaN t          | 2 | score 'NaN'",
                "q1 Q0 x 1 Infinity t     | 2 | score 'Infinity'",
                "q1 Q0 a 1 1 t            | 2 | item 'a' a second time",
                "q1 0 x 1                 | 2 | 4 fields",
            })
    void aBadRunIsOneLineOnStandardErrorAndNothingElse(String line, int number, String found) throws IOException {
        write("bad", "q1 Q0 a 1 2 t\n" + line + "\n");
        assertBadInput(eval("--run", file("one"), "--run", file("bad")), "bad", number, found);
    }

    @Test
    void aQrelsFileGivenAsRunIsNamed() {
        assertBadInput(eval("--run", file("qrels")), "qrels", 1, "4 fields");
    }

    @Test
    void anEmptyFileADirectoryAndAMissingFileAreNamed() throws IOException {
        write("empty", "");
        assertBadInput(eval("--run", file("empty")), "empty", 1, "the end of the file");
        Files.createDirectory(folder.resolve("dir"));
        assertBadInput(eval("--run", file("dir")), "dir", 0, "a directory");
        assertBadInput(eval("--run", file("missing")), "missing", 0, "no such file");
    }

    @Test
    void aTruncatedGzipIsNamed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(ONE.getBytes(StandardCharsets.UTF_8));
        }
        byte[] whole = bytes.toByteArray();
        Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 9));
        CommandRun run = eval("--run", file("cut.gz"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).matches("(?s).*cut\\.gz(:\\d+)?: found .*, expected .*");
    }

    @Test
    void aGradeTooLargeForTheGainIsBadInput() throws IOException {
        write("qrels", "q1 0 a 5000\n");
        assertBadInput(eval("--run", file("one"), "--measures", "ndcg@10"), "qrels", 0, "query 'q1', where grade 5000");
    }

    @Test
    void missingOptionsAreBadUsage() {
        for (List<String> args : List.of(
                List.of("eval"), List.of("eval", "--qrels", file("qrels")), List.of("eval", "--run", file("one")))) {
            CommandRun run = CommandRun.of(args.toArray(String[]::new));
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).hasLineCount(1).contains("--qrels");
        }
    }

    @Test
    void columnsOfACsvFileAreRuns() throws IOException {
        write("data.csv", "label,query,good,bad\n1,q1,2,1\n0,q1,1,2\n0,q2,1,2\n2,q2,2,1\n");
        CommandRun run = data("data.csv", "--score", "good", "--score", "bad", "--measures", "rr", "--format", "csv");
        assertThat(run.out().lines()).containsExactly("run,query,measure,value", "good,all,rr,1.0", "bad,all,rr,0.5");
    }

    @Test
    void featuresOfALetorFileAreRunsAndScatteredQueriesAreTaken() throws IOException {
        write("data.txt", "1 qid:1 5:2 # a\n0 qid:2 5:1\n0 qid:1 5:1\n3 qid:2 5:0.5\n");
        CommandRun run = data("data.txt", "--score", "5", "--measures", "rr,err@5", "--format", "csv");
        assertThat(run.out().lines()).contains("5,all,rr,0.75");
        assertThat(run.err()).contains("largest grade 3");
    }

    @Test
    void queriesOfACsvFileCountByTheirWeights() throws IOException {
        write("data.csv", "label,query,s,weight\n1,q1,2,3\n0,q1,1,3\n0,q2,2,1\n1,q2,1,1\n");
        CommandRun run = data("data.csv", "--score", "s", "--measures", "p@1", "--format", "csv");
        assertThat(run.out()).endsWith("s,all,p@1,0.75\n");
    }

    @Test
    void weightsOfItemsAreReadAndNotCounted() throws IOException {
        write("data.csv", "label,query,s,w\n1,q1,2,3\n0,q1,1,0.5\n");
        CommandRun run = data("data.csv", "--score", "s", "--item-weight", "w", "--measures", "p@2", "--format", "csv");
        assertThat(run.out()).endsWith("s,all,p@2,0.5\n");
        write("data.csv", "label,query,s,w\n1,q1,2,-3\n");
        assertThat(data("data.csv", "--score", "s", "--item-weight", "w").err())
                .startsWith(file("data.csv") + ":2: found '-3' in column 'w', expected ");
    }

    /** LightGBM adds an unweighted 1 for a query without relevant items, and divides by all weights. */
    @Test
    void lightGbmsEmptyQueryCountsOneWhateverItsWeight() throws IOException {
        write("data.csv", "label,query,s,weight\n1,q1,2,3\n0,q1,1,3\n0,q2,2,5\n0,q2,1,5\n");
        CommandRun run =
                data("data.csv", "--score", "s", "--measures", "ndcg@2", "--compat", "lightgbm", "--format", "csv");
        assertThat(run.out()).endsWith("s,all,ndcg@2," + (3 + 1) / 8.0 + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "label,query,s;1,q1         | s     | data.csv:2: found",
                "label,query,s;x,q1,1       | s     | data.csv:2: found",
                "label,query,s;1,q1,NaN     | s     | data.csv:2: found",
                "label,query,s;1,q1,        | s     | data.csv:2: found no value of 's'",
                "label,query,s;1,q1,1       | sc    | did you mean",
                "label,s;1,1                | s     | data.csv:1: found",
            })
    void aBadDataFileIsOneLine(String text, String score, String message) throws IOException {
        write("data.csv", text.replace(';', '\n') + "\n");
        CommandRun run = data("data.csv", "--score", score);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"2 1:3,qid", "x qid:1 1:3,'x'", "1 qid:1 1:abc,abc", "1 qid:1 1:inf,inf", "1 qid:1 1,'1'"})
    void aBadLetorLineIsNamed(String line, String found) throws IOException {
        write("data.txt", "1 qid:1 1:1\n" + line + "\n");
        CommandRun run = data("data.txt", "--score", "1");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith(file("data.txt") + ":2: found ")
                .contains(found, ", expected ");
    }

    @Test
    void optionsThatWouldBeIgnoredAreRefused() {
        assertThat(eval("--run", file("one"), "--score", "x").exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(eval("--run", file("one"), "--label", "x").exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(eval("--run", file("one"), "--data", file("one")).exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(eval("--run", file("one"), "--resamples", "0").exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(data("one", "--score", "1", "--complete").exit()).isEqualTo(Exit.BAD_INPUT);
    }

    @Test
    void columnsOfAFileThatIsNotCsvByNameAreRefused() throws IOException {
        write("data.txt", "1 qid:1 1:1\n");
        for (String option : List.of("--label", "--query", "--weight", "--item", "--item-weight")) {
            CommandRun run = data("data.txt", "--score", "1", option, "x");
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).hasLineCount(1).contains(".csv, .csv.gz or .parquet", file("data.txt"));
        }
        assertThat(data("data.txt", "--score", "s").err()).contains(".csv");
        assertThat(CommandRun.of("eval", "--help").out()).contains(".csv.gz");
    }

    @Test
    void formatsAreReadInAnyCaseAndListedWhenUnknown() {
        assertThat(eval("--run", file("one"), "--format", "Csv").out()).startsWith("run,query,measure,value");
        CommandRun run = eval("--run", file("one"), "--format", "xml");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err())
                .hasLineCount(1)
                .contains("--format", "expected one of table, json, csv but was 'xml'")
                .doesNotContain("Exception");
    }

    private void assertBadInput(CommandRun run, String name, int line, String found) {
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith(file(name) + (line == 0 ? "" : ":" + line) + ": found " + found)
                .contains(", expected ");
    }

    private CommandRun eval(String... options) {
        return run("--qrels", "qrels", options);
    }

    private CommandRun data(String name, String... options) {
        return run("--data", name, options);
    }

    private CommandRun run(String input, String name, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "eval";
        args[1] = input;
        args[2] = file(name);
        System.arraycopy(options, 0, args, 3, options.length);
        return CommandRun.of(args);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
