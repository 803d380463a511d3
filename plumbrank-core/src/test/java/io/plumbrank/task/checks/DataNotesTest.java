package io.plumbrank.task.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataNotesTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    /** Makes a query's labels and features. */
    private interface Maker {
        void make(int query, SplittableRandom random, double[] labels, float[][] x);
    }

    private static QuerySource data(String name, long seed, Maker maker) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 30; q++) {
            double[] labels =
                    IntStream.range(0, 6).mapToDouble(i -> random.nextInt(3)).toArray();
            float[][] x = new float[6][3];
            for (float[] row : x) {
                for (int j = 0; j < 3; j++) {
                    row[j] = (float) random.nextGaussian();
                }
            }
            maker.make(q, random, labels, x);
            queries.add(Query.of("q" + q, labels, x));
        }
        return QuerySource.of(name, new Dataset(queries, NAMES));
    }

    private static List<String> notes(Maker maker) {
        return DataNotes.of(data("train", 1, maker), null, name -> true);
    }

    @Test
    void nothingIsSaidOfUsualData() {
        QuerySource train = data("train", 1, (q, random, labels, x) -> {});
        QuerySource valid = data("valid", 2, (q, random, labels, x) -> {});
        assertThat(DataNotes.of(train, valid, name -> true)).isEmpty();
    }

    @Test
    void aFileThatTrainsAndValidatesIsNamed() {
        QuerySource few =
                QuerySource.of("few", new Dataset(List.of(Query.of("q", new double[] {1}, new float[][] {{2}}))));
        assertThat(DataNotes.of(few, few, name -> true))
                .containsExactly("few trains and validates: the measure on it says little of new data");
    }

    @Test
    void constantAndEqualFeaturesAreNamed() {
        Maker maker = (q, random, labels, x) -> {
            for (float[] row : x) {
                row[0] = 7;
                row[2] = row[1];
            }
        };
        assertThat(notes(maker))
                .containsExactly(
                        "train: a has one value in all rows: no model learns from that",
                        "train: c = b holds in all rows: one of each pair is enough");
        assertThat(DataNotes.of(data("train", 1, maker), null, "b"::equals)).isEmpty();
    }

    /** Of a column of many levels the first rows have some never, and two of two columns once, in one row. */
    @Test
    void rareLevelsAreNotJudgedByTheFirstRows() {
        List<Query> rows = new ArrayList<>();
        for (int row = 0; row < 25_000; row++) {
            float late = row < 24_000 ? 0 : 1;
            float once = row == 7 ? 1 : late;
            rows.add(Query.of("r" + row, new double[] {row % 2}, new float[][] {{row % 5, late, once, once}}));
        }
        List<String> names = List.of("x", "a=late", "a=once", "b=once");
        assertThat(DataNotes.of(QuerySource.of("many", new Dataset(rows, names)), null, name -> true))
                .isEmpty();
    }

    @Test
    void copiesOfTheLabelAreNamed() {
        assertThat(notes((q, random, labels, x) -> {
                    for (int i = 0; i < x.length; i++) {
                        x[i][1] = (float) (-3 * labels[i] + 0.01 * random.nextGaussian());
                    }
                }))
                .containsExactly(
                        "train: b copies the label in all rows: was it made from the label, and will it be known later?");
        assertThat(notes((q, random, labels, x) -> {
                    for (int i = 0; i < x.length; i++) {
                        x[i][1] = (float) (labels[i] + 0.3 * random.nextGaussian());
                    }
                }))
                .isEmpty();
    }

    @Test
    void featuresOfJudgedItemsAreNamed() {
        for (float without : new float[] {0, Float.NaN}) {
            assertThat(notes((q, random, labels, x) -> {
                        for (int i = 0; i < x.length; i++) {
                            x[i][2] = labels[i] > 0 ? x[i][2] : without;
                        }
                    }))
                    .containsExactly("train: c has values only where the label is above 0 in all rows:"
                            + " is that known before an item is judged?");
        }
    }

    @Test
    void numbersOfQueriesAreNamed() {
        assertThat(notes((q, random, labels, x) -> {
                    for (float[] row : x) {
                        row[0] = 100 + q;
                    }
                }))
                .containsExactly("train: a numbers the queries in all rows: a query id is no feature, leave it out");
        assertThat(notes((q, random, labels, x) -> {
                    float own = (float) random.nextGaussian();
                    for (float[] row : x) {
                        row[0] = own;
                    }
                }))
                .isEmpty();
    }

    @Test
    void labelsThatAreRanksAreNamed() {
        assertThat(notes((q, random, labels, x) -> {
                    for (int i = 0; i < labels.length; i++) {
                        labels[i] = (i + q) % labels.length + 1;
                    }
                }))
                .singleElement()
                .asString()
                .startsWith("train: the labels of each query are 1, 2, …");
    }

    @Test
    void rowsOfBothFilesAreCounted() {
        QuerySource train = data("train", 1, (q, random, labels, x) -> {});
        QuerySource valid = data("valid", 2, (q, random, labels, x) -> {
            if (q < 4) {
                Query known = train.load().queries().get(q);
                System.arraycopy(known.labels(), 0, labels, 0, 6);
                for (int i = 0; i < 6; i++) {
                    known.featuresInto(i, x[i]);
                }
            }
        });
        assertThat(DataNotes.of(train, valid, name -> true))
                .containsExactly("valid: 24 of 180 rows are in train too: the measure on them says little of new data");
    }
}
