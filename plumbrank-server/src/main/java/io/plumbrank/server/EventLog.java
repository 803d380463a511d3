package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What happened, one JSON object per line, with nothing of what clients sent: no body, no path as it was typed, no header. */
final class EventLog {
    private final Consumer<String> lines;
    private final Clock clock;

    EventLog(Consumer<String> lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /**
     * One request.
     *
     * @param method of those that HTTP has; any other is {@code other}
     * @param route the template of the path; null where there is none
     * @param model that answered; null where none did
     * @param code of the error; null where there was none
     */
    record Access(
            String method,
            @Nullable String route,
            int status,
            long bytes,
            double millis,
            @Nullable String model,
            @Nullable String code) {}

    void access(Access access) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", "request");
            json.writeStringField("method", access.method);
            json.writeStringField("route", access.route);
            json.writeNumberField("status", access.status);
            json.writeNumberField("bytes", access.bytes);
            json.writeNumberField("millis", Math.round(access.millis * 1000) / 1000.0);
            if (access.model != null) {
                json.writeStringField("model", access.model);
            }
            if (access.code != null) {
                json.writeStringField("code", access.code);
            }
        }));
    }

    /** A new file of a model: {@code reloaded}, or {@code refused} with the reason. */
    void reload(String model, @Nullable String refused) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", refused == null ? "reloaded" : "refused");
            json.writeStringField("model", model);
            if (refused != null) {
                json.writeStringField("message", refused);
            }
        }));
    }

    /** A fault of the server, by its type and place; its message could hold what a client sent. */
    void fault(Throwable fault) {
        StackTraceElement[] trace = fault.getStackTrace();
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", "fault");
            json.writeStringField("type", fault.getClass().getName());
            json.writeStringField("at", trace.length == 0 ? "" : trace[0].toString());
        }));
    }

    /** Something that happens once: {@code listening}, {@code draining}, {@code stopped}. */
    void event(String event) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", event);
        }));
    }

    private void line(byte[] json) {
        lines.accept(new String(json, UTF_8));
    }
}
