package io.plumbrank.server;

/** A request that is answered with an error. The code is part of the contract, the message is for people. */
final class ServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of errors, each with its status. */
    enum Code {
        /** The body is no JSON, or breaks one of the limits of JSON. */
        BAD_JSON(400),
        /** A field is missing, unknown, of the wrong type, or stands there twice. */
        BAD_REQUEST(400),
        /** No token, or another. */
        UNAUTHORIZED(401),
        /** The client calls the server by a name that it does not have. */
        WRONG_HOST(403),
        /** No such path. */
        NOT_FOUND(404),
        /** No model of that name or version. */
        UNKNOWN_MODEL(404),
        /** The path takes another method. */
        METHOD_NOT_ALLOWED(405),
        /** The body came too slowly. */
        TOO_SLOW(408),
        /** The body has no length and no chunks. */
        LENGTH_REQUIRED(411),
        /** The body is longer than the limit. */
        TOO_LARGE(413),
        /** More items than the limit. */
        TOO_MANY_ITEMS(413),
        /** The body is not said to be JSON. */
        UNSUPPORTED_MEDIA_TYPE(415),
        /** A feature that the model does not know, or that stands there twice. */
        UNKNOWN_FEATURE(422),
        /** More or fewer numbers than the model has features. */
        WRONG_WIDTH(422),
        /** A number that is no finite float. */
        BAD_NUMBER(422),
        /** Two items of one name, or a name that no item has. */
        BAD_ITEM(422),
        /** The model is of another kind. */
        WRONG_KIND(422),
        /** The model cannot answer such a question. */
        NOT_EXPLAINED(422),
        /** The client closed its connection, or its side of it, before the answer. */
        CLIENT_CLOSED(499),
        /** A fault of the server. */
        INTERNAL(500),
        /** All workers are busy and enough requests wait. */
        BUSY(503),
        /** The server is about to stop. */
        DRAINING(503),
        /** The time limit was reached. */
        TIME_LIMIT(504);

        private final int status;

        Code(int status) {
            this.status = status;
        }

        int status() {
            return status;
        }

        /** As in answers. */
        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Code code;

    ServiceException(Code code, String message) {
        super(message);
        this.code = code;
    }

    Code code() {
        return code;
    }

    /** Its trace would say nothing that the code does not. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
