package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonToken;
import io.plumbrank.server.RowsReader.Allowance;
import io.plumbrank.server.StrictJson.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /v1/rank} takes.
 *
 * @param model by name; null where there is only one
 * @param queries at least one
 * @param batch whether they came as a list, and are answered as one
 * @param explain whether contributions are wanted
 * @param why two items by name, empty for the first two of the ranking; null where it was not asked
 */
record RankRequest(
        @Nullable String model,
        List<Asked> queries,
        boolean batch,
        boolean explain,
        @Nullable List<String> why) {
    /** A query. */
    record Asked(String id, List<Row> rows) {}

    static RankRequest read(byte[] body, int length, int most) {
        return StrictJson.read(body, length, json -> {
            Allowance allowance = new Allowance(most);
            RowsReader single = new RowsReader(json, "items", allowance);
            String[] model = new String[1];
            String[] query = new String[1];
            boolean[] explain = new boolean[1];
            List<String> why = new ArrayList<>();
            boolean[] asksWhy = new boolean[1];
            List<Asked> queries = new ArrayList<>();
            boolean[] batch = new boolean[1];
            boolean[] alone = new boolean[1];

            Map<String, Part> own = new HashMap<>();
            single.addTo(own);
            own.put("query", () -> query[0] = json.text("'query'"));
            Map<String, Part> fields = new HashMap<>();
            own.forEach((name, part) -> fields.put(name, () -> {
                alone[0] = true;
                part.read();
            }));
            fields.put("model", () -> model[0] = json.text("'model'"));
            fields.put("explain", () -> explain[0] = json.flag("'explain'"));
            fields.put("why", () -> {
                asksWhy[0] = json.token() != JsonToken.VALUE_FALSE;
                if (json.token() == JsonToken.START_ARRAY) {
                    json.array("'why'", () -> why.add(json.text("an entry of 'why'")));
                } else {
                    json.flag("'why'");
                }
            });
            fields.put("queries", () -> {
                batch[0] = true;
                json.array("'queries'", () -> queries.add(asked(json, allowance)));
            });
            json.object("the request", fields);
            if (batch[0] && alone[0]) {
                throw StrictJson.bad(
                        "'queries' is a list of whole queries: put items, matrix and query into its entries");
            }
            if (batch[0] && queries.isEmpty()) {
                throw StrictJson.bad("'queries' has no entry");
            }
            if (!batch[0]) {
                queries.add(new Asked(query[0] == null ? "" : query[0], single.rows()));
            }
            if (asksWhy[0] && !why.isEmpty() && why.size() != 2) {
                throw StrictJson.bad("'why' is true, or the ids of two items, not of " + why.size());
            }
            return new RankRequest(
                    model[0], List.copyOf(queries), batch[0], explain[0], asksWhy[0] ? List.copyOf(why) : null);
        });
    }

    private static Asked asked(StrictJson json, Allowance allowance) throws java.io.IOException {
        RowsReader rows = new RowsReader(json, "items", allowance);
        String[] query = new String[1];
        Map<String, Part> fields = new HashMap<>();
        rows.addTo(fields);
        fields.put("query", () -> query[0] = json.text("'query'"));
        json.object("an entry of 'queries'", fields);
        return new Asked(query[0] == null ? "" : query[0], rows.rows());
    }
}
