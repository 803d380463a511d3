package io.plumbrank.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.router.Endpoint;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.Settings;
import io.plumbrank.server.Answers.Answer;
import io.plumbrank.server.BodyReader.Body;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Models behind HTTP: JSON of our own, and the Open Inference Protocol.
 *
 * <pre>{@code
 * try (ModelServer server = ModelServer.start(
 *         List.of(ModelSource.parse("ranker.json")), null, ServerSettings.local(8080), System.err::println)) {
 *     server.await();
 * }
 * }</pre>
 */
public final class ModelServer implements AutoCloseable {
    /** For what waits for no worker: heads, bodies, and answers on their way. */
    private static final int OTHER_THREADS = 64;

    private static final Duration SLOW_HEAD = Duration.ofSeconds(5);

    private final ServerSettings settings;
    private final ModelStore models;
    private final Workers workers;
    private final Answers answers;
    private final Metrics metrics;
    private final EventLog log;
    private final BodyReader bodies;
    private final byte[] openApi = JsonAnswer.openApi();
    private final Traffic traffic = new Traffic(SLOW_HEAD);
    private final AnswerWriter writer = new AnswerWriter();
    private final Gate gate;
    private final @Nullable Certificates certificates;
    private final ScheduledExecutorService chores = Executors.newScheduledThreadPool(2, work -> {
        Thread thread = new Thread(work, "plumbrank-chores");
        thread.setDaemon(true);
        return thread;
    });
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Javalin app;
    private volatile boolean draining;
    private volatile int port;

    /** A path and what answers it. */
    record Route(HandlerType method, String path, Handler handler) {}

    private ModelServer(ModelStore models, ServerSettings settings, Consumer<String> lines) {
        this.settings = settings;
        this.models = models;
        Limits limits = settings.limits();
        this.workers = new Workers(limits.workers(), limits.waiting());
        this.answers = new Answers(models, limits);
        this.log = new EventLog(lines, Clock.systemUTC());
        this.metrics = new Metrics(workers, log);
        this.certificates = settings.tls() == null ? null : new Certificates(settings.tls());
        this.gate = new Gate(
                AllowedHosts.of(settings),
                settings.token() == null ? null : new Token(settings.token()),
                () -> draining);
        this.bodies = new BodyReader(limits, ModelServer::takesBody);
        this.app = Javalin.create(this::configure);
    }

    /**
     * Reads the models and listens.
     *
     * @param featureBase what the features of unnamed models of XGBoost count from, 0 or 1; null where nobody knows
     * @param log is given one line of JSON per event, by any thread
     * @throws InputException if a model or the key store cannot be read
     * @throws IllegalArgumentException if there is no model, two have one name, or the address is not one of this machine
     * @throws UncheckedIOException if the port cannot be listened at
     */
    public static ModelServer start(
            List<ModelSource> models, @Nullable Integer featureBase, ServerSettings settings, Consumer<String> log) {
        ModelStore store =
                new ModelStore(models, source -> ServedModel.read(source, featureBase), settings.otherFeatures());
        ModelServer server = new ModelServer(store, settings, log);
        server.listen();
        return server;
    }

    private void listen() {
        settings.address().requireHere();
        ServerSettings.Tls tls = settings.tls();
        if (tls != null) {
            tls.requireKey();
        }
        try {
            app.start();
        } catch (RuntimeException e) {
            close();
            throw new UncheckedIOException(
                    "cannot listen at " + settings.address().url(scheme())
                            + ": the port is taken, or not for everybody; choose another, or 0 for any that is free",
                    new IOException(e));
        }
        port = app.port();
        later(this::reload, settings.reloadEvery().toNanos());
        later(traffic::sweep, TimeUnit.SECONDS.toNanos(1));
        later(bodies::sweep, BodyReader.SWEEP.toNanos());
        later(writer::sweep, AnswerWriter.SWEEP.toNanos());
        log.event("listening");
    }

    private void later(Runnable chore, long nanos) {
        ScheduledFuture<?> unused = chores.scheduleWithFixedDelay(
                () -> {
                    try {
                        chore.run();
                    } catch (RuntimeException | Error e) {
                        log.fault(e); // a chore that throws would never be done again
                    }
                },
                nanos,
                nanos,
                TimeUnit.NANOSECONDS);
    }

    private void reload() {
        models.refresh(new ModelStore.Listener() {
            @Override
            public void reloaded(ServedModel old, ServedModel taken) {
                metrics.reload(taken.name(), true);
                log.reloaded(old, taken);
            }

            @Override
            public void refused(String name, String reason) {
                metrics.reload(name, false);
                log.refused(name, reason);
            }
        });
        if (certificates != null) {
            certificates.refresh(refused -> {
                metrics.certificate(refused == null);
                log.certificate(refused);
            });
        }
    }

    /** Where it listens; the port is the one that was taken. */
    public Address address() {
        return new Address(settings.address().host(), port);
    }

    /** As clients call it. */
    public String url() {
        return address().url(scheme());
    }

    private String scheme() {
        return settings.tls() == null ? "http" : "https";
    }

    /** Waits until it has stopped. */
    public void await() throws InterruptedException {
        stopped.await();
    }

    /**
     * Says that it will stop, takes requests for as long as the notice is, and then ends what has begun. {@code /readyz} answers
     * 503 from the first moment.
     */
    public void drain() {
        if (draining) {
            return;
        }
        draining = true;
        log.event("draining");
        try {
            Thread.sleep(settings.notice().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    /** Stops; requests that have begun are ended within the time limit. */
    @Override
    public void close() {
        draining = true;
        chores.shutdownNow();
        try {
            app.jettyServer().server().stop();
        } catch (Exception e) {
            log.fault(e);
        }
        workers.close();
        metrics.close();
        if (stopped.getCount() > 0) {
            if (port > 0) {
                log.event("stopped");
            }
            log.close();
            stopped.countDown();
        }
    }

    private void configure(JavalinConfig config) {
        Limits limits = settings.limits();
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.defaultContentType = JsonErrors.JSON;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        QueuedThreadPool threads = new QueuedThreadPool(limits.workers() + limits.waiting() + OTHER_THREADS, 4);
        threads.setName("plumbrank-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyServer(this::configure);
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setSendXPoweredBy(false);
        });
        config.jetty.addConnector((server, http) -> Listener.of(server, http, settings, certificates, traffic));
        for (Route route : routes()) {
            Handler handler = ctx -> {
                ctx.req().setAttribute(AccessLog.ROUTE, route.path);
                route.handler.handle(ctx);
            };
            config.routes.addEndpoint(new Endpoint(route.method, route.path, handler));
            if (route.method.equals(HandlerType.GET)) {
                // else Javalin answers itself, with a type of its own; Jetty leaves out the body
                config.routes.addEndpoint(new Endpoint(HandlerType.HEAD, route.path, handler));
            }
        }
        config.routes.exception(HttpResponseException.class, (fault, ctx) -> refuse(ctx, fault));
        config.routes.exception(Exception.class, (fault, ctx) -> refuse(ctx, fault));
    }

    private void configure(Server server) {
        server.setErrorHandler(new JsonErrors());
        server.setRequestLog(new AccessLog(log, metrics));
        server.setStopTimeout(settings.limits().time().plusSeconds(5).toMillis());
        traffic.setHandler(gate);
        gate.setHandler(bodies);
        bodies.setHandler(writer);
        server.setHandler(new GracefulHandler(traffic));
    }

    /** All paths that are answered; {@code openapi.json} says what they take and give. */
    List<Route> routes() {
        return List.of(
                get(Gate.OPEN_ROUTE, ctx -> json(ctx, JsonAnswer.of(json -> json.writeStringField("status", "alive")))),
                get("/readyz", this::ready),
                get("/metrics", ctx -> ctx.contentType(Metrics.CONTENT_TYPE).result(metrics.scrape())),
                get("/openapi.json", ctx -> json(ctx, openApi)),
                get("/v1/models", this::listModels),
                get("/v1/models/{name}", this::describeModel),
                post("/v1/rank", ctx -> answer(ctx, (body, end) -> answers.rank(body.bytes(), body.length(), end))),
                post(
                        "/v1/predict",
                        ctx -> answer(ctx, (body, end) -> answers.predict(body.bytes(), body.length(), end))),
                get("/v2", this::describeServer),
                get("/v2/health/live", ctx -> json(ctx, JsonAnswer.of(json -> json.writeBooleanField("live", true)))),
                get("/v2/health/ready", this::openInferenceReady),
                get("/v2/models/{name}", ctx -> json(ctx, Answers.metadata(versioned(ctx)))),
                get("/v2/models/{name}/ready", this::modelReady),
                post("/v2/models/{name}/infer", this::infer),
                get("/v2/models/{name}/versions/{version}", ctx -> json(ctx, Answers.metadata(versioned(ctx)))),
                get("/v2/models/{name}/versions/{version}/ready", this::modelReady),
                post("/v2/models/{name}/versions/{version}/infer", this::infer));
    }

    private static Route get(String path, Handler handler) {
        return new Route(HandlerType.GET, path, handler);
    }

    private static Route post(String path, Handler handler) {
        return new Route(HandlerType.POST, path, handler);
    }

    private static void json(Context ctx, byte[] body) {
        ctx.contentType(JsonErrors.JSON).result(body);
    }

    /** A request for what takes no body is answered before a byte of one is read. The routes take a slash behind them, and so does this. */
    private static boolean takesBody(Request request) {
        String path = Request.getPathInContext(request).replaceFirst("/$", "");
        boolean route = path.equals("/v1/rank") || path.equals("/v1/predict") || path.endsWith("/infer");
        return request.getMethod().equals("POST") && route;
    }

    private void requireReady() {
        if (draining) {
            throw new ServiceException(Code.DRAINING, "the server is about to stop");
        }
    }

    private void ready(Context ctx) {
        requireReady();
        json(ctx, JsonAnswer.of(json -> {
            json.writeStringField("status", "ready");
            JsonArrays.texts("models", models.names(), json);
        }));
    }

    private void openInferenceReady(Context ctx) {
        requireReady();
        json(ctx, JsonAnswer.of(json -> json.writeBooleanField("ready", true)));
    }

    private void listModels(Context ctx) {
        json(ctx, JsonAnswer.of(json -> {
            json.writeArrayFieldStart("models");
            for (ServedModel model : models.all()) {
                json.writeStartObject();
                json.writeStringField("name", model.name());
                json.writeStringField("version", model.version());
                json.writeStringField("kind", model.predictor().kind());
                json.writeEndObject();
            }
            json.writeEndArray();
        }));
    }

    private void describeModel(Context ctx) {
        ServedModel model = models.get(ctx.pathParam("name"));
        json(ctx, JsonAnswer.of(model::describe));
    }

    private void describeServer(Context ctx) {
        json(ctx, JsonAnswer.of(json -> {
            json.writeStringField("name", "plumbrank");
            json.writeStringField("version", Settings.version());
            JsonArrays.texts("extensions", List.of("binary_tensor_data"), json);
        }));
    }

    private ServedModel versioned(Context ctx) {
        return answers.versioned(ctx.pathParam("name"), ctx.pathParamMap().get("version"));
    }

    private void modelReady(Context ctx) {
        ServedModel model = versioned(ctx);
        requireReady();
        json(ctx, JsonAnswer.of(json -> {
            json.writeStringField("name", model.name());
            json.writeBooleanField("ready", true);
        }));
    }

    private void infer(Context ctx) throws Exception {
        ServedModel model = versioned(ctx);
        String header = ctx.header(Headers.JSON_LENGTH);
        answer(ctx, (body, end) -> {
            int length = header == null ? body.length() : Headers.jsonLength(header, body.length());
            return answers.infer(model, body.bytes(), length, body.length(), end);
        });
    }

    /** Makes an answer of a body. */
    @FunctionalInterface
    private interface Work {
        Answer of(Body body, long end);
    }

    private void answer(Context ctx, Work work) throws Exception {
        Headers.requireJson(ctx);
        Duration time = settings.limits().time();
        try {
            Body body = BodyReader.of(ctx.req());
            long end = System.nanoTime() + time.toNanos();
            Answer answer = workers.run(() -> work.of(body, end), time, gone -> Hangup.watch(body.request(), gone));
            ctx.req().setAttribute(AccessLog.MODEL, answer.model());
            body.reserve(answer.body().length);
            json(ctx, answer.body());
        } catch (OutOfMemoryError e) {
            log.fault(e);
            throw workers.busy() > 1
                    ? new ServiceException(Code.BUSY, "no memory for this request beside others; try again in a moment")
                    : new ServiceException(Code.TOO_LARGE, "no memory for this request; send fewer items at a time");
        }
    }

    private void refuse(Context ctx, Exception fault) {
        ServiceException error;
        if (fault instanceof ServiceException known) {
            error = known;
        } else if (fault instanceof HttpResponseException http) {
            Code code = JsonErrors.code(http.getStatus());
            error = new ServiceException(code, JsonErrors.words(http.getStatus()));
            if (code == Code.METHOD_NOT_ALLOWED) {
                ctx.header("Allow", http.getDetails().getOrDefault("availableMethods", ""));
            }
        } else if (fault instanceof InputException input) {
            error = new ServiceException(Code.BAD_REQUEST, "" + input.getMessage());
        } else {
            log.fault(fault);
            error = new ServiceException(
                    Code.INTERNAL, "a fault of the server, which its log names; please report it with the request");
        }
        Code code = error.code();
        JsonErrors.headers(code).forEach(ctx::header);
        ctx.req().setAttribute(AccessLog.CODE, code.text());
        ctx.status(code.status());
        json(ctx, JsonErrors.body(error, ctx.path()));
    }
}
