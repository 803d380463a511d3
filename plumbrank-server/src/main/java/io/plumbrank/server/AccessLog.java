package io.plumbrank.server;

import java.time.Duration;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** Logs and counts each request when its answer has gone, by what its handlers kept as attributes. */
final class AccessLog implements RequestLog {
    /** The template of the path. */
    static final String ROUTE = "plumbrank.route";

    /** The model that answered. */
    static final String MODEL = "plumbrank.model";

    /** The code of the error. */
    static final String CODE = "plumbrank.code";

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH");

    private final EventLog log;
    private final Metrics metrics;

    AccessLog(EventLog log, Metrics metrics) {
        this.log = log;
        this.metrics = metrics;
    }

    @Override
    public void log(Request request, Response response) {
        Duration time = Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime());
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "other";
        String route = text(request, ROUTE);
        String model = text(request, MODEL);
        metrics.request(route, model, response.getStatus(), time);
        log.access(new EventLog.Access(
                method,
                route,
                response.getStatus(),
                Response.getContentBytesWritten(response),
                time.toNanos() / 1e6,
                model,
                text(request, CODE)));
    }

    private static @Nullable String text(Request request, String attribute) {
        return request.getAttribute(attribute) instanceof String text ? text : null;
    }
}
