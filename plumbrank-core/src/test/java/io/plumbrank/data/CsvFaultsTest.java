package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFaultsTest {
    private static final String NUMBER =
            "a decimal number that a 32-bit float can hold, or nothing for a missing value";
    private static final String WORD =
            NUMBER + "; a column may be ignored or categorical, and more words may mean a missing value";
    private static final String LABEL = "a finite decimal number as the label";
    private static final String WEIGHT = "a finite decimal number, 0 or more, as the weight of the query";
    private static final String ITEM_WEIGHT = "a finite decimal number, 0 or more, as the weight of the item";

    @TempDir
    Path folder;

    static Stream<Arguments> badRows() {
        return Stream.of(
                Arguments.of("x,a,d,1,2", "'x' in column 'label'", LABEL),
                Arguments.of(",a,d,1,2", "nothing in column 'label'", LABEL),
                Arguments.of("nan,a,d,1,2", "'nan' in column 'label'", LABEL),
                Arguments.of("1e999,a,d,1,2", "'1e999' in column 'label'", LABEL),
                Arguments.of("1,,d,1,2", "nothing in column 'qid'", "the name of a query in each row"),
                Arguments.of("1,a,d,-1,2", "'-1' in column 'weight'", WEIGHT),
                Arguments.of("1,a,d,,2", "nothing in column 'weight'", WEIGHT),
                Arguments.of("1,a,d,inf,2", "'inf' in column 'weight'", WEIGHT),
                Arguments.of("1,a,d,1,red", "'red' in column 'f'", WORD),
                Arguments.of("1,a,d,1,NaNs", "'NaNs' in column 'f'", WORD),
                Arguments.of("1,a,d,1,\"1,5\"", "'1,5' in column 'f'", NUMBER + ": write a decimal point, not a comma"),
                Arguments.of(
                        "1,a,d,1,\"-3,25e2\"",
                        "'-3,25e2' in column 'f'",
                        NUMBER + ": write a decimal point, not a comma"),
                Arguments.of("1,a,d,1,1e39", "'1e39' in column 'f'", WORD),
                Arguments.of("1,a,d,1,0x10", "'0x10' in column 'f'", WORD),
                Arguments.of("1,a,d,1,٣", "'٣' in column 'f'", WORD),
                Arguments.of("1,a,d,1,\" 2\"", "' 2' in column 'f'", WORD),
                Arguments.of("1,a,d,1", "4 fields", "5 as in the header"),
                Arguments.of("1,a,d,1,2,3", "6 fields", "5 as in the header"),
                Arguments.of("x", "1 field", "5 as in the header"),
                Arguments.of(
                        "1,g0,d,2,2",
                        "weight 2.0 for query 'g0'",
                        "1.0 as in line 2: all rows of a query carry the weight of the query"),
                Arguments.of(
                        "1,g0,e0,1,2",
                        "item 'e0' of query 'g0' again, first in line 2",
                        "each item once in a query: remove or rename one of the two"));
    }

    @ParameterizedTest
    @MethodSource("badRows")
    void aBadRowIsNamedWithItsPhysicalLine(String row, String found, String expected) {
        // a row with a line end inside, and enough rows for several blocks
        int before = 17_000;
        String good = IntStream.range(0, before)
                .mapToObj(i -> "1,g0,e" + i + ",1,0.5\n")
                .collect(Collectors.joining());
        String text = "label,qid,docid,weight,f\n" + good + "1,g0,\"two\nlines\",1,2\n\n" + row + "\n1,z,d,1,2\n";
        String end = ":" + (before + 5) + ": found " + found + ", expected " + expected;
        for (String name : List.of("bad.csv", "bad.csv.gz")) {
            Path file = LetorTexts.write(folder, name, text);
            CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(2, 0));
            assertThatThrownBy(source::load).isInstanceOf(InputException.class).hasMessage(file + end);
            assertThatThrownBy(() -> source.visit(query -> {})).hasMessage(file + end);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "", "inf", "nan", "1e999", "heavy"})
    void aBadWeightOfAnItemIsNamed(String weight) {
        String found = weight.isEmpty() ? "nothing" : "'" + weight + "'";
        String text = "label,qid,item_weight,f\n1,a,0,2\n1,a," + weight + ",2\n";
        assertFault(text, 3, found + " in column 'item_weight'", ITEM_WEIGHT);
    }

    @Test
    void aBadFieldBehindALineEndInItsRowIsNamedWithItsOwnLine() {
        assertFault("label,qid,docid,f\n1,a,\"two\r\nlines\nthree\",red\n1,a,x,2\n", 4, "'red' in column 'f'", WORD);
    }

    @Test
    void aHeaderWithoutANeededColumnListsWhatIsThere() {
        assertFault(
                "lable,qid,f\n1,a,2\n",
                1,
                "the columns 'lable', 'qid', 'f'",
                "a label column 'label': say which column it is, did you mean 'lable'?");
        assertFault(
                "\nlabel,session,f\n1,a,2\n",
                2,
                "the columns 'label', 'session', 'f'",
                "a query column 'query' or 'qid': say which column it is");
        String many = IntStream.range(0, 30).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        Path file = LetorTexts.write(folder, "bad.csv", many + "\n");
        assertThatThrownBy(new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))::load)
                .hasMessageStartingWith(file + ":1: found the columns 'c0', 'c1', ")
                .hasMessageContaining("'c19' and 10 more, expected a label column 'label': say which column it is");
    }

    @Test
    void otherSeparatorsThanCommasAreNamed() {
        assertFault(
                "label;qid;f\n1;a;2\n",
                1,
                "one column 'label;qid;f'",
                "columns that commas separate, or tabs in a file whose name ends in .tsv: save the file in that way");
        assertFault(
                "label\tqid\n1\ta\n",
                1,
                "one column 'label\uFFFDqid'",
                "columns that commas separate, or tabs in a file whose name ends in .tsv: save the file in that way");
    }

    @Test
    void aNamedColumnThatIsNotThereIsAFaultEvenWhereNoneIsNeeded() {
        Path file = LetorTexts.write(folder, "bad.csv", "label,qid,weight\n1,a,2\n");
        CsvColumns columns = CsvColumns.defaults().withWeight("wieght");
        assertThatThrownBy(new CsvSource(file, columns, Grouping.QUERY, new ReadOptions(1, 0))::featureNames)
                .hasMessage(file + ":1: found the columns 'label', 'qid', 'weight', "
                        + "expected a weight column 'wieght': say which column it is, did you mean 'weight'?");
    }

    @Test
    void columnNamesAreThereAndDifferent() {
        assertFault("label,qid,f,f\n1,a,2,3\n", 1, "column 'f' twice", "each column name once");
        assertFault(
                "label,,qid,f\n1,0,a,2\n",
                1,
                "a header whose column 2 has no name",
                "a name for each column: name it, or remove the column");
        assertThatThrownBy(() -> CsvColumns.defaults().withLabel("x").withItem("x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'x' cannot be two of label, query, weight, item and item weight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n\n"})
    void aFileWithoutAHeaderEndsTooEarly(String text) {
        long line = 1 + text.chars().filter(c -> c == '\n').count();
        String expected = "a header that names the columns, label and query among them";
        assertFault(text, line, "the end of the file", expected);
    }

    @Test
    void aFileWithoutARowEndsTooEarly() {
        String expected = "a row with a field for each column of the header";
        assertFault("label,qid\n", 2, "the end of the file", expected);
        assertFault("label,qid", 2, "the end of the file", expected);
        assertFault("\"label\",\"qid\",\"a\nb\"\n\n", 4, "the end of the file", expected);
    }

    @Test
    void brokenQuotesAreNamedWithTheLineOfTheirRecord() {
        String expected = "quotes around a whole field, doubled inside it, and each closed";
        assertFault(
                "label,qid\n1,a\n\n2,\"b\n3,c\n",
                4,
                "a record that is not CSV (Unclosed quoted field at end of input)",
                expected);
        assertFault(
                "label,qid\n1,\"a\nb\"\n2,\"b\"c\n",
                4,
                "a record that is not CSV (Unexpected character after closing quote: 'c' (0x63))",
                expected);
    }

    @Test
    void aBadRowBeforeBrokenQuotesComesFirst() {
        assertFault("label,qid\nx,a\n2,\"b\n", 2, "'x' in column 'label'", LABEL);
    }

    @Test
    void textThatIsNotUtf8IsNamed() {
        byte[] query = "label,qid\n1,caf\u00e9\n1,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = LetorTexts.write(folder, "bad.csv", query);
        assertThatThrownBy(new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))::load)
                .hasMessage(file + ":2: found 'caf\uFFFD' in column 'qid', expected UTF-8 text: convert the file");
        assertThatThrownBy(new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 1))::load)
                .hasMessageStartingWith(file + ":3: ");
        byte[] header = "label,qid,caf\u00e9\n1,a,1\n".getBytes(StandardCharsets.ISO_8859_1);
        LetorTexts.write(folder, "bad.csv", header);
        assertThatThrownBy(new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))::load)
                .hasMessage(file + ":1: found a header that is not UTF-8, expected UTF-8 text: convert the file");
    }

    @Test
    void aQueryThatComesBackStopsAStream() {
        Path file = LetorTexts.write(folder, "scattered.csv", "label,qid\n1,a\n1,b\n1,a\n");
        assertThatThrownBy(() -> new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))
                        .visit(query -> {}))
                .isInstanceOf(ScatteredQueryException.class)
                .hasMessageStartingWith(file + ":4: found query 'a' again after another query");
    }

    @Test
    void aFeatureThatIsNotThereComesWithTheNearestName() {
        Path file = LetorTexts.write(folder, "data.csv", "label,qid,score_a,bm25\n1,a,2,3\n");
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0));
        assertThatThrownBy(() -> source.featureIndex("scorea"))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":1: found no column 'scorea' among 'label', 'qid', 'score_a', 'bm25', "
                        + "expected the name of a feature, did you mean 'score_a'?");
        assertThatThrownBy(() -> source.featureIndex("label"))
                .hasMessage(file + ":1: found column 'label', which is no feature, expected the name of a feature");
    }

    @Test
    void whatAVisitorThrowsComesOutUnchanged() {
        Path file = LetorTexts.write(folder, "good.csv", "label,qid\n1,a\n1,b\n");
        UncheckedIOException thrown = new UncheckedIOException(new IOException("mine"));
        assertThatThrownBy(() -> new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0))
                        .visit(query -> {
                            throw thrown;
                        }))
                .isSameAs(thrown);
    }

    private void assertFault(String text, long line, String found, String expected) {
        Path file = LetorTexts.write(folder, "bad.csv", text);
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 0));
        String message = file + ":" + line + ": found " + found + ", expected " + expected;
        assertThatThrownBy(source::load).isInstanceOf(InputException.class).hasMessage(message);
        assertThatThrownBy(() -> source.visit(query -> {})).hasMessage(message);
    }
}
