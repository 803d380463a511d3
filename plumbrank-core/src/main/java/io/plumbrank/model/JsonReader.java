package io.plumbrank.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields of a JSON object that must be there and must be of a type; else an IllegalArgumentException names them. */
final class JsonReader {
    private final JsonNode node;

    JsonReader(JsonNode node) {
        this.node = node;
    }

    boolean has(String name) {
        return node.has(name);
    }

    JsonReader object(String name) {
        JsonNode field = field(name);
        if (!field.isObject()) {
            throw wrong(name, "an object");
        }
        return new JsonReader(field);
    }

    List<JsonReader> objects(String name) {
        List<JsonReader> objects = new ArrayList<>();
        for (JsonNode element : array(name, field(name))) {
            if (!element.isObject()) {
                throw wrong(name, "objects");
            }
            objects.add(new JsonReader(element));
        }
        return objects;
    }

    String text(String name) {
        JsonNode field = field(name);
        if (!field.isTextual()) {
            throw wrong(name, "a text");
        }
        return field.textValue();
    }

    boolean bool(String name) {
        JsonNode field = field(name);
        if (!field.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return field.booleanValue();
    }

    double number(String name) {
        return number(name, field(name));
    }

    long whole(String name) {
        JsonNode field = field(name);
        if (!field.isIntegralNumber() || !field.canConvertToLong()) {
            throw wrong(name, "a whole number");
        }
        return field.longValue();
    }

    int count(String name) {
        long value = whole(name);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw wrong(name, "a count");
        }
        return (int) value;
    }

    /** All fields, which must be texts. */
    Map<String, String> allTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> texts.put(name, text(name)));
        return texts;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(name, field(name))) {
            if (!element.isTextual()) {
                throw wrong(name, "texts");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    double[] numbers(String name) {
        return numbers(name, field(name));
    }

    float[] floats(String name) {
        return narrowed(numbers(name));
    }

    float[][] floatRows(String name) {
        return Arrays.stream(rows(name)).map(JsonReader::narrowed).toArray(float[][]::new);
    }

    private static float[] narrowed(double[] numbers) {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) numbers[i];
        }
        return floats;
    }

    double[][] rows(String name) {
        JsonNode array = array(name, field(name));
        double[][] rows = new double[array.size()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = numbers(name, array.get(i));
        }
        return rows;
    }

    private JsonNode field(String name) {
        JsonNode field = node.get(name);
        if (field == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return field;
    }

    private static double[] numbers(String name, JsonNode field) {
        JsonNode array = array(name, field);
        double[] numbers = new double[array.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(name, array.get(i));
        }
        return numbers;
    }

    private static double number(String name, JsonNode field) {
        if (!field.isNumber() || !Double.isFinite(field.doubleValue())) {
            throw wrong(name, "finite numbers");
        }
        return field.doubleValue();
    }

    private static JsonNode array(String name, JsonNode field) {
        if (!field.isArray()) {
            throw wrong(name, "an array");
        }
        return field;
    }

    private static IllegalArgumentException wrong(String name, String expected) {
        return new IllegalArgumentException("'" + name + "' is not " + expected);
    }
}
