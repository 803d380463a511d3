package io.plumbrank.data.text;

import io.plumbrank.util.InputException;

/**
 * A query comes back after another one, so the file cannot be streamed: {@code load()} reads it in any order. Callers
 * that can afford the memory catch this and load.
 */
public final class ScatteredQueryException extends InputException {
    private static final long serialVersionUID = 1L;

    /**
     * @param file the file as the user named it
     * @param line where the query comes back
     * @param queryId the query
     */
    public ScatteredQueryException(String file, long line, String queryId) {
        super(
                file,
                line,
                "query " + quote(queryId) + " again after another query",
                "the lines of a query together (sort the file by query, or load it into memory)");
    }
}
