package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonToken;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.server.StrictJson.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one query: a list of objects, or a matrix with or without names of its columns and rows. */
final class RowsReader {
    private final StrictJson json;
    private final String list;
    private final Allowance allowance;

    private @Nullable List<Row> rows;
    private @Nullable List<Values> matrix;
    private @Nullable List<String> columns;
    private @Nullable List<String> ids;

    /** How many rows a request may still have. */
    static final class Allowance {
        private final int most;
        private int used;

        Allowance(int most) {
            this.most = most;
        }

        void take() {
            used++;
            if (used > most) {
                throw new ServiceException(
                        Code.TOO_MANY_ITEMS,
                        "more than " + most + " items or rows in one request; send several requests");
            }
        }
    }

    /** @param list what the list of objects is called */
    RowsReader(StrictJson json, String list, Allowance allowance) {
        this.json = json;
        this.list = list;
        this.allowance = allowance;
    }

    /** Adds the fields that this reads. */
    void addTo(Map<String, Part> fields) {
        fields.put(list, () -> {
            List<Row> read = new ArrayList<>();
            json.array("'" + list + "'", () -> read.add(row()));
            rows = read;
        });
        fields.put("matrix", () -> {
            List<Values> read = new ArrayList<>();
            json.array("'matrix'", () -> {
                allowance.take();
                read.add(values("a row of 'matrix'"));
            });
            matrix = read;
        });
        fields.put("columns", () -> columns = texts("'columns'"));
        fields.put("ids", () -> ids = texts("'ids'"));
    }

    private List<String> texts(String where) throws IOException {
        List<String> read = new ArrayList<>();
        json.array(where, () -> read.add(json.text("an entry of " + where)));
        return read;
    }

    private Row row() throws IOException {
        allowance.take();
        String[] id = new String[1];
        Row[] features = new Row[1];
        String where = "an entry of '" + list + "'";
        json.object(
                where,
                Map.of(
                        "id",
                        () -> id[0] = json.text("'id' of " + where),
                        "features",
                        () -> features[0] = features("'features' of " + where)));
        if (features[0] == null) {
            throw StrictJson.bad(where + " has no 'features'");
        }
        return new Row(id[0], features[0].names(), features[0].values(), features[0].texts());
    }

    private Row features(String where) throws IOException {
        if (json.token() == JsonToken.START_ARRAY) {
            return values(where).row(null, null);
        }
        if (json.token() != JsonToken.START_OBJECT) {
            throw json.wrongType(where, "an object of features by name, or an array of all of them");
        }
        List<String> names = new ArrayList<>();
        Values values = new Values();
        json.entries(where, name -> {
            names.add(name);
            values.read(json, "a feature");
        });
        return values.row(null, names);
    }

    private Values values(String where) throws IOException {
        Values values = new Values();
        json.array(where, () -> values.read(json, "a number of " + where));
        return values;
    }

    /**
     * The rows.
     *
     * @throws ServiceException if there are none, or both a list and a matrix
     */
    List<Row> rows() {
        if ((rows == null) == (matrix == null)) {
            throw StrictJson.bad("give either '" + list + "' or 'matrix'"
                    + (rows == null ? ", and there is neither" : ", not both"));
        }
        if (rows != null) {
            if (columns != null || ids != null) {
                throw StrictJson.bad(
                        "'columns' and 'ids' go with 'matrix'; entries of '" + list + "' have their own names");
            }
            return rows;
        }
        List<Values> all = matrix == null ? List.of() : matrix;
        if (ids != null && ids.size() != all.size()) {
            throw StrictJson.bad(ids.size() + " 'ids' for " + all.size() + " rows of 'matrix'");
        }
        List<Row> named = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Row row = all.get(i).row(ids == null ? null : ids.get(i), columns);
            if (columns != null && columns.size() != row.values().length) {
                throw new ServiceException(
                        Code.WRONG_WIDTH,
                        "row " + (i + 1) + " of 'matrix' has " + row.values().length + " numbers for " + columns.size()
                                + " 'columns'");
            }
            named.add(row);
        }
        return named;
    }

    /** The values of a row, of which some may be texts. */
    private static final class Values {
        private final Floats numbers = new Floats();
        private final Map<Integer, String> texts = new HashMap<>();

        void read(StrictJson json, String where) throws IOException {
            if (json.token() == JsonToken.VALUE_STRING) {
                texts.put(numbers.size, json.text(where));
                numbers.add(Float.NaN);
            } else {
                numbers.add(json.number(where));
            }
        }

        Row row(@Nullable String id, @Nullable List<String> names) {
            return new Row(id, names, numbers.toArray(), texts);
        }
    }

    /** Floats that grow. */
    static final class Floats {
        private float[] values = new float[64];
        private int size;

        void add(float value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        float[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
