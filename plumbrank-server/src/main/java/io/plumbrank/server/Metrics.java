package io.plumbrank.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Numbers for Prometheus. Labels are routes, models and codes, of which there are few; nothing that a client can make up. */
final class Metrics implements AutoCloseable {
    /** The metrics in the text format of Prometheus. */
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    Metrics(Workers workers, EventLog log) {
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
        Gauge.builder("plumbrank.workers.busy", workers, Workers::busy).register(registry);
        Gauge.builder("plumbrank.requests.waiting", workers, Workers::waiting).register(registry);
        FunctionCounter.builder("plumbrank.log.dropped", log, EventLog::dropped)
                .description("Lines of the log that were dropped because their reader was too slow")
                .register(registry);
    }

    void request(@Nullable String route, @Nullable String model, int status, Duration time) {
        Timer.builder("plumbrank.requests")
                .description("Requests by route, model and status, with quantiles of the last minutes")
                .tag("route", route == null ? "none" : route)
                .tag("model", model == null ? "none" : model)
                .tag("status", Integer.toString(status))
                .publishPercentiles(0.5, 0.9, 0.99)
                .register(registry)
                .record(time);
    }

    void reload(String model, boolean taken) {
        Counter.builder("plumbrank.reloads")
                .description("New files of models that were taken or refused")
                .tag("model", model)
                .tag("result", taken ? "taken" : "refused")
                .register(registry)
                .increment();
    }

    void certificate(boolean taken) {
        Counter.builder("plumbrank.certificate.reloads")
                .description("New key stores that were taken or refused")
                .tag("result", taken ? "taken" : "refused")
                .register(registry)
                .increment();
    }

    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
