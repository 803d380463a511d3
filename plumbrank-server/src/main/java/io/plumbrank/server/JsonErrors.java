package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import java.nio.ByteBuffer;
import java.util.Map;
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

    /** Answers with an error, without waiting for the client. */
    static void write(ServiceException error, Request request, Response response, Callback callback) {
        Response.writeError(request, response, callback, error.code().status(), error.getMessage(), error);
    }

    /** Headers that go with an error. */
    static Map<String, String> headers(Code code) {
        return switch (code) {
            case BUSY, DRAINING -> Map.of("Retry-After", RETRY_AFTER);
            case UNAUTHORIZED -> Map.of("WWW-Authenticate", "Bearer");
            default -> Map.of();
        };
    }

    /** The Open Inference Protocol has a text, where the other routes have a code and a message. */
    static byte[] body(ServiceException error, @Nullable String path) {
        String code = error.code().text();
        return JsonAnswer.of(json -> {
            if (path != null && path.startsWith("/v2")) {
                json.writeStringField("error", code + ": " + error.getMessage());
                return;
            }
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code);
            json.writeStringField("message", error.getMessage());
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
        return status < 500 || status == 501 || status == 505 ? Code.BAD_REQUEST : Code.INTERNAL;
    }

    static String words(int status) {
        return switch (status) {
            case 404 -> "there is no such path; /openapi.json lists them";
            case 405 -> "the path takes another method; /openapi.json lists them";
            case 408 -> "the request came too slowly";
            case 413 -> "the request is too large";
            case 414, 431 -> "the head of the request is too large";
            case 503 -> "the server is about to stop";
            case 505 -> "the server speaks HTTP/1.1";
            default ->
                code(status) == Code.BAD_REQUEST
                        ? "not a request of HTTP that this server takes"
                        : "a fault of the server";
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
        ServiceException error =
                cause instanceof ServiceException known ? known : new ServiceException(code(status), words(status));
        request.setAttribute(AccessLog.CODE, error.code().text());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, JSON);
        headers(error.code()).forEach(response.getHeaders()::put);
        response.write(true, ByteBuffer.wrap(body(error, request.getHttpURI().getPath())), callback);
    }
}
