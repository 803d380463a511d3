package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Query;
import io.plumbrank.model.Ranker;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars that this module brings read models of other tools. */
class ImportedModelTest {
    @TempDir
    Path folder;

    @Test
    void aRankerOfRankLibIsReadAndScores() throws Exception {
        Path file = Files.writeString(folder.resolve("ranklib.txt"), """
                ## LambdaMART
                <ensemble><tree id="1" weight="0.5"><split><feature>1</feature><threshold>2</threshold>
                <split pos="left"><output>1</output></split><split pos="right"><output>4</output></split>
                </split></tree></ensemble>
                """);
        double[] scores = Ranker.read(file).scores(Query.of("q", new float[][] {{0, 2}, {0, 3}}));
        assertThat(scores).containsExactly(0.5, 2);
    }
}
