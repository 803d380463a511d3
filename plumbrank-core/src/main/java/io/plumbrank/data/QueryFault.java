package io.plumbrank.data;

import io.plumbrank.util.InputException;
import java.nio.file.Path;

/** A query is not what it should be, found where the file that it comes from is not known. */
public final class QueryFault extends InputException {
    private static final long serialVersionUID = 1L;

    private final String id;

    /** As {@link InputException}, with the query in place of the file. */
    public QueryFault(Query query, String found, String expected) {
        super("query " + quote(query.id()), query.firstLine(), found, expected);
        this.id = query.id();
    }

    public InputException in(Path file) {
        return new InputException(file.toString(), line(), found() + " in query " + quote(id), expected(), this);
    }

    /**
     * Makes sure that what a model says of a query are numbers.
     *
     * @throws QueryFault if one is infinite or NaN
     */
    public static void requireFinite(Query query, double[] outputs) {
        for (double output : outputs) {
            if (!Double.isFinite(output)) {
                throw new QueryFault(
                        query,
                        "features for which the model gives " + output,
                        "values near those in training: check the data, and train again if they are right");
            }
        }
    }
}
