package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happened, one JSON object per line, with nothing of what clients sent: no body, no path as it was typed, no header.
 * Never waits for the reader of the lines.
 */
final class EventLog implements AutoCloseable {
    private final BoundedLog lines;
    private final Clock clock;

    EventLog(Consumer<String> lines, Clock clock) {
        this.clock = clock;
        this.lines = new BoundedLog(lines, this::gap);
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

    /** The server took a new file of a model in place of the old one. */
    void reloaded(ServedModel old, ServedModel taken) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", "reloaded");
            json.writeStringField("model", taken.name());
            json.writeStringField("oldVersion", old.version());
            json.writeStringField("version", taken.version());
            json.writeNumberField("oldFeatures", old.layout().arrayLength());
            json.writeNumberField("features", taken.layout().arrayLength());
        }));
    }

    /** The server did not take a new file of a model. */
    void refused(String model, String reason) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", "refused");
            json.writeStringField("model", model);
            json.writeStringField("message", reason);
        }));
    }

    /**
     * The server looked at a new key store.
     *
     * @param refused why it was not taken; null where it was
     */
    void certificate(@Nullable String refused) {
        line(JsonAnswer.of(json -> {
            json.writeStringField("time", clock.instant().toString());
            json.writeStringField("event", refused == null ? "reloaded" : "refused");
            json.writeStringField("certificate", "key store");
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

    private String gap(long dropped) {
        return new String(
                JsonAnswer.of(json -> {
                    json.writeStringField("time", clock.instant().toString());
                    json.writeStringField("event", "dropped");
                    json.writeNumberField("lines", dropped);
                }),
                UTF_8);
    }

    /** How many lines were dropped because the reader was too slow. */
    long dropped() {
        return lines.dropped();
    }

    private void line(byte[] json) {
        lines.accept(new String(json, UTF_8));
    }

    /** Waits a moment for the reader. */
    @Override
    public void close() {
        lines.close();
    }
}
