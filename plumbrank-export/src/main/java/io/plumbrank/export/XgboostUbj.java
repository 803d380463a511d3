package io.plumbrank.export;

import io.plumbrank.imports.UbjsonDocument;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model file of XGBoost as Universal Binary JSON. */
public final class XgboostUbj extends XgboostFile {
    @Override
    public String name() {
        return "xgboost-ubj";
    }

    @Override
    byte[] bytes(Map<String, Object> document) {
        return Documents.ubjson(document);
    }

    @Override
    @Nullable
    Object read(byte[] content) throws IOException {
        return UbjsonDocument.read(content);
    }
}
