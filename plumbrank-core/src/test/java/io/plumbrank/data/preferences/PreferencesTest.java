package io.plumbrank.data.preferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Labels;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreferencesTest {
    private static final ReadOptions READ = ReadOptions.defaults();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Two queries with named items and one with none. */
    private QuerySource items() throws IOException {
        String text = """
                0 qid:a 1:1 # x
                0 qid:a 1:2 # y
                0 qid:a 1:3 # z
                0 qid:b 1:1 # x
                0 qid:b 1:2 # y
                0 qid:c 1:5
                0 qid:c 1:6
                """;
        return QuerySource.of(file("items.txt", text), READ);
    }

    private static List<String> edges(PreferenceGraph graph) {
        List<String> edges = new ArrayList<>();
        graph.forEach((above, below, weight) -> edges.add(above + ">" + below + ":" + weight));
        return edges;
    }

    private List<String> read(Path file) throws IOException {
        PreferenceSource source = new PreferenceSource(items(), Preferences.read(file, READ));
        List<String> lines = new ArrayList<>();
        source.visit(query -> lines.add(query.id() + " " + edges(query.preferences())));
        List<String> loaded = new ArrayList<>();
        source.load().queries().forEach(query -> loaded.add(query.id() + " " + edges(query.preferences())));
        assertThat(loaded).isEqualTo(lines);
        return lines;
    }

    @Test
    void columnsComeInAnyOrderAndRepeatedPairsAddUp() throws IOException {
        Path file = file("votes.csv", """
                worse,weight,query,better
                x,2,a,y

                y, 0.5 ,a,x
                x,1,a,"y"
                2,3,c,1
                x,0,a,z
                """);
        assertThat(read(file)).containsExactly("a [1>0:3.0, 0>1:0.5]", "c [0>1:3.0]");
    }

    @Test
    void withoutWeightsEachCountsOneAndFilesMayBePacked() throws IOException {
        Path file = folder.resolve("votes.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("\uFEFFquery,better,worse\na,x,z\na,x,z\nb,y,x\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(file)).containsExactly("a [0>2:2.0]", "b [1>0:1.0]");
    }

    @Test
    void queriesWithoutPreferencesAreLeftOutAndCounted() throws IOException {
        Path items = file("graded.csv", "query,item,label,f\na,x,1,1\na,y,0,2\nb,x,0,1\nb,y,0,1\nc,x,0,2\n");
        QuerySource source = QuerySource.of(items, READ.withLabels(Labels.optional()));
        Path votes = file("votes.csv", "query,better,worse,weight\na,x,y,1\nb,x,y,0\n");
        PreferenceSource preferred = new PreferenceSource(source, Preferences.read(votes, READ));
        QuerySource loaded = preferred.loaded();
        assertThat(loaded.load().queries()).extracting(Query::id).containsExactly("a");
        assertThat(loaded.notes())
                .contains(
                        items + ": 2 queries without preferences left out",
                        items + ": its labels are not looked at, since preferences take their place");
        assertThat(loaded.labelFile()).contains(votes);
    }

    @Test
    void labelsAreNotNeeded() throws IOException {
        Path items = file("plain.csv", "query,item,f\na,x,1\na,y,2\n");
        QuerySource source = QuerySource.of(items, READ.withLabels(Labels.optional()));
        Preferences votes = Preferences.read(file("votes.csv", "query,better,worse\na,x,y\n"), READ);
        PreferenceSource preferred = new PreferenceSource(source, votes);
        assertThat(preferred.load().queries()).hasSize(1);
        assertThat(preferred.notes()).noneMatch(note -> note.contains("labels"));
    }

    /** As predict writes items: the name where there is one, else the number; a name wins over a number. */
    @Test
    void itemsGoByTheNamesThatPredictionsHave() throws IOException {
        QuerySource source = QuerySource.of(file("mixed.txt", "0 qid:a 1:1 # 2\n0 qid:a 1:2\n0 qid:a 1:3\n"), READ);
        Query query = source.load().queries().get(0);
        assertThat(List.of(query.itemId(0), query.itemId(1), query.itemId(2))).containsExactly("2", "2", "3");
        Preferences votes = Preferences.read(file("votes.csv", "query,better,worse\na,2,3\n"), READ);
        assertThat(edges(Objects.requireNonNull(votes.among(query)))).containsExactly("0>2:1.0");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("", " found no preferences, expected a header query,better,worse,weight and a row"),
                Arguments.of("query,better,worse\n", " found no preferences"),
                Arguments.of(
                        "query,beter,worse\na,x,y\n",
                        "1: found column 'beter', expected the columns query, better, worse and perhaps weight, and no others,"
                                + " did you mean 'better'?"),
                Arguments.of(
                        "query,better\na,x\n", "1: found the columns 'query', 'better', expected a column 'worse' too"),
                Arguments.of(
                        "query,better,worse,better\n",
                        "1: found column 'better' twice, expected each column name once"),
                Arguments.of("query,better,worse\na,x,y\na,x\n", "3: found 2 cells, expected 3 as in the header"),
                Arguments.of(
                        "query,better,worse\na,,y\n",
                        "2: found an empty cell in column 'better', expected the name of an"),
                Arguments.of(
                        "query,better,worse\na,x,x\n", "2: found item 'x' preferred to itself, expected two different"),
                Arguments.of(
                        "query,better,worse,weight\na,x,y,-1\n",
                        "2: found '-1' in column 'weight', expected 0, or a number between 1e-150 and 1e150"),
                Arguments.of("query,better,worse,weight\na,x,y,1e-300\n", "2: found '1e-300' in column 'weight'"),
                Arguments.of("query,better,worse,weight\na,x,y,NaN\n", "2: found 'NaN' in column 'weight'"),
                Arguments.of("query,better,worse,weight\na,x,y,inf\n", "2: found 'inf' in column 'weight'"),
                Arguments.of("query,better,worse,weight\na,x,y,\n", "2: found an empty cell in column 'weight'"),
                Arguments.of("query,better,worse\na,\"x,y\n", "2: found broken CSV"),
                Arguments.of("query,better,worse\na,x,y\nd,x,y\n", "3: found query 'd', expected a query of"),
                Arguments.of(
                        "query,better,worse\na,x,y\nb,x,yy\n",
                        "3: found item 'yy', expected one of the 2 items of query 'b', did you mean 'y'?"),
                Arguments.of("query,better,worse\nc,1,3\n", "2: found item '3', expected one of the 2 items"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void faultsNameFileAndLine(String text, String message) throws IOException {
        Path file = file("votes.csv", text);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":" + message);
    }

    @Test
    void badLinesArePassedOverWhereTheUserSaysSo() throws IOException {
        Path file = file("votes.csv", "query,better,worse,weight\na,x,x,1\na,x,y,-1\na,x,y,2\n");
        assertThatThrownBy(() -> Preferences.read(file, READ.withSkipBad(1))).hasMessageContaining(":3: found '-1'");
        Preferences read = Preferences.read(file, READ.withSkipBad(2));
        assertThat(read.skippedLines()).isEqualTo(2);
        assertThat(read.queries()).containsExactly("a");
    }

    @Test
    void aPackedFileThatWasCutShortIsNamed() throws IOException {
        Path whole = folder.resolve("whole.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            out.write("query,better,worse\na,x,z\na,x,y\n".getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(bytes, bytes.length - 9));
        assertThatThrownBy(() -> Preferences.read(cut, READ))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cut short");
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = folder.resolve("none.csv");
        assertThatThrownBy(() -> Preferences.read(file, READ)).hasMessageStartingWith(file + ": found no such file");
    }
}
