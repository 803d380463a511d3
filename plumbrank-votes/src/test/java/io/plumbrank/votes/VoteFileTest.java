package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.SharedData;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VoteFileTest {
    private static final String HEADER = """
            # FILE NAME: votes.toi
            # TITLE: Four dishes: which first?
            # NUMBER ALTERNATIVES: 4
            # NUMBER VOTERS: 6
            # ALTERNATIVE NAME 1: Apple pie
            # ALTERNATIVE NAME 2: Bread
            # ALTERNATIVE NAME 3: Crème brûlée
            # ALTERNATIVE NAME 4: Dates, fresh: 1 kg
            """;

    private static final String MIXED_ROW =
            "numbers throughout the first row, or names that are not numbers throughout it";

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static double[][] matrix(PairwiseWeights weights) {
        double[][] rows = new double[weights.size()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = weights.row(i);
        }
        return rows;
    }

    /** A tie says nothing of its items, and yet names them. */
    @Test
    void ballotsOfTiesAloneAreBallots() throws IOException {
        PairwiseWeights weights = VoteFile.read(file("ties.txt", "2.5: a = b\na = b = c\n"), Unranked.IGNORE);
        assertThat(weights.names()).containsExactly("a", "b", "c");
        assertThat(matrix(weights)).isDeepEqualTo(new double[3][3]);
        assertThat(matrix(VoteFile.read(file("bottom.txt", "2.5: a = b\na = b = c\n"), Unranked.BOTTOM)))
                .isDeepEqualTo(new double[][] {{0, 0, 2.5}, {0, 0, 2.5}, {0, 0, 0}});
    }

    @ParameterizedTest
    @ValueSource(strings = {"apple\npear\n", "apple\n3\n", "7\n"})
    void oneColumnIsNoVote(String text) throws IOException {
        Path file = file("votes.csv", text);
        assertThatThrownBy(() -> VoteFile.read(file, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":1: found one column, expected weights of two items or more, or ballots such as"
                        + " apple > pear = fig");
    }

    @Test
    void votesWithTiesAndGapsBecomePairwiseCounts() throws IOException {
        Path file = file("votes.toi", HEADER + "3: 3,{1,2},4\n\n2: 2\n1: 4 , { 3, 1 }\n");
        assertThat(VoteFile.read(file, Unranked.IGNORE).names())
                .containsExactly("Apple pie", "Bread", "Crème brûlée", "Dates, fresh: 1 kg");
        assertThat(matrix(VoteFile.read(file, Unranked.IGNORE)))
                .isEqualTo(new double[][] {{0, 0, 0, 3}, {0, 0, 0, 3}, {3, 3, 0, 3}, {1, 0, 1, 0}});
        assertThat(matrix(VoteFile.read(file, Unranked.BOTTOM))).isEqualTo(new double[][] {
            {0, 1, 0, 3}, {2, 0, 2, 3 + 2}, {3, 3 + 1, 0, 3}, {1, 1, 1, 0}
        });
    }

    @Test
    void namesMayBeMissingAndFilesPacked() throws IOException {
        Path file = folder.resolve("votes.soc.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("# NUMBER ALTERNATIVES: 2\r\n5: 2,1\r\n".getBytes(StandardCharsets.UTF_8));
        }
        PairwiseWeights weights = VoteFile.read(file, Unranked.IGNORE);
        assertThat(weights.names()).containsExactly("1", "2");
        assertThat(weights.weight(1, 0)).isEqualTo(5);
    }

    @Test
    void theFirstLinesTellTheFormatWhenTheNameDoesNot() throws IOException {
        assertThat(matrix(VoteFile.read(file("votes", "# NUMBER ALTERNATIVES: 2\n5: 2,1\n"), Unranked.IGNORE)))
                .isEqualTo(new double[][] {{0, 0}, {5, 0}});
        assertThat(matrix(VoteFile.read(file("votes.txt", "A title, with commas\n2\n0 1\n5 0\n"), Unranked.IGNORE)))
                .isEqualTo(new double[][] {{0, 1}, {5, 0}});
        assertThat(matrix(VoteFile.read(file("votes.data", "0,1\n5,0\n"), Unranked.IGNORE)))
                .isEqualTo(new double[][] {{0, 1}, {5, 0}});
    }

    static Stream<Arguments> badVotes() {
        return Stream.of(
                Arguments.of("toi", "3: 1,2,1\n", 9, "alternative 1 twice", "each at most once"),
                Arguments.of("toi", "3: 1,5\n", 9, "'5'", "an alternative in 1..4"),
                Arguments.of("toi", "3: 1,0\n", 9, "'0'", "an alternative in 1..4"),
                Arguments.of("toi", "3: 1,,2\n", 9, "nothing", "an alternative in 1..4"),
                Arguments.of("toi", "3: 1,2,\n", 9, "nothing", "an alternative in 1..4"),
                Arguments.of("toi", "3:\n", 9, "nothing", "an alternative in 1..4"),
                Arguments.of("toi", "3: {}\n", 9, "nothing", "an alternative in 1..4"),
                Arguments.of("toi", "3: {1,{2}}\n", 9, "'{' within a tie", "'}' before the next tie"),
                Arguments.of("toi", "3: {1,2\n", 9, "'{' without '}'", "ties like {1,2}"),
                Arguments.of("toi", "3: 1,2}\n", 9, "'}' without '{'", "ties like {1,2}"),
                Arguments.of("toi", "3: one\n", 9, "'one'", "an alternative in 1..4"),
                Arguments.of(
                        "toi",
                        "6: 1\n-1: 2\n",
                        10,
                        "'-1'",
                        "a number of voters before the colon in 1..1000000000000000"),
                Arguments.of("toi", "3,1,2,4\n", 9, "'3,1,2,4'", "a vote like '3: 2,1,3'"),
                Arguments.of(
                        "soc",
                        "6: 1,2,3\n",
                        9,
                        "3 of 4 alternatives",
                        "all of them in a .soc file (incomplete orders: .soi, .toi)"),
                Arguments.of(
                        "toc",
                        "6: {1,2},3\n",
                        9,
                        "3 of 4 alternatives",
                        "all of them in a .toc file (incomplete orders: .soi, .toi)"),
                Arguments.of("soi", "6: {1,2}\n", 9, "a tie", "no ties in a .soi file (orders with ties: .toc, .toi)"),
                Arguments.of(
                        "toi",
                        "5: 1\n",
                        4,
                        "NUMBER VOTERS 6 and votes that add up to 5",
                        "the same number: is the file whole?"),
                Arguments.of("toi", "", 8, "no votes", "lines like '3: 2,1,3' after the header"),
                Arguments.of(
                        "toi", "# ALTERNATIVE NAME 4: Bread\n", 9, "'Bread' again", "a name other than that of line 6"),
                Arguments.of("toi", "# ALTERNATIVE NAME 5: E\n", 9, "'5'", "an alternative in 1..4"),
                Arguments.of(
                        "toi", "# NUMBER ALTERNATIVES: 3\n", 9, "NUMBER ALTERNATIVES again", "it once, as in line 3"));
    }

    @ParameterizedTest
    @MethodSource("badVotes")
    void aBadVoteIsReportedWithItsLine(String type, String text, long line, String found, String expected)
            throws IOException {
        Path file = file("bad." + type, HEADER + text);
        assertThatThrownBy(() -> VoteFile.read(file, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessage(file + (line == 0 ? "" : ":" + line) + ": found " + found + ", expected " + expected);
    }

    @Test
    void aBadHeaderIsReported() throws IOException {
        Path old = file("old.soc", "3\n1,A\n2,B\n3,C\n");
        assertThatThrownBy(() -> VoteFile.read(old, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(old + ":1: found '3', expected a line '# NUMBER ALTERNATIVES: …' before it");
        Path unnamed = file("unnamed.soc", "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 2: B\n1: 1,2\n");
        assertThatThrownBy(() -> VoteFile.read(unnamed, Unranked.IGNORE))
                .hasMessageContaining(":1: found no name for item 1");
        Path type = file("type", "# NUMBER ALTERNATIVES: 2\n# DATA TYPE: cat\n1: 1,2\n");
        assertThatThrownBy(() -> VoteFile.read(type, Unranked.IGNORE))
                .hasMessageContaining(":2: found 'cat', expected a data type");
        assertThatThrownBy(() -> VoteFile.read(folder, Unranked.IGNORE)).hasMessageContaining("found a directory");
        assertThatThrownBy(() -> VoteFile.read(folder.resolve("none.soc"), Unranked.IGNORE))
                .hasMessageContaining("no such file");
    }

    @Test
    void csvMayHaveNamesInItsFirstRowItsFirstColumnOrBoth() throws IOException {
        double[][] wanted = {{0, 1, 2.5}, {3, 0, -4}, {5, 6, 0}};
        for (String text : List.of(
                "0,1,2.5\n3,0,-4\n5,6,0\n",
                "a,b,c\n0,1,2.5\n3,0,-4\n5,6,0\n",
                "a,0,1,2.5\nb,3,0,-4\nc,5,6,0\n",
                ",a,b,c\na,,1,2.5\nb,3,,-4\nc,5,6,\n",
                "above,a,b,c\na,9,1,2.5\nb,3,9,-4\nc,5,6,9\n",
                "\"\",\"c\",\"b\",\"a\"\na,2.5,1,x\nb,-4,,3\nc,,6,5\n")) {
            PairwiseWeights weights = VoteFile.read(file("weights.csv", text), Unranked.IGNORE);
            assertThat(matrix(weights)).as(text).isEqualTo(wanted);
            assertThat(weights.names())
                    .as(text)
                    .isEqualTo(text.contains("a") ? List.of("a", "b", "c") : List.of("1", "2", "3"));
        }
        PairwiseWeights years = VoteFile.read(file("years.csv", ",1999,x\n1999,,1\nx,2,\n"), Unranked.IGNORE);
        assertThat(years.names()).containsExactly("1999", "x");
        PairwiseWeights numbers = VoteFile.read(file("numbers.csv", ",2019,2020\n2019,,3\n2020,4,\n"), Unranked.IGNORE);
        assertThat(numbers.names()).containsExactly("2019", "2020");
        assertThat(matrix(numbers)).isEqualTo(new double[][] {{0, 3}, {4, 0}});
    }

    static Stream<Arguments> badCsv() {
        return Stream.of(
                Arguments.of("", 0, "no rows", "a row of weights for each item"),
                Arguments.of(",a,b\n", 1, "names and no weights", "a row for each item"),
                Arguments.of("0,1\n2\n", 2, "1 cell", "2 as in line 1"),
                Arguments.of("0,1\n2,0\n3,4\n", 3, "3 rows", "2, as many as columns"),
                Arguments.of("0,1\nx,0\n", 2, "'x' in column 1", PairwiseWeights.USABLE),
                Arguments.of("0,\n1,0\n", 1, "an empty cell in column 2", PairwiseWeights.USABLE),
                Arguments.of("a,b\n0,NaN\n1,0\n", 2, "'NaN' in column 2", PairwiseWeights.USABLE),
                Arguments.of("a,b\n0,1e200\n1,0\n", 2, "'1e200' in column 2", PairwiseWeights.USABLE),
                Arguments.of("0,nan,2\n1,0,3\n4,5,0\n", 1, "'nan' in column 2", PairwiseWeights.USABLE),
                Arguments.of("0,b,2\n1,0,3\n4,5,0\n", 1, "'b' in column 2", MIXED_ROW),
                Arguments.of("a,b,3,d\n0,1,2,3\n", 1, "'3' in column 3", MIXED_ROW),
                Arguments.of("1,b\n0,1\n1,0\n", 1, "'1' in column 1", MIXED_ROW),
                Arguments.of(
                        "a,0,1\n2,1,0\n",
                        2,
                        "'2' in column 1",
                        "a name that is not a number, as in line 1"
                                + " (with names that are numbers, leave the first cell of the first row empty)"),
                Arguments.of(
                        ",1,2\n3,,4\n5,6,\n",
                        2,
                        "'3'",
                        "a name that stands in the first row too (without names, write 0 into the first cell)"),
                Arguments.of(",a,\na,0,1\nb,1,0\n", 1, "an empty name", "a name for each column, all different"),
                Arguments.of("a,a\n0,1\n1,0\n", 1, "'a' twice", "a name for each column, all different"),
                Arguments.of(",a,b\na,0,1\na,1,0\n", 3, "'a' again", "a name other than that of line 2"),
                Arguments.of(",a,b\na,0,1\nc,1,0\n", 3, "'c'", "a name that stands in the first row too"));
    }

    @ParameterizedTest
    @MethodSource("badCsv")
    void aBadCsvIsReportedWithItsLine(String text, long line, String found, String expected) throws IOException {
        Path file = file("bad.csv", text);
        assertThatThrownBy(() -> VoteFile.read(file, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessage(file + (line == 0 ? "" : ":" + line) + ": found " + found + ", expected " + expected);
    }

    @Test
    void brokenQuotesAreReported() throws IOException {
        Path file = file("bad.csv", "0,1\n\"2,0\n");
        assertThatThrownBy(() -> VoteFile.read(file, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken CSV");
    }

    @Test
    void lolibMatricesMayBreakLinesAnywhereAndRepeatTheirTitle() throws IOException {
        double[][] wanted = {{0, 1, 2}, {-3, 0, 400}, {5, 6, 0}};
        for (String text : List.of(
                " TITLE\n3\n 7 1 2\n -3 7 400\n 5 6 7\n",
                "TITLE\n\n  3  \n7 1\n2 -3 7 0400 5\n6\n7\n TITLE\n\n",
                "3\n7 1 2 -3 7 400 5 6 7",
                "1975\n3\n7 1 2 -3 7 400 5 6 7\n")) {
            assertThat(matrix(VoteFile.read(file("m.mat", text), Unranked.IGNORE)))
                    .as(text)
                    .isEqualTo(wanted);
        }
        assertThat(VoteFile.read(file("m.mat", "1\n5\n"), Unranked.IGNORE).size())
                .isEqualTo(1);
    }

    static Stream<Arguments> badMatrices() {
        return Stream.of(
                Arguments.of("", 0, "the end of the file", "the number of items alone in a line, after a title line"),
                Arguments.of("TITLE\nx\n", 2, "'x'", "the number of items alone in a line, after a title line"),
                Arguments.of("TITLE\n0\n", 2, "'0'", "a number of items in 1..46340"),
                Arguments.of("TITLE\n99999\n1 2\n", 2, "'99999'", "a number of items in 1..46340"),
                Arguments.of("TITLE\n2\n1 2\n3\n", 4, "the end of the file after 3 numbers", "2 × 2 of them"),
                Arguments.of("TITLE\n2\n1 2\n3 4 5\n", 4, "'5'", "the end of the matrix: it is full"),
                Arguments.of("TITLE\n2\n1 2\n3 4\n5\n", 5, "'5'", "nothing after the 2 × 2 numbers but a title"),
                Arguments.of("TITLE\n2\n1 2\n3 four\n", 4, "'four'", PairwiseWeights.USABLE));
    }

    @ParameterizedTest
    @MethodSource("badMatrices")
    void aBadMatrixIsReportedWithItsLine(String text, long line, String found, String expected) throws IOException {
        Path file = file("bad.mat", text);
        assertThatThrownBy(() -> VoteFile.read(file, Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessage(file + (line == 0 ? "" : ":" + line) + ": found " + found + ", expected " + expected);
    }

    @Test
    void everyFileOfPrefLibAtHandIsReadAndAddsUp() throws IOException {
        Path preflib = SharedData.require("preflib");
        try (Stream<Path> files = Files.walk(preflib)) {
            List<Path> votes = files.filter(file -> !PrefLibReader.typeOf(file).isEmpty())
                    .sorted()
                    .toList();
            assertThat(votes).hasSizeGreaterThan(50);
            for (Path file : votes) {
                PairwiseWeights weights = VoteFile.read(file, Unranked.IGNORE);
                double voters = voters(file);
                for (int i = 0; i < weights.size(); i++) {
                    for (int j = 0; j < i; j++) {
                        double both = weights.weight(i, j) + weights.weight(j, i);
                        // complete orders: everybody has a view of every pair, if only that they are tied
                        assertThat(both).isLessThanOrEqualTo(voters);
                        if (file.toString().endsWith(".soc")) {
                            assertThat(both).isEqualTo(voters);
                        }
                    }
                }
            }
        }
    }

    /** The first numbers of all lines that are no header. */
    private static double voters(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .mapToDouble(line -> Double.parseDouble(line.substring(0, line.indexOf(':'))))
                .sum();
    }

    @Test
    void votesAreChecked() {
        assertThatThrownBy(() -> PairwiseWeights.of(List.of("a"), new double[2][2]))
                .hasMessageContaining("need one name per item");
        assertThat(Unranked.parse("Bottom")).isEqualTo(Unranked.BOTTOM);
        assertThatThrownBy(() -> Unranked.parse("buttom")).hasMessageContaining("did you mean 'bottom'?");
    }
}
