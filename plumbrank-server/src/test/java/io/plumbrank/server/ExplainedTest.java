package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.server.Served.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainedTest {
    @TempDir
    Path folder;

    /** RankLib's files do not tell how many training rows went where, which contributions of trees need. */
    @Test
    void aModelOfRankLibRanksAndIsNotExplained() throws Exception {
        String tree = """
            ## LambdaMART

            <ensemble><tree id="1" weight="1.0"><split><feature> 2 </feature><threshold> 2.5 </threshold>
            <split pos="left"><output> -1.0 </output></split><split pos="right"><output> 1.5 </output></split>
            </split></tree></ensemble>
            """;
        Path file = Files.writeString(folder.resolve("ranklib.txt"), tree);
        try (Served served = new Served(List.of(new ModelSource("m", file)), ServerSettings.local(0))) {
            String body = "{'items':[{'features':{'1':1,'2':2}},{'features':{'2':3}}]%s}".replace('\'', '"');
            Answer ranked = served.post("/v1/rank", body.replace("%s", ""));
            assertThat(ranked.status()).as(ranked.text()).isEqualTo(200);
            assertThat(ranked.json().at("/ranking/0/id").asText()).isEqualTo("2");
            assertThat(ranked.json().at("/ranking/0/score").asDouble()).isEqualTo(1.5);
            for (String wanted : List.of(",\"explain\":true", ",\"why\":true")) {
                Answer answer = served.post("/v1/rank", body.replace("%s", wanted));
                assertThat(answer.status()).as(answer.text()).isEqualTo(422);
                assertThat(answer.code()).isEqualTo("not_explained");
            }
            assertThat(served.logged()).doesNotContain("fault");
        }
    }
}
