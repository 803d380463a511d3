package io.plumbrank.export;

import io.plumbrank.util.internal.JsonDocument;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model file of XGBoost as JSON. */
public final class XgboostJson extends XgboostFile {
    @Override
    public String name() {
        return "xgboost-json";
    }

    @Override
    byte[] bytes(Map<String, Object> document) {
        return Documents.json(document);
    }

    @Override
    @Nullable
    Object read(byte[] content) throws IOException {
        return JsonDocument.readFloats(content);
    }
}
