package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.server.ServerSettings.Tls;
import io.plumbrank.util.InputException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static final String PASSWORD = "not-a-secret";

    @TempDir
    Path folder;

    /** @param more options of {@code keytool} */
    private Path keyStore(String... more) throws Exception {
        Path file = folder.resolve("keys.p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "ranker",
                "-dname",
                "CN=Somebody",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    private List<ModelSource> models() {
        return List.of(new ModelSource("m", Served.ranker(folder.resolve("ranker.json"), 1)));
    }

    @Test
    void aClientThatTrustsTheCertificateIsAnswered() throws Exception {
        Path file = keyStore("-ext", "san=ip:127.0.0.1");
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

    /** The certificate names nobody, as that of the manual; a client that asks for no name, or for another, is answered all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void whoCallsByAddressOrByNameIsAnswered(String host) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD)))) {
            int port = served.server.address().port();
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket socket = context.getSocketFactory().createSocket(plain, host, port, true)) {
                socket.getOutputStream()
                        .write(("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));
                socket.getOutputStream().flush();
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200");
            }
        }
    }

    private static final class TrustsAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void aWrongPasswordIsSaidAtOnce() throws Exception {
        ServerSettings settings = ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD + "x"));
        List<ModelSource> models = models();
        assertThatThrownBy(() -> new Served(models, settings))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found a key store with another password");
        assertThat(settings.toString()).doesNotContain(PASSWORD);
    }
}
