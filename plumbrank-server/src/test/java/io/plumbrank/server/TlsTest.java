package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.server.ServerSettings.Tls;
import io.plumbrank.util.InputException;
import java.io.IOException;
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
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static final String PASSWORD = "not-a-secret";

    @TempDir
    Path folder;

    /** @param more options of {@code keytool} */
    private Path keyStore(String... more) throws Exception {
        return keyStore(folder.resolve("keys.p12"), "CN=Somebody", more);
    }

    private static Path keyStore(Path file, String subject, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "ranker",
                "-dname",
                subject,
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        if (!command.contains("-keyalg")) {
            command.addAll(List.of("-keyalg", "EC"));
        }
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

    private static SSLContext trusting() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAll()}, null);
        return context;
    }

    private static SSLSocket connect(Served served) throws Exception {
        return (SSLSocket) trusting()
                .getSocketFactory()
                .createSocket(
                        InetAddress.getLoopbackAddress(),
                        served.server.address().port());
    }

    private static String statusOf(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
    }

    /** Longer than a client may take over the head of a request: idle between two requests, and within a body. */
    @Test
    @Tag("full")
    void aConnectionLivesLongerThanAHeadMayTake() throws Exception {
        String get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String body = "{\"matrix\":[[1,2,3]]}" + " ".repeat(30_000);
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD)));
                Socket idle = connect(served);
                Socket before = connect(served);
                Socket slow = connect(served)) {
            idle.getOutputStream().write(get.getBytes(StandardCharsets.UTF_8));
            assertThat(statusOf(idle)).isEqualTo("HTTP/1.1 200");
            ((SSLSocket) before).startHandshake();
            slow.getOutputStream()
                    .write(("POST /v1/rank HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: " + body.length() + "\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            for (int part = 0; part < 8; part++) {
                int from = part * bytes.length / 8;
                slow.getOutputStream().write(bytes, from, (part + 1) * bytes.length / 8 - from);
                Thread.sleep(1000);
            }
            assertThat(statusOf(slow)).isEqualTo("HTTP/1.1 200");
            for (Socket socket : List.of(idle, before)) {
                socket.getOutputStream().write(get.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(statusOf(before)).isEqualTo("HTTP/1.1 200");
            byte[] rest = new byte[8192];
            String read = "";
            while (!read.contains("HTTP/1.1 200")) {
                int count = idle.getInputStream().read(rest);
                assertThat(count).as("bytes after " + read).isPositive();
                read += new String(rest, 0, count, StandardCharsets.UTF_8);
            }
        }
    }

    /** Neither a handshake that does not go on nor a head in records of a byte holds a connection. */
    @Test
    @Tag("full")
    void whoIsSlowOverTheHandshakeOrTheHeadIsLetGo() throws Exception {
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD)));
                Socket handshake = new Socket(
                        InetAddress.getLoopbackAddress(),
                        served.server.address().port());
                Socket head = connect(served)) {
            // the begin of a record of the handshake, whose rest comes byte by byte
            handshake.getOutputStream().write(new byte[] {22, 3, 1, 64, 0});
            head.getOutputStream().write("GET /healthz HTTP/1.1\r\nX: ".getBytes(StandardCharsets.UTF_8));
            assertThat(cutWithin(10, List.of(handshake, head))).isTrue();
        }
    }

    private static boolean cutWithin(int seconds, List<Socket> sockets) throws InterruptedException {
        Set<Socket> cut = new HashSet<>();
        for (int i = 0; i < seconds * 5 && cut.size() < sockets.size(); i++) {
            for (Socket socket : sockets) {
                try {
                    socket.getOutputStream().write('1');
                    socket.getOutputStream().flush();
                } catch (IOException e) {
                    cut.add(socket);
                }
            }
            Thread.sleep(200);
        }
        return cut.size() == sockets.size();
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, TLS_AES_128_GCM_SHA256, true",
        "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, true",
        "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, false",
        "TLSv1.2, TLS_RSA_WITH_AES_128_GCM_SHA256, false",
    })
    void onlyCiphersWithForwardSecrecyAndAuthenticationAreTaken(String version, String cipher, boolean taken)
            throws Exception {
        Path keys = keyStore("-keyalg", "RSA");
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(keys, PASSWORD)));
                SSLSocket socket = connect(served)) {
            socket.setEnabledProtocols(new String[] {version});
            socket.setEnabledCipherSuites(new String[] {cipher});
            if (taken) {
                socket.startHandshake();
                assertThat(socket.getSession().getCipherSuite()).isEqualTo(cipher);
            } else {
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
            }
        }
    }

    /** A client that knows TLS 1.1 alone is told so; Java's own client could not say it. */
    @Test
    void olderVersionsAreRefused() throws Exception {
        byte[] hello = HexFormat.of()
                .parseHex("160301002f" + "0100002b" + "0302" + "00".repeat(32) + "00" + "0004" + "c013002f" + "0100");
        try (Served served = new Served(models(), ServerSettings.local(0).withTls(new Tls(keyStore(), PASSWORD)));
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        served.server.address().port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(hello);
            byte[] answer = socket.getInputStream().readNBytes(7);
            int alert = 21;
            int fatal = 2;
            int version = 70;
            assertThat(answer[0]).isEqualTo((byte) alert);
            assertThat(answer[5]).isEqualTo((byte) fatal);
            assertThat(answer[6]).isEqualTo((byte) version);
        }
    }

    private static String subject(Served served) throws Exception {
        try (SSLSocket socket = connect(served)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    @Test
    @Timeout(60)
    void aNewCertificateIsTakenAndADamagedOneIsNot() throws Exception {
        Path keys = keyStore();
        Path next = folder.resolve("next.p12");
        ServerSettings settings = ServerSettings.local(0)
                .withTls(new Tls(keys, PASSWORD))
                .withTimes(Duration.ofMillis(20), Duration.ZERO);
        try (Served served = new Served(models(), settings);
                SSLSocket open = connect(served)) {
            open.startHandshake();
            assertThat(subject(served)).isEqualTo("CN=Somebody");
            Files.writeString(next, "no key store");
            Files.move(next, keys, StandardCopyOption.ATOMIC_MOVE);
            while (!served.logged().contains("\"refused\"")) {
                Thread.sleep(10);
            }
            assertThat(subject(served)).isEqualTo("CN=Somebody");
            keyStore(next, "CN=Somebody Else");
            Files.move(next, keys, StandardCopyOption.ATOMIC_MOVE);
            while (!subject(served).equals("CN=Somebody Else")) {
                Thread.sleep(10);
            }
            open.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(new String(open.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("plumbrank_certificate_reloads_total{result=\"refused\"} 1")
                    .contains("plumbrank_certificate_reloads_total{result=\"taken\"} 1");
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
