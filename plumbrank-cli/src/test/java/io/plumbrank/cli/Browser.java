package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;

/**
 * Chromium without a window, by the WebDriver protocol over plain HTTP: a dozen calls, for which Selenium would bring some forty
 * jars.
 */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    private Browser(Process driver, int port) {
        this.driver = driver;
        ObjectNode options = JSON.createObjectNode();
        options.putArray("args")
                .add("--headless=new")
                .add("--no-sandbox")
                .add("--disable-gpu")
                .add("--disable-dev-shm-usage")
                .add("--hide-scrollbars");
        ObjectNode wanted = JSON.createObjectNode();
        wanted.set("goog:chromeOptions", options);
        wanted.putObject("goog:loggingPrefs").put("browser", "ALL");
        ObjectNode body = JSON.createObjectNode();
        body.putObject("capabilities").set("alwaysMatch", wanted);
        String base = "http://127.0.0.1:" + port + "/session";
        this.session = base + "/" + call("POST", base, body).get("sessionId").asText();
    }

    /** A browser, or a test that is skipped, with a line that nobody overlooks. */
    static Browser start() {
        if (!isInstalled("chromedriver") || !(isInstalled("chromium") || isInstalled("google-chrome"))) {
            System.err.println(
                    "################ NO BROWSER: the pages are NOT tested; install chromium and chromium-driver"
                            + " ################");
            Assumptions.abort("no chromium or chromedriver on the PATH");
        }
        try {
            Process driver = new ProcessBuilder("chromedriver", "--port=0")
                    .redirectErrorStream(true)
                    .start();
            BufferedReader out = new BufferedReader(new InputStreamReader(driver.getInputStream(), UTF_8));
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher started = STARTED.matcher(line);
                if (started.find()) {
                    drain(out);
                    return new Browser(driver, Integer.parseInt(started.group(1)));
                }
            }
            throw new IllegalStateException("chromedriver did not start");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** A pipe that nobody reads fills up, and then its writer waits for ever. */
    private static void drain(BufferedReader out) {
        Thread reader = new Thread(() -> {
            try (out) {
                while (out.readLine() != null) {}
            } catch (IOException e) {
                return; // it ended
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    private JsonNode call(String method, String url, Object body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(PATIENCE)
                    .method(
                            method,
                            method.equals("POST")
                                    ? HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))
                                    : HttpRequest.BodyPublishers.noBody())
                    .build();
            JsonNode answer = JSON.readTree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
            JsonNode value = answer.get("value");
            if (value != null && value.has("error")) {
                throw new IllegalStateException(value.get("message").asText());
            }
            return value;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private JsonNode post(String path, Object body) {
        return call("POST", session + path, body);
    }

    private void tell(String command, Object parameters) {
        post("/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
    }

    /** The size of the window as pages see it, and whether its user likes it dark. */
    void look(int width, int height, boolean dark) {
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        tell(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** As if it were printed. */
    void print() {
        tell("Emulation.setEmulatedMedia", Map.of("media", "print"));
    }

    void open(String url) {
        post("/url", Map.of("url", "about:blank"));
        post("/url", Map.of("url", url));
    }

    /** Runs a script, and gives what it returns. */
    JsonNode script(String text, Object... arguments) {
        return post("/execute/sync", Map.of("script", text, "args", arguments));
    }

    /** Waits until a script returns true. */
    void await(String condition) {
        await("try { return " + condition + " } catch (notThereYet) { return false }", JsonNode::asBoolean);
    }

    private void await(String script, Predicate<JsonNode> wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.test(script(script))) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + script + "; the page says: " + text("body"));
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** What people see of an element. */
    String text(String selector) {
        return script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)
                .asText();
    }

    /** Presses keys, one after another, wherever the focus is. */
    void press(String... keys) {
        List<Map<String, String>> actions = new ArrayList<>();
        for (String key : keys) {
            actions.add(Map.of("type", "keyDown", "value", key));
            actions.add(Map.of("type", "keyUp", "value", key));
        }
        post("/actions", Map.of("actions", List.of(Map.of("type", "key", "id", "keys", "actions", actions))));
    }

    /** Puts a file into a field for files. */
    void choose(String selector, Path file) {
        JsonNode found = post("/element", Map.of("using", "css selector", "value", selector));
        post(
                "/element/" + found.elements().next().asText() + "/value",
                Map.of("text", file.toAbsolutePath().toString()));
    }

    /** What pages complained of since the last call. */
    List<String> complaints() {
        List<String> all = new ArrayList<>();
        for (JsonNode entry : post("/se/log", Map.of("type", "browser"))) {
            all.add(entry.get("level").asText() + " " + entry.get("message").asText());
        }
        return all;
    }

    /** Nothing is wider than the window, so that nobody has to scroll sideways. */
    void requireFits() {
        JsonNode widest = script("""
                const most = document.documentElement.clientWidth;
                const wide = [...document.querySelectorAll('body *')].filter(e => !e.closest('.wide') && !e.closest('svg')
                    && !e.closest('.skip') && e.getBoundingClientRect().right > most + 1);
                return wide.map(e => e.tagName + '.' + e.className + ' ' + e.getBoundingClientRect().right);""");
        assertThat(widest).as("wider than the window").isEmpty();
        assertThat(script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
                        .asBoolean())
                .isTrue();
    }

    /** All that can be used has a name for those who do not see it, and the smallest contrast of texts, which is large enough. */
    void requireReadable() {
        JsonNode nameless = script("""
                return [...document.querySelectorAll('input,select,textarea,button,a')].filter(e =>
                    !(e.getAttribute('aria-label') || e.labels?.length || e.innerText?.trim())).map(e => e.outerHTML);""");
        assertThat(nameless).as("without a name").isEmpty();
        JsonNode pale = script("""
                const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
                    .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
                const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
                    if (!/, 0\\)$|transparent/.test(c)) return c; } return 'rgb(255, 255, 255)'; };
                return [...document.querySelectorAll('p,td,th,h1,h2,h3,li,label,a,button,summary,figcaption')]
                    .filter(e => e.innerText?.trim() && !e.closest('.skip') && !e.disabled).map(e => {
                  const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
                  return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.tagName + ' ' + e.innerText.slice(0, 30)];
                }).filter(([contrast]) => contrast < 4.5).map(([contrast, what]) => contrast + ' ' + what);""");
        assertThat(pale).as("contrast below 4.5").isEmpty();
    }

    /** Keeps a picture for the documents, if they are being written. */
    void picture(String name) {
        if (Boolean.getBoolean("docs.update")) {
            try {
                Path pictures = Path.of("docs", "pictures");
                Files.createDirectories(pictures);
                byte[] png = Base64.getDecoder()
                        .decode(call("GET", session + "/screenshot", "").asText());
                Files.write(pictures.resolve(name + ".png"), small(png));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The same picture in the 256 colours that it has most of, a third of the bytes. */
    private static byte[] small(byte[] png) throws IOException {
        BufferedImage whole = ImageIO.read(new ByteArrayInputStream(png));
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < whole.getHeight(); y++) {
            for (int x = 0; x < whole.getWidth(); x++) {
                counts.merge(whole.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        int[] palette = counts.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Integer, Integer> entry) -> -entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(256)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        IndexColorModel colours = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        BufferedImage small =
                new BufferedImage(whole.getWidth(), whole.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < whole.getHeight(); y++) {
            for (int x = 0; x < whole.getWidth(); x++) {
                int index = nearest.computeIfAbsent(whole.getRGB(x, y) & 0xffffff, colour -> nearest(colour, palette));
                small.getRaster().setSample(x, y, 0, index);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(small, "png", out);
        return out.toByteArray();
    }

    private static int nearest(int colour, int[] palette) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < palette.length; i++) {
            int red = (colour >> 16) - (palette[i] >> 16);
            int green = (colour >> 8 & 255) - (palette[i] >> 8 & 255);
            int blue = (colour & 255) - (palette[i] & 255);
            int distance = red * red + green * green + blue * blue;
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    @Override
    public void close() {
        try {
            call("DELETE", session, "");
        } finally {
            driver.destroy();
            try {
                driver.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
