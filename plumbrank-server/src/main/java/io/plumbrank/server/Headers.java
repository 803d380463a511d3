package io.plumbrank.server;

import io.javalin.http.Context;
import io.plumbrank.server.ServiceException.Code;
import java.util.Locale;

/** Checks the headers of a request that has a body. */
final class Headers {
    /** How many bytes of a binary request of the Open Inference Protocol are JSON. */
    static final String JSON_LENGTH = "Inference-Header-Content-Length";

    private Headers() {}

    /** A page in a browser cannot say that without being asked first, so that none can post here behind its user's back. */
    static void requireJson(Context ctx) {
        String type = ctx.header("Content-Type");
        String plain = type == null ? "" : type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        boolean binary = plain.equals("application/octet-stream") && ctx.header(JSON_LENGTH) != null;
        if (!plain.equals(JsonErrors.JSON) && !binary) {
            throw new ServiceException(Code.UNSUPPORTED_MEDIA_TYPE, "send the header Content-Type: application/json");
        }
        String encoding = ctx.header("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new ServiceException(Code.UNSUPPORTED_MEDIA_TYPE, "send the body without Content-Encoding");
        }
    }

    static int jsonLength(String header, int most) {
        if (!header.matches("[0-9]{1,9}") || Integer.parseInt(header) > most) {
            throw StrictJson.bad(JSON_LENGTH + " is the length of the JSON, at most that of the body");
        }
        return Integer.parseInt(header);
    }
}
