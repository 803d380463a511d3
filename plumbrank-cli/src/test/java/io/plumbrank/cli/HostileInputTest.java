package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and options that ask for too much, or mean to deceive. */
class HostileInputTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeData() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int query = 1; query <= 8; query++) {
            for (int item = 0; item < 4; item++) {
                rows.append((query + item) % 3 + " qid:" + query + " 1:" + item + " 2:" + (query * item % 5) + "\n");
            }
        }
        write("good.txt", rows.toString());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void write(String name, String... latin) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : latin) {
            bytes.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
        }
        Files.write(folder.resolve(name), bytes.toByteArray());
    }

    /** A command in which {@code @} stands for the folder. */
    private CommandRun run(String command) {
        return CommandRun.of(command.replace("@", folder + "/").split(" "));
    }

    private void assertRefused(String command, String found) {
        CommandRun run = run(command);
        assertThat(run.err()).as(command).hasLineCount(1).contains(found);
        assertThat(run.exit()).as(command).isEqualTo(Exit.BAD_INPUT);
    }

    private void train(String options) {
        CommandRun run = run("train --train @good.txt --folds 2 --quiet --out @m.json " + options);
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1e308", "1e308", "1e101", "-1e300"})
    void aGradeThatIsTooLargeIsRefusedWhereverItStands(String grade) throws IOException {
        String good = Files.readString(folder.resolve("good.txt"));
        for (String bad : new String[] {
            grade + " qid:9 1:1 2:2\n1 qid:9 1:2\n" + good, good + grade + " qid:9 1:1 2:2\n1 qid:9 1:2\n"
        }) {
            write("bad.txt", bad);
            long line = bad.lines().takeWhile(each -> !each.startsWith(grade)).count() + 1;
            String found = "bad.txt:" + line + ": found '" + grade + "' as the label";
            for (String measure : new String[] {"ndcg", "ndcg(gain=linear)", "map", "pd", "kendall"}) {
                assertRefused("train --train @bad.txt --folds 2 --out @m.json --measure " + measure, found);
            }
            assertRefused("train --train @bad.txt --folds 2 --out @m.json --measure pd --surrogate pairs", found);
            assertRefused("train --train @good.txt --valid @bad.txt --out @m.json --measure ndcg", found);
            train("--measure ndcg");
            assertRefused("eval --model @m.json --data @bad.txt --measures ndcg,pd,kendall", found);
            assertThat(run("predict --model @m.json --data @bad.txt").exit()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"weight", "item_weight"})
    void aWeightThatIsTooLargeIsRefusedWhereverItStands(String column) throws IOException {
        StringBuilder rows = new StringBuilder("query,label,x," + column + "\n");
        for (int row = 0; row < 12; row++) {
            rows.append(row / 3 + "," + row % 3 + "," + row % 5 + ",1\n");
        }
        write("weights.csv", rows + "9,1,2,1e305\n9,0,1,1e305\n");
        for (String options : new String[] {"", " --surrogate logistic", " --surrogate pairs --measure pd"}) {
            String measure = options.contains("--measure") ? "" : " --measure ndcg";
            assertRefused(
                    "train --train @weights.csv --folds 2 --out @m.json" + measure + options,
                    "weights.csv:14: found '1e305' in column '" + column
                            + "', expected a decimal number from 0 to 1.0E100");
        }
    }

    /** One large number must not decide how much memory a row takes: the model does. */
    @ParameterizedTest
    @ValueSource(strings = {"--measure ndcg", "--measure pd --surrogate pairs", "--measure ndcg --context mean,z"})
    void aLargeFeatureNumberCostsNothingInPrediction(String options) throws IOException {
        train(options);
        write("wide.txt", "1 qid:1 1:1 2:3 2147483646:1\n0 qid:1 1:2\n");
        write("narrow.txt", "1 qid:1 1:1 2:3\n0 qid:1 1:2\n");
        CommandRun wide = run("predict --model @m.json --data @wide.txt");
        assertThat(wide.exit()).isZero();
        assertThat(wide.out())
                .isEqualTo(run("predict --model @m.json --data @narrow.txt").out());
        assertThat(run("eval --model @m.json --data @wide.txt").exit()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "train --train @wide.txt --folds 2 --out @m.json --measure ndcg|wide.txt: found 2147483647 features in 4 rows",
                "train --train @wide.txt --folds 2 --out @m.json --measure ndcg --surrogate logistic|wide.txt: found 2147483647 features in 4 rows",
                "train --train @wide.txt --folds 2 --out @m.json --measure pd --surrogate pairs|wide.txt:1: found a feature number that makes 2147483647 features",
                "train --train @wide.txt --folds 2 --out @m.json --measure ndcg --model fourier|wide.txt:1: found a feature number that makes 2147483647 features",
                "train --train @fifty.txt --folds 2 --out @m.json --measure pd --surrogate pairs|fifty.txt:1: found a feature number that makes 50001 features, expected at most 4000 for pairs",
                "train --train @billion.txt --folds 2 --out @m.json --measure ndcg --model kernel|billion.txt:1: found a feature number that makes 1000000001 features",
                "train --train @billion.txt --folds 2 --out @m.json --measure pd --surrogate pairs --model fourier|billion.txt:1: found a feature number that makes 1000000001 features",
                "train --train @billion.txt --folds 2 --out @m.json --measure ndcg --model fourier --surrogate logistic|billion.txt:1: found a feature number that makes 1000000001 features",
                "train --train @good.txt --folds 2 --out @m.json --measure ndcg --model fourier --features 2147483647|must be from 1 to 1000000",
                "train --train @good.txt --folds 2 --out @m.json --measure pd --surrogate pairs --model fourier --features 2147483647|must be from 1 to 1000000",
                "consistency --features 2147483647|must be from 1 to 1000000",
                "train --train @good.txt --folds 2147483647 --out @m.json --measure ndcg|folds must be at most 10000",
                "eval --qrels @good.txt --run @good.txt --measures map --threads 2147483647|--threads must be from 1 to 1024"
            })
    void whatAsksForTooMuchIsOneLine(String command, String found) throws IOException {
        write("wide.txt", "1 qid:1 1:1 2:3 2147483646:1\n0 qid:1 1:2\n1 qid:2 1:1\n0 qid:2 1:2\n");
        write("fifty.txt", "1 qid:1 1:1 2:3\n0 qid:1 1:2\n1 qid:2 50000:1\n0 qid:2 1:2\n");
        write("billion.txt", "1 qid:1 1:1 2:3\n0 qid:1 1:2\n1 qid:2 1000000000:1\n0 qid:2 1:2\n");
        assertRefused(command, found);
    }

    /** 120,000 items make 7.2 · 10⁹ pairs, which no array holds. */
    @Test
    void aQueryWithTooManyPairsIsOneLine() throws IOException {
        train("--measure pd --surrogate pairs");
        StringBuilder rows = new StringBuilder();
        for (int item = 0; item < 120_000; item++) {
            rows.append("1 qid:7 1:" + item % 9 + "\n");
        }
        write("large.txt", rows.toString());
        assertRefused(
                "predict --model @m.json --data @large.txt",
                "large.txt:1: found 120000 items, which make 7200060000 pairs in query '7'");
    }

    /** Leaves near the largest float, whose sum is none. */
    @Test
    void aScoreThatIsNoNumberIsOneLine() throws IOException {
        String tree = "<tree id=\"1\" weight=\"1\"><split><feature>1</feature><threshold>0.5</threshold>"
                + "<split pos=\"left\"><output>1</output></split><split pos=\"right\"><output>3e38</output></split></split></tree>";
        write("ranklib.txt", "## LambdaMART\n<ensemble>" + tree + tree + "</ensemble>\n");
        write("large.txt", "1 qid:4 1:0\n1 qid:5 1:1\n");
        String found = "large.txt:2: found features for which the model gives Infinity in query '5'";
        assertRefused("predict --model @ranklib.txt --data @large.txt", found);
        assertRefused("eval --model @ranklib.txt --data @large.txt --measures map", found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<output> 1 </output>|<output> 0x1p3 </output>|no number in <output>",
                "<output> 1 </output>|<output> 1f </output>|no number in <output>",
                "<output> 1 </output>|<output> NaN </output>|no number in <output>",
                "<output> 1 </output>|<output> 1 </output><output> 2 </output>|<output> for the second time",
                "<feature> 1 </feature>|<feature> 1 </feature><feature> 2 </feature>|<feature> for the second time",
                "<feature> 1 </feature>|<feature> 0x1 </feature>|no feature in <feature>",
                "pos=\"left\"|pos=\"right\"|<split> for the second time",
                "pos=\"left\"|pos=\"middle\"|neither left nor right",
                "</ensemble>|</ensemble><ensemble></ensemble>|a second <ensemble>"
            })
    void aModelOfRanklibWithTwoMeaningsIsRefused(String part, String other, String found) throws IOException {
        String model = "## LambdaMART\n<ensemble><tree id=\"1\" weight=\"1\"><split><feature> 1 </feature>"
                + "<threshold> 0.5 </threshold><split pos=\"left\"><output> 1 </output></split>"
                + "<split pos=\"right\"><output> -2.5e-1 </output></split></split></tree></ensemble>\n";
        write("ranklib.txt", model);
        assertThat(run("predict --model @ranklib.txt --data @good.txt").exit()).isZero();
        write("ranklib.txt", model.replaceFirst(part, other));
        assertRefused("predict --model @ranklib.txt --data @good.txt", found);
    }

    @Test
    void textThatIsNoUtf8IsRefused() throws IOException {
        write("loss.csv", ",a,b", "caf\u00e9,0,1", "caf\u00e8,1,0");
        assertRefused("loss --matrix @loss.csv", "loss.csv:2: found text that is not UTF-8");
        write("names.csv", ",a,b\ncafé,0,1\ncafè,1,0\n");
        write("rows.csv", "label,x", "caf\u00e9,1", "caf\u00e8,2");
        assertRefused("train --train @rows.csv --folds 2 --loss-matrix @names.csv --out @m.json", "rows.csv:2: found ");
        write("q.txt", "q\u00e9 0 d 1", "q\u00e9 0 e 0");
        write("r.txt", "q\u00e9 Q0 d 1 0.5 tag", "q\u00e9 Q0 e 2 0.4 tag");
        assertRefused(
                "eval --qrels @q.txt --run @r.txt --measures map", "q.txt:1: found a query name that is not UTF-8");
    }

    /** One file has one encoding: what is UTF-8 in it by chance is Latin-1 too. */
    @Test
    void votesAreLatinWhereAnyLineIsNoUtf8() throws IOException {
        write(
                "v.soc",
                "# NUMBER ALTERNATIVES: 2",
                "# ALTERNATIVE NAME 1: caf\u00e9",
                "# ALTERNATIVE NAME 2: \u00c3\u00a9t\u00c3\u00a9",
                "1: 1,2");
        assertThat(run("aggregate --votes @v.soc --format csv").out())
                .isEqualTo("rank,item\n1,caf\u00e9\n2,\u00c3\u00a9t\u00c3\u00a9\n");
        write("v.soc", "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: café\n# ALTERNATIVE NAME 2: été\n1: 1,2\n");
        assertThat(run("aggregate --votes @v.soc --format csv").out()).isEqualTo("rank,item\n1,café\n2,été\n");
    }

    @Test
    void namesDoNotSteerATerminalOrMakeTwoFields() throws IOException {
        write("loss.csv", "\"\",\"a\tb\",c\nx,0,1\ny,1,0\n");
        write("rows.csv", "label,x\nx,1\ny,2\nx,1\ny,2\nx,1\ny,2\n");
        assertThat(run("train --train @rows.csv --folds 2 --loss-matrix @loss.csv --out @m.json --quiet")
                        .exit())
                .isZero();
        assertRefused(
                "predict --model @m.json --data @rows.csv --output tsv", "a name that tsv can hold; jsonl holds any");
        assertThat(run("predict --model @m.json --data @rows.csv --output jsonl")
                        .out())
                .contains("a\\tb");
        write(
                "v.soc",
                "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: \u001b[2Ja\n# ALTERNATIVE NAME 2: \u009bb\n1: 1,2\n");
        assertThat(run("aggregate --votes @v.soc").out())
                .contains("[2Ja")
                .matches(text -> text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n'));
        write("items.txt", "1 qid:1 1:1 # a\u001bb\n0 qid:1 1:2 # c\n");
        train("--measure ndcg");
        assertRefused("predict --model @m.json --data @items.txt", "a name that trec can hold; jsonl holds any");
    }

    /** Decoded, names of different bytes would be the same, and two documents one. */
    @Test
    void documentsAndTagsOfRunsThatAreNoUtf8AreRefused() throws IOException {
        write("run.txt", "q Q0 d 1 2 t");
        write("qrels.txt", "q 0 d 1");
        write("document.txt", "q Q0 d 1 2 t", "q Q0 a\u00e9 2 1 t");
        write("tag.txt", "q Q0 d 1 2 t\u00e9", "q Q0 e 2 1 t\u00e9");
        write("judged.txt", "q 0 d 1", "q 0 a\u00ff 1");
        assertRefused("eval --measures map --qrels @qrels.txt --run @document.txt", "document.txt:2: found a document");
        assertRefused("eval --measures map --qrels @qrels.txt --run @tag.txt", "tag.txt:1: found a tag that is not");
        assertRefused("eval --measures map --qrels @judged.txt --run @run.txt", "judged.txt:2: found a document name");
        assertRefused("aggregate --run @run.txt --run @document.txt", "document.txt:2: found a document name that");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", "\u001b[31m", "\u007f", "\u009b"})
    void predictionsDoNotSteerATerminalOrMakeTwoFields(String hostile) throws IOException {
        String name = "a" + hostile + "b";
        write("loss.csv", "true,\"" + name + "\",dog\ncat,0,1\ndog,1,0\n");
        write("probabilities.csv", "cat,dog\n0.9,0.1\n");
        StringBuilder rows = new StringBuilder("x,label\n");
        for (int row = 0; row < 12; row++) {
            rows.append(row % 5).append(row % 2 == 0 ? ",cat\n" : ",dog\n");
        }
        write("classes.csv", rows.toString());
        String tsv = "expected a name that tsv can hold";
        assertRefused("decide --probabilities @probabilities.csv --loss-matrix @loss.csv", tsv);
        for (String surrogate : new String[] {"squared", "logistic"}) {
            CommandRun trained =
                    run("train --model linear --loss-matrix @loss.csv --train @classes.csv --folds 2 --quiet"
                            + " --out @c.json --surrogate " + surrogate);
            assertThat(trained.exit()).as(trained.err()).isZero();
            assertRefused("predict --model @c.json --data @classes.csv --output tsv", tsv);
            assertRefused("predict --model @c.json --data @classes.csv --output tsv --loss-matrix @loss.csv", tsv);
        }
        for (String printed : new String[] {
            "decide --output jsonl --probabilities @probabilities.csv --loss-matrix @loss.csv",
            "loss --matrix @loss.csv",
            "loss --format csv --matrix @loss.csv",
            "loss --format json --matrix @loss.csv",
            "explain --format md --model @c.json",
            "explain --format json --model @c.json",
            "eval --model @c.json --data @classes.csv",
            "eval --format csv --model @c.json --data @classes.csv",
            "eval --format json --model @c.json --data @classes.csv"
        }) {
            CommandRun run = run(printed);
            assertThat(run.exit()).as(printed).isZero();
            assertThat(run.out().chars().filter(c -> Character.isISOControl(c) && c != '\n' && c != '\t'))
                    .as(printed)
                    .isEmpty();
        }
    }

    /** An override of the direction makes a line read as another. */
    @ParameterizedTest
    @ValueSource(strings = {"\u202e", "\u2066", "\u2028"})
    void messagesDoNotTurnTheirDirection(String hostile) throws IOException {
        write("turned.txt", "1 qid:1 1:" + hostile + "2\n");
        CommandRun run = run("train --measure ndcg --train @turned.txt --out @m.json");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("turned.txt:1: found ").doesNotContain(hostile);
        write("run.txt", "q Q0 d 1 2 t" + hostile + "\n");
        write("qrels.txt", "q 0 d 1\n");
        for (String format : new String[] {"table", "csv", "json"}) {
            CommandRun shown = run("eval --measures map --qrels @qrels.txt --run @run.txt --format " + format);
            assertThat(shown.exit()).isZero();
            assertThat(shown.out()).as(format).doesNotContain(hostile);
        }
    }

    @Test
    void costsThatDoNotSuitAModelAreNamed() throws IOException {
        write("loss.csv", "true,a,b\ncat,0,1\ndog,1,0\n");
        write("classes.csv", "x,label\n1,cat\n2,dog\n3,cat\n5,dog\n");
        write("other.csv", "true,a,b\ncow,0,1\ndog,1,0\n");
        assertThat(
                        run("train --model linear --loss-matrix @loss.csv --train @classes.csv --folds 2 --quiet --out @c.json")
                                .exit())
                .isZero();
        assertRefused("predict --model @c.json --data @classes.csv --loss-matrix @other.csv", "other.csv: the costs");
        assertRefused("eval --model @c.json --data @classes.csv --loss-matrix @other.csv", "other.csv: the other loss");
    }

    @Test
    void aDistributionIsReadAsOtherCsvIs() throws IOException {
        assertRefused("check --measure ndcg --distribution @", "found a directory, expected a file");
        write("p.csv", "probability,label", "1/2,caf\u00e9", "1/2,caf\u00e8");
        assertRefused("check --loss-matrix zero-one(n=2) --distribution @p.csv", "p.csv:2: found ");
    }

    /** A name that is as long as names can be has no room for an ending. */
    @Test
    void theNameOfAModelOfTreesMayHave255Bytes() throws IOException {
        String name = "n".repeat(255);
        CommandRun run =
                run("train --train @good.txt --valid @good.txt --measure ndcg --model trees --param num_round=51"
                        + " --param early_stopping_rounds=51 --quiet --out @" + name);
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(folder.resolve(name)).isNotEmptyFile();
    }
}
