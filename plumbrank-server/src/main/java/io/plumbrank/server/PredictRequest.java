package io.plumbrank.server;

import io.plumbrank.server.RowsReader.Allowance;
import io.plumbrank.server.StrictJson.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /v1/predict} takes.
 *
 * @param model by name; null where there is only one
 * @param rows one prediction each
 */
record PredictRequest(@Nullable String model, List<Row> rows) {
    static PredictRequest read(byte[] body, int length, int most) {
        return StrictJson.read(body, length, json -> {
            RowsReader rows = new RowsReader(json, "rows", new Allowance(most));
            String[] model = new String[1];
            Map<String, Part> fields = new HashMap<>();
            rows.addTo(fields);
            fields.put("model", () -> model[0] = json.text("'model'"));
            json.object("the request", fields);
            return new PredictRequest(model[0], rows.rows());
        });
    }
}
