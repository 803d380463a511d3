package io.plumbrank.server.lab;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.plumbrank.json.Fields;
import io.plumbrank.server.Address;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The laboratory in the browser. It is for one person on the machine that it runs on: it answers only those who call it by a name of
 * this machine, so that no page from elsewhere can reach it through the browser, keeps nothing between requests, and does a bounded
 * amount of work for each.
 *
 * <pre>{@code
 * try (LabServer lab = LabServer.start(new Address(Address.LOOPBACK, 0))) {
 *     System.out.println(lab.url()); // to be opened in a browser
 *     lab.await();
 * }
 * }</pre>
 */
public final class LabServer implements AutoCloseable {
    private static final int MOST_BYTES = 1 << 20;
    private static final int WORKERS = 2;
    private static final int WAITING = 16;
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;|$)");
    private static final Duration TIME = Duration.ofSeconds(30);

    /** Pages by path, with their types. Nothing else is served from the class path. */
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry("index.html", "text/html"),
            Map.entry("lab.css", "text/css"),
            Map.entry("lab.js", "text/javascript"),
            Map.entry("page.js", "text/javascript"),
            Map.entry("losses.js", "text/javascript"),
            Map.entry("counterexample.js", "text/javascript"),
            Map.entry("preferences.js", "text/javascript"),
            Map.entry("regrets.js", "text/javascript"),
            Map.entry("guide.js", "text/javascript"),
            Map.entry("votes.js", "text/javascript"));

    private static final Map<String, Function<Fields, Map<String, Object>>> ANSWERS = Map.of(
            "losses", LossSimplex::of,
            "search", Counterexamples::search,
            "examine", Counterexamples::examine,
            "scatter", Counterexamples::scatter,
            "preferences", Preferences::graph,
            "votes", Preferences::votes,
            "guide", Guide::of);

    private final Address asked;
    private final Javalin app;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final ThreadPoolExecutor workers =
            new ThreadPoolExecutor(WORKERS, WORKERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING), work -> {
                Thread thread = new Thread(work, "plumbrank-lab");
                thread.setDaemon(true);
                return thread;
            });

    private LabServer(Address asked) {
        this.asked = asked;
        this.app = Javalin.create(this::configure);
    }

    /**
     * Listens.
     *
     * @throws UncheckedIOException if the address cannot be listened at
     */
    public static LabServer start(Address address) {
        LabServer server = new LabServer(address);
        try {
            server.app.start(address.host(), address.port());
        } catch (RuntimeException e) {
            server.close();
            throw new UncheckedIOException(
                    "cannot listen at " + address.url("http")
                            + ": the port is taken, or the address is not one of this machine; choose another",
                    new IOException(e));
        }
        return server;
    }

    /** As people type it into a browser; the port is the one that was taken. */
    public String url() {
        return new Address(asked.host(), app.port()).url("http") + "/";
    }

    /** Waits until it has stopped. */
    public void await() throws InterruptedException {
        stopped.await();
    }

    @Override
    public void close() {
        app.stop();
        workers.shutdownNow();
        stopped.countDown();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = MOST_BYTES;
        QueuedThreadPool threads = new QueuedThreadPool(WORKERS + WAITING + 16, 4);
        threads.setName("plumbrank-lab-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.routes.before(this::admit);
        config.routes.get("/", ctx -> page(ctx, "index.html"));
        config.routes.get("/{page}", ctx -> page(ctx, ctx.pathParam("page")));
        config.routes.post("/api/{question}", this::answer);
        config.routes.exception(HttpResponseException.class, LabServer::refuse);
    }

    /** A page from elsewhere could let its own name point to this machine; the browser then sends that name. */
    private void admit(Context ctx) {
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; base-uri 'none'");
        ctx.header("Cache-Control", "no-store");
        String host = ctx.header("Host");
        String name = host == null ? "" : host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
        if (!List.of("localhost", "127.0.0.1", "[::1]", asked.host().toLowerCase(Locale.ROOT))
                .contains(name)) {
            refuse(ctx, 403, "wrong-host", "the laboratory answers to names of this machine alone");
            ctx.skipRemainingHandlers();
        }
    }

    private static void page(Context ctx, String name) throws IOException {
        String type = PAGES.get(name);
        if (type == null) {
            refuse(ctx, 404, "no-such-page", "there is no such page");
            return;
        }
        try (InputStream page = LabServer.class.getResourceAsStream(name)) {
            if (page == null) {
                throw new IllegalStateException("no resource " + name);
            }
            ctx.contentType(type + "; charset=utf-8").result(page.readAllBytes());
        }
    }

    private void answer(Context ctx) {
        Function<Fields, Map<String, Object>> work = ANSWERS.get(ctx.pathParam("question"));
        if (work == null) {
            refuse(ctx, 404, "no-such-question", "there is no such question");
            return;
        }
        String type = ctx.contentType();
        if (type == null || !JSON.matcher(type).lookingAt()) {
            // what a form of a page from elsewhere can send without asking first has other types
            refuse(ctx, 415, "not-json", "send application/json");
            return;
        }
        if (ctx.contentLength() > MOST_BYTES) {
            tooLarge(ctx);
            return;
        }
        Future<Map<String, Object>> answer;
        try {
            Fields request = Fields.root(JsonDocument.readDeep(ctx.bodyAsBytes()));
            answer = workers.submit(() -> work.apply(request));
        } catch (IOException | InputException | IllegalArgumentException e) {
            refuse(ctx, 400, "bad-request", firstLine(e));
            return;
        } catch (RejectedExecutionException e) {
            refuse(ctx, 503, "busy", "too much is asked at once; try again in a moment");
            return;
        }
        try {
            json(ctx, answer.get(TIME.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalArgumentException || e.getCause() instanceof InputException) {
                refuse(ctx, 400, "bad-request", firstLine((RuntimeException) e.getCause()));
            } else {
                refuse(ctx, 500, "fault", "a fault of ours: " + e.getCause());
            }
        } catch (TimeoutException e) {
            answer.cancel(true);
            refuse(ctx, 503, "too-long", "this takes longer than " + TIME.toSeconds() + " s; ask for less");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(ctx, 503, "stopping", "the laboratory is being stopped");
        }
    }

    /** An error that Javalin finds, such as a body without a length that is too long. */
    private static void refuse(HttpResponseException fault, Context ctx) {
        if (fault.getStatus() == 413) {
            tooLarge(ctx);
        } else {
            refuse(ctx, fault.getStatus(), "refused", "there is no such question or page");
        }
    }

    private static void tooLarge(Context ctx) {
        refuse(ctx, 413, "too-large", "at most " + MOST_BYTES + " bytes");
    }

    private static String firstLine(Throwable fault) {
        return ("" + fault.getMessage()).lines().findFirst().orElse("bad request");
    }

    private static void refuse(Context ctx, int status, String code, String message) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code);
        error.put("message", message);
        ctx.status(status);
        json(ctx, Map.of("error", error));
    }

    private static void json(Context ctx, Map<String, Object> document) {
        ctx.contentType("application/json; charset=utf-8").result(LabJson.of(document));
    }
}
