package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as pandas, R and spreadsheets write them. */
class WrittenTablesTest {
    @TempDir
    Path folder;

    private QuerySource rows(String name, String text, CsvColumns columns) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return QuerySource.of(file, columns, Grouping.ROW, ReadOptions.defaults());
    }

    private static List<float[]> features(QuerySource source) {
        return source.load().queries().stream()
                .map(query -> {
                    float[] x = new float[query.featureCount()];
                    query.featuresInto(0, x);
                    return x;
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "-nan", "NULL", "null", "None", "?", "\"NA\"",
                " NA "
            })
    void theUsualWordsForAMissingValueAreMissingValues(String word) throws IOException {
        QuerySource source =
                rows("words.csv", "label,a,b\n1,2," + word + "\n0," + word + ",3\n", CsvColumns.defaults());
        List<float[]> x = features(source);
        assertThat(x.get(0)).isEqualTo(new float[] {2, Float.NaN});
        assertThat(x.get(1)).isEqualTo(new float[] {Float.NaN, 3});
    }

    @Test
    void otherWordsAreThoseOfTheUser() throws IOException {
        CsvColumns columns = CsvColumns.defaults().withMissing(Set.of("unknown", "-999"));
        List<float[]> x = features(rows("own.csv", "label,a,b\n1,unknown,-999\n0,-99,NA\n", columns));
        assertThat(x.get(0)).isEqualTo(new float[] {Float.NaN, Float.NaN});
        assertThat(x.get(1)).isEqualTo(new float[] {-99, Float.NaN});
    }

    @Test
    void aNumberThatIsAWordOfTheUserIsMissing() throws IOException {
        CsvColumns columns = CsvColumns.defaults().withMissing(Set.of("-999"));
        List<float[]> x = features(rows("number.csv", "label,a\n1,-999\n0,-999.0\n", columns));
        assertThat(x.get(0)).isEqualTo(new float[] {Float.NaN});
        assertThat(x.get(1)).isEqualTo(new float[] {-999});
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.tsv", "DATA.TSV"})
    void tabsSeparateTheFieldsOfTsv(String name) throws IOException {
        QuerySource source = rows(name, "label\ta, b\t\"c\td\"\n1\t2\t3\n", CsvColumns.defaults());
        assertThat(source.featureNames()).containsExactly("a, b", "c\td");
        assertThat(features(source).get(0)).isEqualTo(new float[] {2, 3});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "Unnamed: 0"})
    void anIndexWithoutANameIsIgnoredWithANote(String name) throws IOException {
        QuerySource source = rows("index.csv", name + ",\"label\",\"a\"\n0,1,2\n1,0,3\n", CsvColumns.defaults());
        assertThat(features(source).get(0)).isEqualTo(new float[] {2});
        assertThat(source.featureNames()).containsExactly("a");
        assertThat(source.notes())
                .singleElement()
                .asString()
                .contains("ignoring the first column, an index without a name");
    }

    @Test
    void anIdNamesRowsUnlessItIsSaidToBeAFeature() throws IOException {
        String text = "id,label,a\nx,1,2\ny,0,3\n";
        QuerySource source = rows("ids.csv", text, CsvColumns.defaults());
        assertThat(source.load().queries()).extracting(query -> query.itemId(0)).containsExactly("x", "y");
        assertThat(source.featureNames()).containsExactly("a");
        assertThat(source.notes()).singleElement().asString().contains("using column id as names of rows");
        QuerySource feature = rows(
                "ids.csv",
                text.replace("x,", "7,").replace("y,", "8,"),
                CsvColumns.defaults().withItem(""));
        assertThat(feature.featureNames()).containsExactly("id", "a");
        QuerySource known = rows(
                "ids.csv",
                text.replace("x,", "7,").replace("y,", "8,"),
                CsvColumns.defaults().withFeatures(List.of("id", "a")));
        assertThat(features(known).get(0)).isEqualTo(new float[] {7, 2});
    }
}
