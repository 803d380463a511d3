package io.plumbrank.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Refuses a wrong name or token before a body is read. Sends {@code /healthz} on its way on a thread that nothing else has. */
final class Gate extends Handler.Wrapper {
    /** Needs neither token nor name, so that whoever restarts the process need not know them. */
    static final String OPEN_ROUTE = "/healthz";

    private final AllowedHosts hosts;
    private final @Nullable Token token;
    private final BooleanSupplier draining;
    private final ExecutorService health = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "plumbrank-health");
        thread.setDaemon(true);
        return thread;
    });

    Gate(AllowedHosts hosts, @Nullable Token token, BooleanSupplier draining) {
        this.hosts = hosts;
        this.token = token;
        this.draining = draining;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (draining.getAsBoolean()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        if (Request.getPathInContext(request).equals(OPEN_ROUTE)) {
            health.execute(() -> health(request, response, callback));
            return true;
        }
        try {
            hosts.require(request.getHeaders().get(HttpHeader.HOST));
            if (token != null) {
                token.require(request.getHeaders().get(HttpHeader.AUTHORIZATION));
            }
        } catch (ServiceException refusal) {
            JsonErrors.write(refusal, request, response, callback);
            return true;
        }
        return super.handle(request, response, callback);
    }

    private void health(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404);
            }
        } catch (Exception e) {
            Response.writeError(request, response, callback, e);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        health.shutdown();
    }
}
