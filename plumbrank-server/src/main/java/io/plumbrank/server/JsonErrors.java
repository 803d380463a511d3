package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Errors as JSON, also those that Jetty finds before a request reaches a route. */
final class JsonErrors extends ErrorHandler {
    static final String JSON = "application/json";

    /** Seconds after which those who were turned away may try again. */
    static final String RETRY_AFTER = "1";

    /** The Open Inference Protocol has a text, where the other routes have a code and a message. */
    static byte[] body(Code code, String message, boolean openInference) {
        return JsonAnswer.of(json -> {
            if (openInference) {
                json.writeStringField("error", code.text() + ": " + message);
                return;
            }
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code.text());
            json.writeStringField("message", message);
            json.writeEndObject();
        });
    }

    /** The code that a status of Jetty comes nearest to. */
    static Code code(int status) {
        if (status == Code.DRAINING.status()) {
            return Code.DRAINING; // Jetty turns nobody away but when it stops
        }
        for (Code code : Code.values()) {
            if (code.status() == status && code != Code.BAD_JSON) {
                return code;
            }
        }
        return status < 500 ? Code.BAD_REQUEST : Code.INTERNAL;
    }

    static String words(int status) {
        return switch (status) {
            case 404 -> "there is no such path; /openapi.json lists them";
            case 405 -> "the path takes another method; /openapi.json lists them";
            case 408 -> "the request came too slowly";
            case 413 -> "the request is too large";
            case 414, 431 -> "the head of the request is too large";
            case 503 -> "the server is about to stop";
            default -> status < 500 ? "not a request of HTTP that this server takes" : "a fault of the server";
        };
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int status,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        request.setAttribute(ModelServer.CODE, code(status).text());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, JSON);
        if (code(status) == Code.DRAINING) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER);
        }
        response.write(
                true,
                ByteBuffer.wrap(body(
                        code(status),
                        words(status),
                        request.getHttpURI().getPath().startsWith("/v2"))),
                callback);
    }
}
