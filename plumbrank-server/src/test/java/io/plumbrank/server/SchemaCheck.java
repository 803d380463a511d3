package io.plumbrank.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Says where a document breaks a schema of OpenAPI 3.0, as far as ours use it; an unknown keyword is a breach too. */
final class SchemaCheck {
    private static final List<String> KNOWN = List.of(
            "$ref",
            "type",
            "nullable",
            "description",
            "format",
            "enum",
            "oneOf",
            "properties",
            "required",
            "additionalProperties",
            "items");

    private final JsonNode document;
    private final List<String> breaches = new ArrayList<>();

    private SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** @param document the whole OpenAPI document, which references point into */
    static List<String> breaches(JsonNode document, JsonNode schema, JsonNode value) {
        SchemaCheck check = new SchemaCheck(document);
        check.check(schema, value, "");
        return check.breaches;
    }

    private void check(JsonNode schema, JsonNode value, String at) {
        schema.fieldNames().forEachRemaining(keyword -> {
            if (!KNOWN.contains(keyword)) {
                breaches.add("unknown keyword " + keyword);
            }
        });
        if (schema.has("$ref")) {
            JsonNode target = document.at(schema.get("$ref").asText().substring(1));
            if (target.isMissingNode()) {
                breaches.add("no " + schema.get("$ref"));
            } else {
                check(target, value, at);
            }
            return;
        }
        if (value.isNull()) {
            if (!schema.path("nullable").asBoolean() && schema.has("type")) {
                breaches.add(at + " is null");
            }
            return;
        }
        if (schema.has("oneOf")) {
            int fitting = 0;
            for (JsonNode one : schema.get("oneOf")) {
                fitting += breaches(document, one, value).isEmpty() ? 1 : 0;
            }
            if (fitting != 1) {
                breaches.add(at + " fits " + fitting + " of oneOf");
            }
            return;
        }
        if (schema.has("type") && !isOfType(schema.get("type").asText(), value)) {
            breaches.add(at + " is no " + schema.get("type").asText() + ": " + value.getNodeType());
            return;
        }
        if (schema.has("enum")) {
            List<String> texts = new ArrayList<>();
            schema.get("enum").forEach(one -> texts.add(one.asText()));
            if (!texts.contains(value.asText())) {
                breaches.add(at + " is none of " + texts);
            }
        }
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asText())) {
                breaches.add(at + " has no " + name.asText());
            }
        }
        if (value.isObject()) {
            value.properties().forEach(field -> {
                JsonNode property = schema.path("properties").get(field.getKey());
                JsonNode others = schema.path("additionalProperties");
                String inside = at + "/" + field.getKey();
                if (property != null) {
                    check(property, field.getValue(), inside);
                } else if (others.isObject()) {
                    check(others, field.getValue(), inside);
                } else if (others.isBoolean() && !others.asBoolean()) {
                    breaches.add(inside + " is not in the schema");
                }
            });
        }
        if (value.isArray() && schema.has("items")) {
            for (int i = 0; i < value.size(); i++) {
                check(schema.get("items"), value.get(i), at + "/" + i);
            }
        }
    }

    private static boolean isOfType(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "number" -> value.isNumber();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            default -> false;
        };
    }
}
