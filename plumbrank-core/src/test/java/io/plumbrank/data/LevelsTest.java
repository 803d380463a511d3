package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.text.Levels;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of text: each level is a feature. */
class LevelsTest {
    @TempDir
    Path folder;

    private QuerySource open(String name, String text, CsvColumns columns) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return QuerySource.of(file, columns, Grouping.ROW, ReadOptions.defaults());
    }

    private static List<float[]> features(QuerySource source) {
        int width = source.featureNames().size();
        return source.load().queries().stream()
                .map(query -> {
                    float[] x = new float[width];
                    query.featuresInto(width, x, 0);
                    return x;
                })
                .toList();
    }

    @Test
    void eachLevelIsAFeatureThatIsOneWhereARowHasIt() throws IOException {
        QuerySource source =
                open("a.csv", "label,a,colour,b\n1,2,red,NA\n0,,blue,3\n1,0,,4\n0,5,red,0\n", CsvColumns.defaults());
        assertThat(source.featureNames()).containsExactly("a", "colour=blue", "colour=red", "b");
        List<float[]> x = features(source);
        assertThat(x.get(0)).isEqualTo(new float[] {2, 0, 1, Float.NaN});
        assertThat(x.get(1)).isEqualTo(new float[] {Float.NaN, 1, 0, 3});
        assertThat(x.get(2)).isEqualTo(new float[] {0, 0, 0, 4});
        assertThat(x.get(3)).isEqualTo(new float[] {5, 0, 1, 0});
        assertThat(source.notes()).anyMatch(note -> note.contains("column colour holds text: 2 levels"));
    }

    /** Else the levels of one column would be taken for the other. */
    @Test
    void aColumnNamedAsLevelsOfAnotherIsRefused() throws IOException {
        QuerySource source = open("c.csv", "label,a,a=b\n1,red,2\n0,blue,3\n1,red,4\n", CsvColumns.defaults());
        assertThatThrownBy(source::featureNames)
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(
                        "c.csv:1: found column 'a' of text, whose levels are features 'a=…', and column 'a=b', expected names"
                                + " that differ: rename one of the two");
        assertThat(open("d.csv", "label,a,a=b\n1,1,2\n0,2,3\n", CsvColumns.defaults())
                        .featureNames())
                .containsExactly("a", "a=b");
    }

    /** The names of features are all that a model knows. */
    @Test
    void otherDataHaveTheLevelsOfTheModelAndAnUnseenOneHasNone() throws IOException {
        CsvColumns columns = CsvColumns.defaults().withFeatures(List.of("a", "colour=blue", "colour=red"));
        QuerySource source = open("b.csv", "colour,label,a\nviolet,1,2\nred,0,3\n?,0,4\n", columns);
        assertThat(source.featureNames()).containsExactly("a", "colour=blue", "colour=red");
        List<float[]> x = features(source);
        assertThat(x.get(0)).isEqualTo(new float[] {2, 0, 0});
        assertThat(x.get(1)).isEqualTo(new float[] {3, 0, 1});
        assertThat(x.get(2)).isEqualTo(new float[] {4, 0, 0});
        QuerySource without = open("c.csv", "label,a\n1,2\n", columns);
        assertThatThrownBy(without::load)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("expected also the feature 'colour', as in the training data");
    }

    /** Features that somebody has made in the same way are the same data. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void levelsAreTheColumnsThatOneWouldMakeByHand(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("label,x,c,y,d\n");
        StringBuilder hand = new StringBuilder("label,x,c=c0,c=c1,c=c2,c=c3,y,d=d0,d=d1\n");
        for (int i = 0; i < 400; i++) {
            int c = i < 4 ? i : random.nextInt(4);
            int d = i < 2 ? i : random.nextInt(2);
            double x = random.nextDouble();
            double y = random.nextInt(3);
            text.append(i % 2)
                    .append(',')
                    .append(x)
                    .append(",c")
                    .append(c)
                    .append(',')
                    .append(y)
                    .append(",d")
                    .append(d)
                    .append('\n');
            hand.append(i % 2).append(',').append(x);
            for (int level = 0; level < 4; level++) {
                hand.append(',').append(level == c ? 1 : 0);
            }
            hand.append(',').append(y).append(d == 0 ? ",1,0\n" : ",0,1\n");
        }
        QuerySource levels = open("text.csv", text.toString(), CsvColumns.defaults());
        QuerySource columns = open("hand.csv", hand.toString(), CsvColumns.defaults());
        assertThat(levels.featureNames()).isEqualTo(columns.featureNames());
        assertThat(features(levels))
                .usingElementComparator(java.util.Arrays::compare)
                .isEqualTo(features(columns));
    }

    @Test
    void numbersAreNamesWhereTheUserSaysSo() throws IOException {
        CsvColumns columns = CsvColumns.defaults().withCategorical(Set.of("zip"));
        QuerySource source = open("zip.csv", "label,zip,a\n1,10,1\n0,20,2\n1,10,3\n", columns);
        assertThat(source.featureNames()).containsExactly("zip=10", "zip=20", "a");
        QuerySource wrong =
                open("zip.csv", "label,zip,a\n1,10,1\n", CsvColumns.defaults().withCategorical(Set.of("zap")));
        assertThatThrownBy(wrong::featureNames)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no column 'zap'")
                .hasMessageContaining("did you mean 'zip'?");
    }

    /** A column most of which are numbers has a typing error, and no levels. */
    @Test
    void aTextAmongNumbersIsAFault() throws IOException {
        Path file = Files.writeString(folder.resolve("typo.csv"), "label,a\n1,10\n0,ten\n1,12\n");
        assertThatThrownBy(() -> QuerySource.of(file, CsvColumns.defaults(), Grouping.ROW, ReadOptions.defaults())
                        .load())
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":3: found 'ten' in column 'a', expected a decimal number");
        CsvColumns known = CsvColumns.defaults().withFeatures(List.of("a"));
        Path texts = Files.writeString(folder.resolve("texts.csv"), "label,a\n1,red\n");
        assertThatThrownBy(() -> QuerySource.of(texts, known, Grouping.ROW, ReadOptions.defaults())
                        .load())
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(texts + ":2: found 'red' in column 'a', expected a decimal number");
    }

    @Test
    void rareLevelsCountAsOneThatWasNeverSeen() {
        Map<String, Long> rows = new TreeMap<>(Map.of("often", 500L, "some", 5L, "rare", 4L, "once", 1L));
        assertThat(Levels.chosen(rows)).containsExactly("often", "some");
        assertThat(Levels.chosen(new TreeMap<>(Map.of("a", 3L, "b", 1L)))).containsExactly("a", "b");
    }

    /** A hundred thousand levels: the commonest have a feature each, all others share some. */
    @Test
    void veryManyLevelsShareFeaturesByAHash() throws IOException {
        StringBuilder text = new StringBuilder("label,word\n");
        int levels = 100_000;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < levels; i++) {
            words.add("w" + i);
            text.append("1,w").append(i).append("\n").append(("0,w" + i + "\n").repeat(i < 1000 ? 5 : 4));
        }
        QuerySource source = open("many.csv", text.toString(), CsvColumns.defaults());
        List<String> names = source.featureNames();
        assertThat(names).hasSize(Levels.MOST + Levels.BUCKETS).contains("word=w0", "word=w999");
        int[] seen = new int[names.size()];
        source.visit(row -> row.forEachFeature(0, (feature, value) -> seen[feature] += (int) value));
        assertThat(seen[names.indexOf("word=w7")]).isEqualTo(6);
        int inBuckets = 0;
        for (int j = 0; j < seen.length; j++) {
            if (names.get(j).startsWith("word=(hashed ")) {
                inBuckets += seen[j];
                assertThat(seen[j]).isBetween(5 * 99_000 / 64 / 2, 5 * 99_000 / 64 * 2);
            }
        }
        assertThat(inBuckets).isEqualTo(5 * 99_000);
        Levels again = Objects.requireNonNull(Levels.among(names, "word"));
        assertThat(names.get(again.feature("never seen"))).startsWith("word=(hashed ");
    }
}
