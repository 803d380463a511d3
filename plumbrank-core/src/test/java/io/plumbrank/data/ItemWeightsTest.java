package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.rows.FeatureMatrix;
import io.plumbrank.data.rows.ItemColumns;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemWeightsTest {
    private static final ReadOptions OPTIONS = new ReadOptions(1, 0);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyItemKeepsTheWeightOfItsRow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean scattered = seed % 2 == 0;
        // more rows than a block holds, so that queries go on in the next one
        int rows = 20_000;
        int perQuery = 1 + random.nextInt(3_000);
        StringBuilder csv = new StringBuilder("f,w,label,qid\n");
        Map<String, List<Double>> expected = new LinkedHashMap<>();
        int bad = 0;
        for (int row = 0; row < rows; row++) {
            String query = "q" + (scattered ? random.nextInt(1 + rows / perQuery) : row / perQuery);
            double weight = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextDouble();
            boolean isBad = random.nextInt(500) == 0;
            csv.append(isBad ? "x" : "1")
                    .append(',')
                    .append(weight)
                    .append(",0,")
                    .append(query);
            csv.append('\n');
            if (isBad) {
                bad++;
            } else {
                expected.computeIfAbsent(query, id -> new ArrayList<>()).add(weight);
            }
        }
        Path file = LetorTexts.write(folder, "data.csv", csv.toString());
        CsvColumns columns = CsvColumns.defaults().withItemWeight("w");
        CsvSource source = new CsvSource(file, columns, Grouping.QUERY, OPTIONS.withSkipBad(bad));
        assertThat(weights(source.load().queries())).isEqualTo(expected);
        assertThat(source.featureNames()).containsExactly("f");
        if (!scattered) {
            List<Query> streamed = new ArrayList<>();
            source.visit(streamed::add);
            assertThat(weights(streamed)).isEqualTo(expected);
        }
    }

    private static Map<String, List<Double>> weights(List<Query> queries) {
        Map<String, List<Double>> weights = new LinkedHashMap<>();
        for (Query query : queries) {
            assertThat(query.hasItemWeights()).isTrue();
            List<Double> items = new ArrayList<>();
            for (int item = 0; item < query.size(); item++) {
                items.add(query.itemWeight(item));
            }
            weights.put(query.id(), items);
        }
        return weights;
    }

    @Test
    void aRowThatIsLeftOutTakesItsWeightAlong() {
        Path file = LetorTexts.write(
                folder, "data.csv", "label,qid,docid,item_weight\n1,a,x,1\n2,a,x,2\n3,a,y,3\n4,b,x,4\n5,a,z,5\n");
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, OPTIONS.withSkipBad(1));
        assertThat(weights(source.load().queries()))
                .containsExactly(Map.entry("a", List.of(1.0, 3.0, 5.0)), Map.entry("b", List.of(4.0)));
    }

    @Test
    void withoutAColumnAllItemsWeighOne() {
        Path csv = LetorTexts.write(folder, "data.csv", "label,qid,weight\n1,a,7\n2,a,7\n");
        Path letor = LetorTexts.write(folder, "data.txt", "1 qid:a 1:1\n2 qid:a 1:1\n");
        for (Path file : List.of(csv, letor)) {
            Query query = QuerySource.of(file, OPTIONS).load().queries().get(0);
            assertThat(query.hasItemWeights()).isFalse();
            assertThat(query.itemWeight(1)).isEqualTo(1);
        }
    }

    @Test
    void weightsOfTheQueryAndOfItemsStandSideBySide() {
        Path file = LetorTexts.write(folder, "data.csv", "item_weight,label,qid,weight,f\n0.5,1,a,7,3\n0,2,a,7,4\n");
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, OPTIONS);
        assertThat(source.featureNames()).containsExactly("f");
        assertThat(Snapshots.visited(source))
                .isEqualTo(Snapshots.of(source.load()))
                .containsExactly("a weight 7.0\n  - 3ff0000000000000 0:40400000 weight 0.5"
                        + "\n  - 4000000000000000 0:40800000 weight 0.0");
    }

    @Test
    void aColumnThatIsNamedIsNotTakenForWhatItUsuallyIs() {
        Path file = LetorTexts.write(folder, "data.csv", "label,qid,weight\n1,a,7\n2,a,8\n");
        CsvColumns columns = CsvColumns.defaults().withItemWeight("weight");
        Query query = new CsvSource(file, columns, Grouping.QUERY, OPTIONS)
                .load()
                .queries()
                .get(0);
        assertThat(query.weight()).isEqualTo(1);
        assertThat(query.itemWeight(1)).isEqualTo(8);
    }

    @Test
    void aNamedColumnThatIsNotThereIsAFault() {
        Path file = LetorTexts.write(folder, "data.csv", "label,qid,item_weight\n1,a,7\n");
        CsvColumns columns = CsvColumns.defaults().withItemWeight("item_wieght");
        assertThatThrownBy(new CsvSource(file, columns, Grouping.QUERY, OPTIONS)::load)
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":1: found the columns 'label', 'qid', 'item_weight', expected an item weight column"
                        + " 'item_wieght': say which column it is, did you mean 'item_weight'?");
    }

    @Test
    void rowsThatAreInstancesHaveAFeatureOfThatNameAndRefuseANamedColumn() {
        Path file = LetorTexts.write(folder, "data.csv", "label,qid,item_weight,f\n1,3,4,5\n");
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.ROW, OPTIONS);
        assertThat(source.featureNames()).containsExactly("qid", "item_weight", "f");
        assertThat(source.load().queries().get(0).hasItemWeights()).isFalse();
        CsvColumns named = CsvColumns.defaults().withItemWeight("w");
        assertThatThrownBy(() -> QuerySource.of(file, named, Grouping.ROW, OPTIONS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "column 'w' cannot be the item weight where each row is an instance: name it as the weight");
        CsvColumns weight = CsvColumns.defaults().withWeight("item_weight");
        Path numbers = LetorTexts.write(folder, "numbers.csv", "label,item_weight\n1,4\n");
        assertThat(Snapshots.visited(new CsvSource(numbers, weight, Grouping.ROW, OPTIONS)))
                .containsExactly("1 weight 4.0\n  - 3ff0000000000000");
    }

    @Test
    void aQueryTakesWeightsForItsItems() {
        ItemColumns columns = new ItemColumns(
                new double[] {7, 8, 9},
                FeatureMatrix.dense(3, 1, new float[] {1, 2, 3}),
                null,
                new double[] {4, 5, 6},
                0);
        Query query = new Query("v", 1, 2, columns, 1, 0, null);
        assertThat(query.itemWeight(0)).isEqualTo(5);
        double[] weights = {0, 2.5};
        Query weighted = query.withItemWeights(weights);
        weights[1] = 9;
        Query renamed = weighted.withItemIds(List.of("x", "y")).withWeight(3);
        for (Query each : List.of(weighted, renamed)) {
            assertThat(each.itemWeight(0)).isZero();
            assertThat(each.itemWeight(1)).isEqualTo(2.5);
            assertThat(each.labels()).containsExactly(8, 9);
        }
        assertThat(renamed.weight()).isEqualTo(3);
        assertThat(query.itemWeight(1)).isEqualTo(6);
        assertThatThrownBy(() -> query.itemWeight(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> query.withItemWeights(new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 weights for 2 items");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightOfAnItemIsFiniteAndNotNegative(double weight) {
        Query query = Query.of("q", new double[2], new float[2][0]);
        assertThatThrownBy(() -> query.withItemWeights(new double[] {1, weight}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight of item 1 must be finite and not negative, got " + weight);
    }
}
