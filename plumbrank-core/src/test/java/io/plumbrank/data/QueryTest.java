package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.rows.FeatureMatrix;
import io.plumbrank.data.rows.ItemColumns;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    private static final Query QUERY = Query.of("q", new double[] {2, 0.5}, new float[][] {{1, Float.NaN}, {3, 4}});

    @Test
    void itHoldsWhatItWasGiven() {
        assertThat(QUERY.id()).isEqualTo("q");
        assertThat(QUERY.size()).isEqualTo(2);
        assertThat(QUERY.weight()).isEqualTo(1);
        assertThat(QUERY.labels()).containsExactly(2, 0.5);
        assertThat(QUERY.label(1)).isEqualTo(0.5);
        assertThat(QUERY.featureCount()).isEqualTo(2);
        assertThat(QUERY.feature(1, 1)).isEqualTo(4);
        assertThat(QUERY.feature(0, 1)).isNaN();
        float[] row = new float[3];
        QUERY.featuresInto(1, row);
        assertThat(row).containsExactly(3, 4, Float.NaN);
    }

    @Test
    void itCannotBeChangedThroughItsArrays() {
        double[] labels = {1};
        float[][] features = {{2}};
        Query query = Query.of("q", labels, features);
        labels[0] = 9;
        features[0][0] = 9;
        query.labels()[0] = 9;
        assertThat(query.label(0)).isEqualTo(1);
        assertThat(query.feature(0, 0)).isEqualTo(2);
    }

    @Test
    void itemsWithoutANameCountFromOne() {
        Query named = QUERY.withItemIds(List.of("", "é"));
        assertThat(QUERY.hasItemId(0)).isFalse();
        assertThat(QUERY.itemId(1)).isEqualTo("2");
        assertThat(named.hasItemId(0)).isFalse();
        assertThat(named.itemId(0)).isEqualTo("1");
        assertThat(named.hasItemId(1)).isTrue();
        assertThat(named.itemId(1)).isEqualTo("é");
        assertThat(named.withWeight(3).itemId(1)).isEqualTo("é");
        assertThat(named.withWeight(3).weight()).isEqualTo(3);
    }

    @Test
    void namesFitAViewIntoALargerBlock() {
        ItemColumns columns = new ItemColumns(
                new double[] {7, 8, 9}, FeatureMatrix.dense(3, 1, new float[] {1, 2, 3}), null, null, 0);
        Query view = new Query("v", 1, 1, columns, 1, 0, null);
        assertThat(view.labels()).containsExactly(8);
        assertThat(view.feature(0, 0)).isEqualTo(2);
        assertThat(view.withItemIds(List.of("x")).itemId(0)).isEqualTo("x");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> Query.of("q", new double[1], new float[2][1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 labels but 2 feature rows");
        assertThatThrownBy(() -> Query.of("q", new double[2], new float[][] {{1}, {1, 2}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row 1 has 2 features, row 0 has 1");
        assertThatThrownBy(() -> QUERY.withItemIds(List.of("x"))).hasMessage("1 names for 2 items");
        assertThatThrownBy(() -> QUERY.withItemIds(List.of("x", "x"))).hasMessage("two items have the name 'x'");
        assertThatThrownBy(() -> QUERY.featuresInto(0, new float[1])).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightIsFiniteAndNotNegative(double weight) {
        assertThatThrownBy(() -> QUERY.withWeight(weight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight must be finite and not negative, got " + weight);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MAX_VALUE})
    void anItemThatIsNotThereIsRefused(int item) {
        assertThatThrownBy(() -> QUERY.label(item)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> QUERY.feature(item, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> QUERY.itemId(item)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> QUERY.hasItemId(item)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> QUERY.forEachFeature(item, (feature, value) -> {}))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aDataSetCountsRowsAndFeatures() {
        Query wide = Query.of("w", new double[3], new float[3][7]);
        Dataset data = new Dataset(List.of(QUERY, wide));
        assertThat(data.rows()).isEqualTo(5);
        assertThat(data.featureCount()).isEqualTo(7);
        assertThat(data.queries()).containsExactly(QUERY, wide);
        assertThat(new Dataset(List.of(QUERY), List.of("f", "g", "h")).featureCount())
                .isEqualTo(3);
        assertThatThrownBy(() -> new Dataset(List.of(wide), List.of("f")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 names for 7 features");
    }

    @Test
    void readOptionsAreChecked() {
        assertThatThrownBy(() -> new ReadOptions(0, 0)).hasMessage("threads must be at least 1, got 0");
        assertThatThrownBy(() -> new ReadOptions(1, -1)).hasMessage("skipBad must not be negative, got -1");
        assertThat(ReadOptions.defaults().withThreads(3).withSkipBad(5)).isEqualTo(new ReadOptions(3, 5));
    }
}
