package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.server.ServerSettings.Tls;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String PASSWORD = "not-a-secret";

    @TempDir
    Path folder;

    private Path keyStore() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "a",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    private List<ModelSource> models() {
        return List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1)));
    }

    @Test
    void aClientThatTrustsTheCertificateIsAnswered() throws Exception {
        Path file = keyStore();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(file, PASSWORD)))) {
            assertThat(served.server.url()).startsWith("https://");
            var answer = HttpClient.newBuilder()
                    .sslContext(context)
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create(served.server.url() + "/v1/models"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"m\"");
        }
    }

    @Test
    void aWrongPasswordIsSaidAtOnce() throws Exception {
        ServerSettings settings = ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD + "x"));
        List<ModelSource> models = models();
        assertThatThrownBy(() -> new Served(models, settings))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("key store");
        assertThat(settings.toString()).doesNotContain(PASSWORD);
    }
}
