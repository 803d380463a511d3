package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.text.LineChunks;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LetorFaultsTest {
    private static final String LABEL = "a row that begins with its label, a finite decimal number";
    private static final String QID = "'qid:ID' after the label, which says what query the row belongs to";
    private static final String FEATURE = "a feature 'number:value' with a number from 0 to 2147483646";
    private static final String VALUE = "a decimal number that a 32-bit float can hold, or nan for a missing value";

    @TempDir
    Path folder;

    static Stream<Arguments> badRows() {
        return Stream.of(
                Arguments.of("x qid:1 1:2", "'x' as the label", LABEL),
                Arguments.of("NaN qid:1 1:2", "'NaN' as the label", LABEL),
                Arguments.of("-inf qid:1 1:2", "'-inf' as the label", LABEL),
                Arguments.of("1e999 qid:1 1:2", "'1e999' as the label", LABEL),
                Arguments.of("0x1 qid:1 1:2", "'0x1' as the label", LABEL),
                Arguments.of("qid:1 1:2", "'qid:1' as the label", LABEL),
                Arguments.of("1 1:2 2:3", "'1:2'", QID),
                Arguments.of("1", "the end of the row", QID),
                Arguments.of("1 # doc", "the end of the row", QID),
                Arguments.of("1 QID:4 1:2", "'QID:4'", QID),
                Arguments.of("1 qid 1:2", "'qid'", QID),
                Arguments.of("1 qid: 1:2", "a query without a name", QID),
                Arguments.of("1 qid:#1:2", "a query without a name", QID),
                Arguments.of("1 qid:1 a:2", "'a:2' as a feature", FEATURE),
                Arguments.of("1 qid:1 7", "'7' as a feature", FEATURE),
                Arguments.of("1 qid:1 :2", "':2' as a feature", FEATURE),
                Arguments.of("1 qid:1 -1:2", "'-1:2' as a feature", FEATURE),
                Arguments.of("1 qid:1 1.5:2", "'1.5:2' as a feature", FEATURE),
                Arguments.of("1 qid:1 2147483647:2", "'2147483647:2' as a feature", FEATURE),
                Arguments.of("1 qid:1 99999999999999999999:2", "'99999999999999999999:2' as a feature", FEATURE),
                Arguments.of("1 qid:1 1:2 qid:1", "'qid:1' as a feature", FEATURE),
                Arguments.of("1 qid:1 1:2,3:4", "'2,3:4' as the value of feature 1", VALUE),
                Arguments.of("1 qid:1 1:", "'' as the value of feature 1", VALUE),
                Arguments.of("1 qid:1 1: 2:3", "'' as the value of feature 1", VALUE),
                Arguments.of("1 qid:1 1:-", "'-' as the value of feature 1", VALUE),
                Arguments.of("1 qid:1 1:nana", "'nana' as the value of feature 1", VALUE),
                Arguments.of("1 qid:1 12:Infinity", "'Infinity' as the value of feature 12", VALUE),
                Arguments.of("1 qid:1 12:-inf", "'-inf' as the value of feature 12", VALUE),
                Arguments.of("1 qid:1 3:0x1p3", "'0x1p3' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:1e39", "'1e39' as the value of feature 3", VALUE),
                Arguments.of(
                        "1 qid:1 3:1.79769313486232E+308", "'1.79769313486232E+308' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:1f", "'1f' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:0.123456x", "'0.123456x' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:1..2", "'1..2' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:٣", "'٣' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:1\u00002", "'1\uFFFD2' as the value of feature 3", VALUE),
                Arguments.of("1 qid:1 3:1 4:2 3:5", "feature 3 twice", "each feature once in a row"),
                Arguments.of("1 qid:1 3:1 3:1", "feature 3 twice", "each feature once in a row"),
                Arguments.of("1 qid:1 9:0 03:1 3:1", "feature 3 twice", "each feature once in a row"),
                Arguments.of(
                        "1 qid:1 1:" + "9".repeat(100), "'" + "9".repeat(60) + "…' as the value of feature 1", VALUE));
    }

    @ParameterizedTest
    @MethodSource("badRows")
    void aBadRowIsNamedWithItsLineWhereverItStands(String row, String found, String expected) {
        String good = "1 qid:1 1:0.5\n";
        int before = 70;
        String text = good.repeat(before) + "# remark\n\n" + row + "\n" + good;
        String end = ":" + (before + 3) + ": found " + found + ", expected " + expected;
        for (String name : List.of("bad.txt", "bad.txt.gz")) {
            Path file = LetorTexts.write(folder, name, text);
            for (int threads : new int[] {1, 2, 5}) {
                for (int chunk : new int[] {1, 100, LineChunks.CHUNK}) {
                    LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, 0), chunk);
                    assertThatThrownBy(source::load)
                            .isInstanceOf(InputException.class)
                            .hasMessage(file + end);
                    assertThatThrownBy(() -> source.visit(query -> {})).hasMessage(file + end);
                }
            }
        }
    }

    @Test
    void aBadRowBeyondTheFirstRealChunkIsNamedWithItsLine() {
        String good = "1 qid:1 1:0.5 2:0.25 3:0.125\n";
        int before = 3 * LineChunks.CHUNK / good.length();
        String text = good.repeat(before) + "1 qid:1 1:oops\n" + good.repeat(100);
        for (String name : List.of("bad.txt", "bad.txt.gz")) {
            Path file = LetorTexts.write(folder, name, text);
            for (int threads : new int[] {1, 2, 5}) {
                InputException fault = fault(new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, 0)));
                assertThat(fault.line()).isEqualTo(before + 1);
                assertThat(fault.file()).isEqualTo(file.toString());
                assertThat(fault.found()).isEqualTo("'oops' as the value of feature 1");
                assertThat(fault.expected()).isEqualTo(VALUE);
            }
        }
    }

    @Test
    void textThatIsNotUtf8IsNamed() {
        byte[] query = "1 qid:caf\u00e9 1:2\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] item = "1 qid:a 1:2 # caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(fault(source(LetorTexts.write(folder, "q.txt", query))))
                .hasMessageEndingWith(
                        ":1: found a query name that is not UTF-8, expected UTF-8 text: convert the file");
        assertThat(fault(source(LetorTexts.write(folder, "i.txt", item))))
                .hasMessageEndingWith(
                        ":1: found an item name that is not UTF-8, expected UTF-8 text: convert the file");
    }

    @Test
    void anItemTwiceInAQueryIsNamedWithBothLines() {
        String text = "1 qid:a # x\n\n1 qid:a # y\n1 qid:b # x\n1 qid:b # é\n1 qid:b #docid = é\n";
        Path file = LetorTexts.write(folder, "twice.txt", text);
        String message = file + ":6: found item 'é' of query 'b' again, first in line 5, "
                + "expected each item once in a query: remove or rename one of the two";
        for (int chunk : new int[] {1, 20, LineChunks.CHUNK}) {
            LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), chunk);
            assertThatThrownBy(source::load).isInstanceOf(InputException.class).hasMessage(message);
            assertThatThrownBy(() -> source.visit(query -> {})).hasMessage(message);
        }
    }

    @Test
    void anItemTwiceInAScatteredQueryIsNamedWithBothLines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("1 qid:").append(i % 3).append(" # d").append(i).append('\n');
        }
        text.append("1 qid:9\n1 qid:0 # d198\n");
        Path file = LetorTexts.write(folder, "twice.txt", text.toString());
        for (int chunk : new int[] {1, 50, LineChunks.CHUNK}) {
            assertThatThrownBy(new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), chunk)::load)
                    .hasMessageStartingWith(file + ":202: found item 'd198' of query '0' again, first in line 199, ");
        }
    }

    @Test
    void aQueryThatComesBackStopsAStreamAndNotALoad() {
        Path file = LetorTexts.write(folder, "scattered.txt", "1 qid:a\n1 qid:7\n# r\n2 qid:a\n3 qid:7\n");
        for (int chunk : new int[] {1, 12, LineChunks.CHUNK}) {
            LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), chunk);
            List<String> seen = new ArrayList<>();
            assertThatThrownBy(() -> source.visit(query -> seen.add(query.id())))
                    .isInstanceOf(ScatteredQueryException.class)
                    .hasMessage(file + ":4: found query 'a' again after another query, expected the lines of a query "
                            + "together (sort the file by query, or load it into memory)");
            assertThat(seen).containsExactly("a", "7");
            assertThat(source.load().queries()).hasSize(2);
        }
    }

    @Test
    void namesOfQueriesAreTextAndNotNumbers() {
        Path file =
                LetorTexts.write(folder, "names.txt", "1 qid:7\n1 qid:07\n1 qid:7.0\n1 qid:+7\n1 qid:-7\n1 qid:0\n");
        List<String> seen = new ArrayList<>();
        source(file).visit(query -> seen.add(query.id()));
        assertThat(seen).containsExactly("7", "07", "7.0", "+7", "-7", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF", "\n", "# only a remark", "\r\n\r\n", " \n\t\n"})
    void aFileWithoutARowEndsTooEarly(String text) {
        long line = text.chars().filter(c -> c == '\n').count() + 1 + (text.endsWith("k") ? 1 : 0);
        for (String name : List.of("empty.txt", "empty.txt.gz")) {
            Path file = LetorTexts.write(folder, name, text);
            for (int threads : new int[] {1, 2}) {
                LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, 0));
                String message =
                        file + ":" + line + ": found the end of the file, expected a row 'label qid:ID number:value …'";
                assertThatThrownBy(source::load)
                        .isInstanceOf(InputException.class)
                        .hasMessage(message);
                assertThatThrownBy(() -> source.visit(query -> {})).hasMessage(message);
            }
        }
    }

    @Test
    void aFeatureOfLetorTextIsItsNumber() {
        LetorSource source = source(Path.of("any.txt"));
        assertThat(source.featureIndex("17")).isEqualTo(17);
        assertThat(source.featureIndex("0")).isZero();
        assertThat(source.featureNames()).isEmpty();
        for (String name : List.of("bm25", "", "-1", "1.0", "07", "99999999999", "+3")) {
            assertThatThrownBy(() -> source.featureIndex(name))
                    .isInstanceOf(InputException.class)
                    .hasMessage("any.txt: found feature '" + name + "', expected the number of a feature, "
                            + "since features of LETOR text have no names "
                            + "(a CSV file is known by its name, .csv or .csv.gz)");
        }
    }

    @Test
    void whatAVisitorThrowsComesOutUnchanged() {
        Path file = LetorTexts.write(folder, "good.txt", "1 qid:a\n1 qid:b\n");
        for (int threads : new int[] {1, 2}) {
            IllegalStateException thrown = new IllegalStateException("mine");
            assertThatThrownBy(() -> new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, 0)).visit(query -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        }
    }

    private static InputException fault(QuerySource source) {
        try {
            source.load();
        } catch (InputException e) {
            return e;
        }
        throw new AssertionError("no fault in " + source.file());
    }

    private static LetorSource source(Path file) {
        return new LetorSource(file, Grouping.QUERY, new ReadOptions(1, 0));
    }
}
