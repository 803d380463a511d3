package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.text.LineChunks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstLineTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aQueryKnowsTheLineOfItsFirstRow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines =
                new ArrayList<>(List.of(LetorTexts.random(random, 30, 6, 4, 0.5).split("\n")));
        lines.add(random.nextInt(lines.size()), "bad");
        boolean scattered = seed % 2 == 0;
        if (scattered) {
            Collections.shuffle(lines, new Random(seed));
        }
        Map<String, Long> queries = new LinkedHashMap<>();
        Map<String, Long> rows = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int at = lines.get(i).indexOf("qid:");
            if (at >= 0) {
                queries.putIfAbsent(lines.get(i).substring(at + 4).split("[ \t\r#]", 2)[0], i + 1L);
                rows.put(Integer.toString(rows.size() + 1), i + 1L);
            }
        }
        Path file = LetorTexts.write(folder, "data.txt", String.join("\n", lines) + "\n");
        for (int chunk : new int[] {1, 100, LineChunks.CHUNK}) {
            ReadOptions options = new ReadOptions(2, 1);
            LetorSource source = new LetorSource(file, Grouping.QUERY, options, chunk);
            assertThat(firstLines(source.loaded())).isEqualTo(queries);
            if (!scattered) {
                assertThat(firstLines(source)).isEqualTo(queries);
            }
            assertThat(firstLines(new LetorSource(file, Grouping.ROW, options, chunk)))
                    .isEqualTo(rows);
        }
    }

    @Test
    void recordsOfSeveralLinesCountByTheirFirst() {
        String text = "label,qid,docid\n\n1,a,\"x\ny\"\n1,a,z\nbad\n1,\"b\nc\",x\n1,d,x\n";
        Path file = LetorTexts.write(folder, "data.csv", text);
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 1));
        assertThat(firstLines(source))
                .isEqualTo(firstLines(source.loaded()))
                .isEqualTo(Map.of("a", 3L, "b\nc", 7L, "d", 9L));
    }

    @Test
    void aQueryThatComesFromNoFileHasNone() {
        assertThat(Query.of("q", new double[1], new float[1][0]).firstLine()).isZero();
    }

    @Test
    void otherWeightsAndNamesLeaveTheLineAsItIs() {
        Path file = LetorTexts.write(folder, "data.txt", "# remark\n1 qid:a 1:1\n");
        Query query = new LetorSource(file, Grouping.QUERY, new ReadOptions(1, 0))
                .load()
                .queries()
                .get(0);
        assertThat(query.withWeight(2)
                        .withItemIds(List.of("x"))
                        .withItemWeights(new double[] {3})
                        .firstLine())
                .isEqualTo(2);
    }

    private static Map<String, Long> firstLines(QuerySource source) {
        Map<String, Long> lines = new LinkedHashMap<>();
        source.visit(query -> lines.put(query.id(), query.firstLine()));
        return lines;
    }
}
