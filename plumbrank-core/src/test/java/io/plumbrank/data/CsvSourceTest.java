package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest {
    private static final ReadOptions OPTIONS = new ReadOptions(1, 0);

    @TempDir
    Path folder;

    @Test
    void columnsThatHaveNoRoleAreFeaturesInOrderOfAppearance() {
        CsvSource source = source("price,label,bm25,query,docid,weight,clicks\n9,2,0.5,q1,d1,3,\n-1,0,,q1,d2,3,7\n");
        assertThat(source.featureNames()).containsExactly("price", "bm25", "clicks");
        assertThat(source.featureIndex("clicks")).isEqualTo(2);
        Dataset data = source.load();
        assertThat(data.featureNames()).containsExactly("price", "bm25", "clicks");
        assertThat(data.featureCount()).isEqualTo(3);
        Query query = data.queries().get(0);
        assertThat(query.id()).isEqualTo("q1");
        assertThat(query.weight()).isEqualTo(3);
        assertThat(query.labels()).containsExactly(2, 0);
        assertThat(query.itemId(0)).isEqualTo("d1");
        assertThat(query.itemId(1)).isEqualTo("d2");
        assertThat(query.feature(0, 0)).isEqualTo(9);
        assertThat(query.feature(0, 1)).isEqualTo(0.5f);
        assertThat(query.feature(0, 2)).isNaN();
        assertThat(query.feature(1, 1)).isNaN();
        assertThat(query.feature(1, 2)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "label,query,item,f,g\n1,a,x,2,3\n",
                "label,qid,docid,f,g\n1,a,x,2,3", // other usual names, no line end
                "\uFEFFlabel,qid,docid,f,g\r\n1,a,x,2,3\r\n", // byte order mark, CRLF
                "label,qid,docid,f,g\r1,a,x,2,3\r", // CR
                "\"label\",\"qid\",\"docid\",\"f\",\"g\"\n\"1\",\"a\",\"x\",\"2\",\"3\"\n", // all quoted
                " label , qid ,\tdocid, f,g \n 1 , a , x ,\t2, 3 \n", // blanks around fields
                "\n\nlabel,qid,docid,f,g\n\n   \n1,a,x,2,3\n\n", // blank lines
                "g_,label,qid,docid,f,g\n,1,a,x,2,3\n", // a column that is empty
                "docid,qid,f,label,g\nx,a,+2.0e0,1.000,.3e1\n" // another order, other clothes
            })
    void theSameRowMayBeWrittenInManyWays(String text) {
        Query query = source(text).load().queries().get(0);
        int f = source(text).featureIndex("f");
        int g = source(text).featureIndex("g");
        assertThat(query.id()).isEqualTo("a");
        assertThat(query.label(0)).isEqualTo(1);
        assertThat(query.itemId(0)).isEqualTo("x");
        assertThat(query.feature(0, f)).isEqualTo(2);
        assertThat(query.feature(0, g)).isEqualTo(3);
        assertThat(query.weight()).isEqualTo(1);
    }

    @Test
    void quotedFieldsHoldCommasQuotesBlanksAndLineEnds() {
        Query query = source("label,qid,docid,\"a,\"\"b\"\"\"\n1,\"two\nlines, \",\" x \",5\n")
                .load()
                .queries()
                .get(0);
        assertThat(query.id()).isEqualTo("two\nlines, ");
        assertThat(query.itemId(0)).isEqualTo(" x ");
        assertThat(source("label,qid,\"a,\"\"b\"\"\"\n1,q,5\n").featureNames()).containsExactly("a,\"b\"");
    }

    @Test
    void namedColumnsTakeThePlaceOfTheUsualOnes() {
        Path file = LetorTexts.write(
                folder, "named.csv", "label,grade,session,qid,w,sku\n5,1,s1,7,0.5,x\n6,2,s1,8,0.5,y\n");
        CsvColumns columns = CsvColumns.defaults()
                .withLabel("grade")
                .withQuery("session")
                .withWeight("w")
                .withItem("sku");
        CsvSource source = new CsvSource(file, columns, Grouping.QUERY, OPTIONS);
        Query query = source.load().queries().get(0);
        assertThat(source.featureNames()).containsExactly("label", "qid");
        assertThat(query.id()).isEqualTo("s1");
        assertThat(query.labels()).containsExactly(1, 2);
        assertThat(query.weight()).isEqualTo(0.5);
        assertThat(query.itemId(1)).isEqualTo("y");
        assertThat(query.feature(1, 1)).isEqualTo(8);
    }

    @Test
    void queryGoesBeforeQidAndDocidBeforeItem() {
        CsvSource source = source("item,qid,label,query,docid\n1,2,3,four,five\n");
        Query query = source.load().queries().get(0);
        assertThat(query.id()).isEqualTo("four");
        assertThat(query.itemId(0)).isEqualTo("five");
        assertThat(source.featureNames()).containsExactly("item", "qid");
    }

    @Test
    void rowsThatAreInstancesHaveWeightsAndNoOtherRoleByName() {
        Path file = LetorTexts.write(
                folder, "plain.csv", "label,qid,item,weight,query,item_weight\n1,7,5,2,8,9\n0,7,6,3,8,9\n");
        CsvSource source = new CsvSource(file, CsvColumns.defaults(), Grouping.ROW, OPTIONS);
        assertThat(source.featureNames()).containsExactly("qid", "item", "query", "item_weight");
        assertThat(source.load().queries())
                .allSatisfy(row -> assertThat(row.featureCount()).isEqualTo(4))
                .extracting(Query::weight)
                .containsExactly(2.0, 3.0);
        assertThat(source.notes())
                .containsExactlyInAnyOrder(
                        file
                                + ": using column weight as weights of rows; set the weight column to none if it is a feature",
                        file + ": using column qid as a feature; ignore it if it is none",
                        file + ": using column item as a feature; ignore it if it is none",
                        file + ": using column query as a feature; ignore it if it is none",
                        file + ": using column item_weight as a feature; ignore it if it is none");
        CsvColumns named =
                CsvColumns.defaults().withQuery("qid").withItem("item").withIgnored(Set.of("item_weight"));
        CsvSource other = new CsvSource(file, named.withWeight(""), Grouping.ROW, OPTIONS);
        assertThat(other.featureNames()).containsExactly("weight", "query");
        assertThat(other.load().queries()).extracting(Query::weight).containsExactly(1.0, 1.0);
        assertThat(other.notes()).hasSize(1);
    }

    @Test
    void rolesOfQueriesThatNamesAloneGaveAreNoted() {
        String text = "label,query,item,weight,item_weight,f\n1,a,5,2,1,7\n0,a,6,2,4,8\n";
        Path file = LetorTexts.write(folder, "roles.csv", text);
        CsvSource usual = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, OPTIONS);
        assertThat(usual.featureNames()).containsExactly("f");
        assertThat(usual.notes())
                .containsExactly(
                        file + ": using column item as names of items; set the item column to none if it is a feature",
                        file
                                + ": using column weight as weights of queries; set the weight column to none if it is a feature",
                        file
                                + ": using column item_weight as weights of items; set the item-weight column to none if it is a feature");
        CsvColumns none = CsvColumns.defaults().withItem("").withWeight("").withItemWeight("");
        CsvSource plain = new CsvSource(file, none, Grouping.QUERY, OPTIONS);
        assertThat(plain.featureNames()).containsExactly("item", "weight", "item_weight", "f");
        assertThat(plain.notes()).isEmpty();
        CsvColumns said =
                CsvColumns.defaults().withItem("item").withWeight("weight").withItemWeight("item_weight");
        CsvSource same = new CsvSource(file, said, Grouping.QUERY, OPTIONS);
        assertThat(same.featureNames()).containsExactly("f");
        assertThat(same.notes()).isEmpty();
    }

    /** So that a model that was trained with a feature of such a name finds it again. */
    @Test
    void aWantedFeatureIsAFeatureWhateverItsName() {
        Path file = LetorTexts.write(folder, "wanted.csv", "label,query,f,weight,item\n1,a,1,2,3\n");
        CsvColumns wanted = CsvColumns.defaults().withFeatures(List.of("weight", "item", "f"));
        CsvSource source = new CsvSource(file, wanted, Grouping.QUERY, OPTIONS);
        assertThat(source.featureNames()).containsExactly("weight", "item", "f");
        assertThat(source.load().queries().get(0).feature(0, 0)).isEqualTo(2);
    }

    @Test
    void aColumnThatIsEmptyThroughoutIsAFeatureAllTheSame() {
        Dataset data = source("label,qid,f,g\n1,a,2,\n").load();
        assertThat(data.featureCount()).isEqualTo(2);
        assertThat(data.queries().get(0).featureCount()).isEqualTo(2);
        assertThat(data.queries().get(0).feature(0, 1)).isNaN();
    }

    @Test
    void aFileMayHaveNoFeatures() {
        assertThat(Snapshots.of(source("label,qid\n1,a\n2,a\n").load()))
                .containsExactly("a weight 1.0\n  - 3ff0000000000000\n  - 4000000000000000");
    }

    @Test
    void loadingTakesRowsInAnyOrder() {
        assertThat(Snapshots.of(source("label,qid,f\n1,b,1\n2,a,2\n3,b,\n").load()))
                .containsExactly(
                        "b weight 1.0\n  - 3ff0000000000000 0:3f800000\n  - 4008000000000000",
                        "a weight 1.0\n  - 4000000000000000 0:40000000");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aFileOfManyBlocksReadsAsTheSameDataInLetorText(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int features = 1 + random.nextInt(16);
        double density = random.nextDouble();
        StringBuilder csv = new StringBuilder("docid,label,qid");
        for (int f = 0; f < features; f++) {
            csv.append(",f").append(f);
        }
        csv.append('\n');
        StringBuilder letor = new StringBuilder();
        int rows = 17_000;
        for (int row = 0; row < rows; row++) {
            String label = LetorTexts.number(random);
            int query = row / 37;
            csv.append('d').append(row).append(',').append(label).append(",q").append(query);
            letor.append(label).append(" qid:q").append(query);
            for (int f = 0; f < features; f++) {
                String value = random.nextDouble() < density ? LetorTexts.number(random) : "";
                csv.append(',').append(value);
                letor.append(value.isEmpty() ? "" : " " + f + ":" + value);
            }
            csv.append('\n');
            letor.append(" # d").append(row).append('\n');
        }
        CsvSource source = new CsvSource(
                LetorTexts.write(folder, "large.csv.gz", csv.toString()),
                CsvColumns.defaults(),
                Grouping.QUERY,
                OPTIONS);
        List<String> expected = NaiveLetor.snapshots(letor.toString(), Absent.MISSING);
        assertThat(Snapshots.visited(source)).isEqualTo(expected);
        assertThat(Snapshots.of(source.load())).isEqualTo(expected);
    }

    @Test
    void aQueryMayBeKept() {
        StringBuilder csv = new StringBuilder("label,qid,f\n");
        for (int row = 0; row < 60_000; row++) {
            csv.append(row % 5)
                    .append(',')
                    .append(row / 7)
                    .append(',')
                    .append(row)
                    .append('\n');
        }
        CsvSource source = source(csv.toString());
        List<Query> kept = new ArrayList<>();
        source.visit(kept::add);
        assertThat(kept.stream().map(Snapshots::of)).isEqualTo(Snapshots.of(source.load()));
    }

    private CsvSource source(String text) {
        return new CsvSource(
                LetorTexts.write(folder, "data.csv", text), CsvColumns.defaults(), Grouping.QUERY, OPTIONS);
    }
}
