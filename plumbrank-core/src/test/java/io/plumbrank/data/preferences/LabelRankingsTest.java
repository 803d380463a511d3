package io.plumbrank.data.preferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelRankingsTest {
    @TempDir
    Path folder;

    private QuerySource source(String beginning, String text) throws IOException {
        Path file = folder.resolve("data.csv");
        Files.writeString(file, text);
        ReadOptions options = ReadOptions.defaults().withLabels(Labels.ignored());
        return QuerySource.of(file, CsvColumns.defaults().withRanking(beginning), Grouping.ROW, options);
    }

    private LabelRankings read(String beginning, String text) throws IOException {
        return LabelRankings.read(source(beginning, text), beginning);
    }

    @Test
    void columnsThatBeginAlikeArePositionsAndTheOthersFeatures() throws IOException {
        LabelRankings data = read("L", "L1,age,L2,weight,height,L3\n1,20,2,5,1.5,2\n,30,1,1,,\n");
        assertThat(data.labels()).containsExactly("L1", "L2", "L3");
        assertThat(data.featureNames()).containsExactly("age", "height");
        LabelRankings.Row tied = data.rows().get(0);
        assertThat(tied.positions()).containsExactly(1, 2, 2);
        assertThat(tied.features()).containsExactly(20f, 1.5f);
        assertThat(tied.weight()).isEqualTo(5);
        assertThat(tied.line()).isEqualTo(2);
        LabelRankings.Row partial = data.rows().get(1);
        assertThat(partial.positions()).containsExactly(Double.NaN, 1, Double.NaN);
        assertThat(partial.features()).containsExactly(30f, Float.NaN);
        assertThat(partial.known()).isOne();
    }

    @Test
    void aUsualNameThatBeginsAlikeIsALabelToo() throws IOException {
        LabelRankings data = read("item", "item,item_weight,item_a,x\n1,2,3,0.5\n");
        assertThat(data.labels()).containsExactly("item", "item_weight", "item_a");
        assertThat(data.rows().get(0).positions()).containsExactly(1, 2, 3);
    }

    @Test
    void faultsNameTheLine() throws IOException {
        assertThatThrownBy(() -> read("L", "x,L1,L2\n1,1,2\n1,0,1\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("data.csv:3: found 0.0 in column 'L1', expected a position, 1 or more");
        assertThatThrownBy(() -> read("L", "x,L1,L2\n1,first,2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("data.csv:2: found 'first' in column 'L1'");
        assertThatThrownBy(() -> read("P", "x,L1,L2\n1,1,2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no column whose name begins with 'P'");
        assertThatThrownBy(() -> read("L1", "x,L1,L2\n1,1,2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("one column whose name begins with 'L1'");
    }

    @Test
    void instancesToPredictNeedNoPositions() throws IOException {
        LabelRankings data = LabelRankings.readAny(source("L", "x,y\n1,2\n"), "L");
        assertThat(data.labels()).isEmpty();
        assertThat(data.rows().get(0).features()).containsExactly(1f, 2f);
    }

    @Test
    void labelsMayComeInAnotherOrder() throws IOException {
        LabelRankings data = read("L", "x,La,Lb,Lc\n1,1,2,3\n").withLabels(List.of("Lc", "La", "Lb"));
        assertThat(data.rows().get(0).positions()).containsExactly(3, 1, 2);
        assertThatThrownBy(() -> data.withLabels(List.of("La", "Lb", "Ld")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the labels Lc, La, Lb, expected those of the training data: La, Lb, Ld");
    }

    @Test
    void asQueriesTheItemsAreTheKnownLabels() throws IOException {
        QuerySource queries = read("L", "x,La,Lb,Lc\n1,1,2,3\n2,,1,\n3,2,,1\n").asQueries();
        List<Query> all = new ArrayList<>();
        queries.visit(all::add);
        assertThat(all).hasSize(2);
        assertThat(all.get(0).labels()).containsExactly(2, 1, 0);
        Query partial = all.get(1);
        assertThat(partial.id()).isEqualTo("3");
        assertThat(partial.labels()).containsExactly(0, 1);
        assertThat(partial.itemId(0)).isEqualTo("La");
        assertThat(partial.itemId(1)).isEqualTo("Lc");
        assertThat(partial.feature(1, 0)).isEqualTo(3f);
        assertThat(queries.load().queries()).hasSize(2);
        assertThat(queries.featureIndex("x")).isZero();
    }
}
