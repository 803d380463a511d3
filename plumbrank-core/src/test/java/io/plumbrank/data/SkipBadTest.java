package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.text.LineChunks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkipBadTest {
    /** Bad are lines 2, 4 (an item again), 5 and 8 (an item again). */
    private static final String LETOR = """
            1 qid:a 1:1 # x
            oops
            2 qid:a 1:2 # y
            3 qid:a 1:3 # x
            4 qid:a 1:none # z
            5 qid:a 1:5 # z
            6 qid:b 1:6 # x
            7 qid:b 1:7 # x
            8 qid:b 1:8
            """;

    /** The same faults, and another weight for a row of query b. */
    private static final String CSV = """
            label,qid,docid,weight,f
            1,a,x,1,1
            oops
            2,a,y,1,2
            3,a,x,1,3
            4,a,z,1,no
            5,a,z,1,5
            6,b,x,2,6
            7,b,y,3,7
            8,b,,2,8
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 30, LineChunks.CHUNK})
    void badLinesWithinTheBudgetArePassedOverAndCounted(int chunk) {
        Path file = LetorTexts.write(folder, "bad.txt", LETOR);
        List<String> expected = NaiveLetor.snapshots(
                "1 qid:a 1:1 # x\n2 qid:a 1:2 # y\n5 qid:a 1:5 # z\n6 qid:b 1:6 # x\n8 qid:b 1:8\n");
        for (int threads : new int[] {1, 2, 5}) {
            for (long budget : new long[] {4, 5, Long.MAX_VALUE}) {
                LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, budget), chunk);
                assertThat(source.skippedLines()).isZero();
                assertThat(Snapshots.visited(source)).isEqualTo(expected);
                assertThat(source.skippedLines()).isEqualTo(4);
                assertThat(Snapshots.of(source.load())).isEqualTo(expected);
                assertThat(source.skippedLines()).isEqualTo(4);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, LineChunks.CHUNK})
    void theFirstBadLineBeyondTheBudgetIsThrown(int chunk) {
        Path file = LetorTexts.write(folder, "bad.txt", LETOR);
        long[] badLines = {2, 4, 5, 8};
        for (int threads : new int[] {1, 2, 5}) {
            for (int budget = 0; budget < 4; budget++) {
                LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(threads, budget), chunk);
                String start = file + ":" + badLines[budget] + ": ";
                assertThatThrownBy(source::load).hasMessageStartingWith(start);
                assertThatThrownBy(() -> source.visit(query -> {})).hasMessageStartingWith(start);
            }
        }
    }

    @Test
    void theSameHoldsForCsv() {
        Path file = LetorTexts.write(folder, "bad.csv", CSV);
        long[] badLines = {3, 5, 6, 9};
        for (int budget = 0; budget < 4; budget++) {
            CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, budget));
            String start = file + ":" + badLines[budget] + ": ";
            assertThatThrownBy(source::load).hasMessageStartingWith(start);
            assertThatThrownBy(() -> source.visit(query -> {})).hasMessageStartingWith(start);
        }
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 4));
        assertThat(Snapshots.visited(source))
                .isEqualTo(Snapshots.of(source.load()))
                .containsExactly(
                        "a weight 1.0\n  x 3ff0000000000000 0:3f800000\n  y 4000000000000000 0:40000000"
                                + "\n  z 4014000000000000 0:40a00000",
                        "b weight 2.0\n  x 4018000000000000 0:40c00000\n  - 4020000000000000 0:41000000");
        assertThat(source.skippedLines()).isEqualTo(4);
    }

    @Test
    void aMillionBadLinesAreNoBurdenWhenTheFirstOneEndsIt() {
        Path file = LetorTexts.write(folder, "bad.txt", "x\n".repeat(1_000_000));
        assertThatThrownBy(new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 10))::load)
                .hasMessageStartingWith(file + ":11: ");
    }

    @Test
    void aFileOfOnlyBadLinesHasNoRows() {
        Path file = LetorTexts.write(folder, "bad.txt", "x\ny\n");
        assertThatThrownBy(new LetorSource(file, Grouping.QUERY, new ReadOptions(1, 9))::load)
                .hasMessageStartingWith(file + ":3: found the end of the file, expected a row");
    }
}
