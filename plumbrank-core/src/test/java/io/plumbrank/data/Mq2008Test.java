package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.SharedData;
import io.plumbrank.data.write.LetorWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts are those of the data's own documentation: LETOR 4.0, MQ2008. */
class Mq2008Test {
    @TempDir
    Path folder;

    @Test
    void mq2008Has784QueriesWith15211RowsOf40FeaturesThatAreNotAlways0() throws IOException {
        Set<String> queries = new HashSet<>();
        Set<Integer> features = new HashSet<>();
        long rows = 0;
        for (int part = 1; part <= 5; part++) {
            Path file = SharedData.require("mq2008/S" + part + ".txt");
            QuerySource source = QuerySource.of(file, new ReadOptions(2, 0));
            Dataset data = source.load();
            assertThat(Snapshots.of(data)).isEqualTo(NaiveLetor.snapshots(Files.readString(file)));
            assertThat(Snapshots.visited(source)).isEqualTo(Snapshots.of(data));
            Path copy = folder.resolve("copy" + part + ".txt");
            LetorWriter.write(copy, data);
            assertThat(Snapshots.of(QuerySource.of(copy, new ReadOptions(1, 0)).load()))
                    .isEqualTo(Snapshots.of(data));
            for (Query query : data.queries()) {
                assertThat(queries.add(query.id())).isTrue();
                for (int item = 0; item < query.size(); item++) {
                    assertThat(query.itemId(item)).startsWith("GX");
                    assertThat(query.label(item)).isIn(0.0, 1.0, 2.0);
                    query.forEachFeature(item, (feature, value) -> features.add(feature));
                }
            }
            rows += data.rows();
        }
        assertThat(queries).hasSize(784);
        assertThat(rows).isEqualTo(15_211);
        assertThat(features).hasSize(40).contains(1, 46);
    }
}
