package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.server.ServiceException.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A web page whose name points to this machine (DNS rebinding) learns nothing from a server without a token. */
class AllowedHostsTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    Path folder;

    private static boolean allows(String listens, Set<String> given, @Nullable String token, @Nullable String header) {
        ServerSettings settings = new ServerSettings(
                new Address(listens, 0),
                token,
                null,
                given,
                Limits.defaults(),
                Duration.ofSeconds(1),
                false,
                Duration.ZERO);
        try {
            AllowedHosts.of(settings).require(header);
            return true;
        } catch (ServiceException e) {
            assertThat(e.code()).isEqualTo(Code.WRONG_HOST);
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.1:8080, true",
        "127.0.0.1, localhost:8080, true",
        "127.0.0.1, LOCALHOST., true",
        "127.0.0.1, [::1]:8080, true",
        "localhost, localhost, true",
        "127.0.0.1, evil.example, false",
        "127.0.0.1, evil.example:8080, false",
        "127.0.0.1, localhost.evil.example, false",
        "127.0.0.1, 127.0.0.1.evil.example, false",
        "127.0.0.1, 127.0.0.1@evil.example, false",
        "127.0.0.1, '', false",
        "127.0.0.1, cafe, false",
        "0.0.0.0, 192.0.2.7:8080, true",
        "0.0.0.0, localhost, true",
        "0.0.0.0, ranker.example, false"
    })
    void onlyTheAddressThatItListensAtIsAllowed(String listens, String header, boolean allowed) {
        assertThat(allows(listens, Set.of(), null, header)).isEqualTo(allowed);
    }

    @Test
    void furtherNamesAreThoseThatAreGiven() {
        Set<String> given = Set.of("Ranker.Example");
        assertThat(allows("127.0.0.1", given, null, "ranker.example:443")).isTrue();
        assertThat(allows("127.0.0.1", given, null, "evil.example")).isFalse();
        assertThat(allows("127.0.0.1", Set.of("*"), null, "evil.example")).isTrue();
        // a page does not know the token
        assertThat(allows("127.0.0.1", Set.of(), TOKEN, "evil.example")).isTrue();
        assertThat(allows("127.0.0.1", given, TOKEN, "evil.example")).isFalse();
        // no browser leaves it out
        assertThat(allows("127.0.0.1", Set.of(), null, null)).isTrue();
    }

    private static String ask(Served served, String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), served.server.address().port())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void aPageFromElsewhereIsRefusedBeforeItsBodyIsRead() throws Exception {
        try (Served served = new Served(
                List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1))),
                ServerSettings.local(0))) {
            String end = " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n";
            assertThat(ask(served, "GET /v1/models" + end + "\r\n"))
                    .startsWith("HTTP/1.1 403")
                    .contains("wrong_host", "--allow-host")
                    .doesNotContain("evil");
            assertThat(ask(
                            served,
                            "POST /v1/rank" + end + "Content-Type: application/json\r\nContent-Length: 999\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(ask(served, "GET /healthz" + end + "\r\n")).startsWith("HTTP/1.1 200");
        }
    }
}
