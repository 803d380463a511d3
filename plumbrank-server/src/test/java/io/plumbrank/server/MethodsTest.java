package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.HandlerType;
import io.plumbrank.server.Served.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What HTTP wants of all paths. */
class MethodsTest {
    @TempDir
    Path folder;

    @Test
    void headIsGetWithoutABodyAndOtherMethodsAreToldWhichThereAre() throws Exception {
        Path model = Served.ranker(folder.resolve("ranker.json"), 1);
        try (Served served = new Served(List.of(new ModelSource("m", model)), ServerSettings.local(0))) {
            String version = served.get("/v2/models/m").json().at("/versions/0").asText();
            for (ModelServer.Route route : served.server.routes()) {
                String path = route.path().replace("{name}", "m").replace("{version}", version);
                boolean get = route.method().equals(HandlerType.GET);
                if (get) {
                    Answer whole = served.get(path);
                    Answer head = Served.send(served.request(path)
                            .method("HEAD", BodyPublishers.noBody())
                            .build());
                    assertThat(whole.status()).as(path).isEqualTo(200);
                    assertThat(head.status()).as(path).isEqualTo(200);
                    assertThat(head.text()).isEmpty();
                    assertThat(type(head)).as(path).isEqualTo(type(whole));
                }
                Answer refused = Served.send(served.request(path)
                        .method("DELETE", BodyPublishers.noBody())
                        .build());
                assertThat(refused.status()).as(path).isEqualTo(405);
                assertThat(Stream.of(refused.response()
                                .headers()
                                .firstValue("Allow")
                                .orElse("")
                                .split(", *")))
                        .as(path)
                        .containsExactlyInAnyOrder(get ? new String[] {"GET", "HEAD"} : new String[] {"POST"});
            }
        }
    }

    private static String type(Answer answer) {
        return answer.response().headers().firstValue("Content-Type").orElse("none");
    }
}
