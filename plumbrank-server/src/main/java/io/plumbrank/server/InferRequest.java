package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonToken;
import io.plumbrank.server.RowsReader.Floats;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.server.StrictJson.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An inference request of the Open Inference Protocol. Numbers stand in the JSON, flat or nested, or, as Triton's clients send
 * them, as bytes behind it.
 *
 * @param id echoed; null where there is none
 * @param rows the items
 * @param outputs the tensors that are wanted; empty for all
 */
record InferRequest(@Nullable String id, List<Row> rows, List<String> outputs) {
    private static final Set<String> NUMBERS =
            Set.of("FP32", "FP64", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64");

    private record Tensor(String name, List<Integer> shape, float[] values) {}

    /**
     * @param length of the JSON
     * @param end of all that was sent
     * @param most how many rows there may be
     */
    static InferRequest read(byte[] body, int length, int end, int most) {
        int[] at = {length};
        return StrictJson.read(body, length, json -> {
            String[] id = new String[1];
            List<Tensor> inputs = new ArrayList<>();
            List<String> outputs = new ArrayList<>();
            json.object(
                    "the request",
                    Map.of(
                            "id",
                            () -> id[0] = json.text("'id'"),
                            "parameters",
                            json::skip,
                            "inputs",
                            () -> json.array("'inputs'", () -> inputs.add(tensor(json, body, at, end))),
                            "outputs",
                            () -> json.array("'outputs'", () -> outputs.add(output(json)))));
            if (at[0] != end) {
                throw StrictJson.bad((end - at[0]) + " bytes behind the JSON belong to no input");
            }
            return new InferRequest(id[0], rows(inputs, most), outputs);
        });
    }

    private static String output(StrictJson json) throws IOException {
        String[] name = new String[1];
        json.object(
                "an entry of 'outputs'",
                Map.of("name", () -> name[0] = json.text("'name' of an output"), "parameters", json::skip));
        if (name[0] == null) {
            throw StrictJson.bad("an entry of 'outputs' has no 'name'");
        }
        return name[0];
    }

    private static Tensor tensor(StrictJson json, byte[] body, int[] at, int end) throws IOException {
        String[] name = new String[1];
        String[] type = new String[1];
        List<Integer> shape = new ArrayList<>();
        int[] bytes = {-1};
        Nested[] values = new Nested[1];
        Map<String, Part> fields = new HashMap<>();
        fields.put("name", () -> name[0] = json.text("'name' of an input"));
        fields.put("datatype", () -> type[0] = json.text("'datatype' of an input"));
        fields.put(
                "shape",
                () -> json.array("'shape' of an input", () -> {
                    if (shape.size() == 2) {
                        throw new ServiceException(
                                Code.WRONG_WIDTH, "'shape' of an input is [items] or [items, features]");
                    }
                    shape.add(json.size("an entry of 'shape'"));
                }));
        fields.put(
                "parameters",
                () -> json.entries("'parameters' of an input", parameter -> {
                    if (parameter.equals("binary_data_size")) {
                        bytes[0] = json.size("'binary_data_size'");
                    } else {
                        json.skip();
                    }
                }));
        fields.put("data", () -> {
            values[0] = new Nested();
            values[0].read(json, 0);
        });
        json.object("an entry of 'inputs'", fields);
        if (name[0] == null || type[0] == null || shape.isEmpty()) {
            throw StrictJson.bad("an entry of 'inputs' needs 'name', 'datatype' and 'shape'");
        }
        if (!NUMBERS.contains(type[0])) {
            throw StrictJson.bad("'datatype' of an input is FP32, FP64, or INT or UINT of 8 to 64 bits");
        }
        if ((values[0] == null) == (bytes[0] < 0)) {
            throw StrictJson.bad(
                    "an input has either 'data' or bytes behind the JSON, whose number is its" + " 'binary_data_size'");
        }
        float[] numbers = values[0] == null ? binary(type[0], body, at, bytes[0], end) : values[0].values.toArray();
        long product =
                shape.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b > 1L << 40 ? 1L << 40 : a * b);
        if (product != numbers.length) {
            throw new ServiceException(
                    Code.WRONG_WIDTH, "an input of shape " + shape + " with " + numbers.length + " numbers");
        }
        if (values[0] != null) {
            values[0].requireShape(shape);
            requireWhole(type[0], numbers);
        }
        return new Tensor(name[0], shape, numbers);
    }

    /** Whole numbers that the type can hold; null is missing in any. */
    private static void requireWhole(String type, float[] numbers) {
        if (type.startsWith("FP")) {
            return;
        }
        boolean signed = type.startsWith("INT");
        int bits = Integer.parseInt(type.replaceFirst("U?INT", ""));
        double end = Math.scalb(1.0, signed ? bits - 1 : bits);
        for (float number : numbers) {
            if (!Float.isNaN(number) && (number != Math.rint(number) || number < (signed ? -end : 0) || number > end)) {
                throw new ServiceException(
                        Code.BAD_NUMBER, "a number of an input is none of " + type + ": send FP32 or FP64");
            }
        }
    }

    /** Numbers flat, or nested as the shape says; it may stand behind them. */
    private static final class Nested {
        private final Floats values = new Floats();
        private final List<Integer> lengths = new ArrayList<>();
        private boolean even = true;
        private int depth = -1;

        void read(StrictJson json, int level) throws IOException {
            int[] count = new int[1];
            json.array("'data' of an input", () -> {
                count[0]++;
                if (json.token() == JsonToken.START_ARRAY) {
                    read(json, level + 1);
                } else {
                    values.add(json.number("a number of 'data'"));
                    even &= depth < 0 || depth == level;
                    depth = level;
                }
            });
            while (lengths.size() <= level) {
                lengths.add(-1);
            }
            even &= lengths.get(level) < 0 || lengths.get(level) == count[0];
            lengths.set(level, count[0]);
        }

        void requireShape(List<Integer> shape) {
            if (lengths.size() > 1 && !(even && lengths.equals(shape))) {
                throw new ServiceException(
                        Code.WRONG_WIDTH, "'data' of an input is nested otherwise than its shape " + shape + " says");
            }
        }
    }

    private static float[] binary(String type, byte[] body, int[] at, int bytes, int end) {
        int width = type.equals("FP32") ? Float.BYTES : type.equals("FP64") ? Double.BYTES : 0;
        if (width == 0) {
            throw StrictJson.bad("bytes behind the JSON are FP32 or FP64, not " + type);
        }
        if (bytes > end - at[0] || bytes % width != 0) {
            throw StrictJson.bad("'binary_data_size' is not the number of bytes that were sent for this input");
        }
        ByteBuffer buffer = ByteBuffer.wrap(body, at[0], bytes).order(ByteOrder.LITTLE_ENDIAN);
        at[0] += bytes;
        float[] values = new float[bytes / width];
        for (int i = 0; i < values.length; i++) {
            values[i] = width == Float.BYTES ? buffer.getFloat() : (float) buffer.getDouble();
            if (Float.isInfinite(values[i])) {
                throw new ServiceException(Code.BAD_NUMBER, "a number of an input is no finite float");
            }
        }
        return values;
    }

    /** A matrix, or one column per feature. */
    private static List<Row> rows(List<Tensor> inputs, int most) {
        if (inputs.isEmpty()) {
            throw StrictJson.bad("'inputs' has no entry");
        }
        Tensor first = inputs.get(0);
        int count = first.shape.get(0);
        if (count > most) {
            throw new ServiceException(
                    Code.TOO_MANY_ITEMS, "more than " + most + " items in one request; send several requests");
        }
        List<Row> rows = new ArrayList<>();
        if (inputs.size() == 1 && first.shape.size() == 2) {
            int width = first.shape.get(1);
            for (int i = 0; i < count; i++) {
                rows.add(new Row(null, null, Arrays.copyOfRange(first.values, i * width, (i + 1) * width)));
            }
            return rows;
        }
        List<String> names = inputs.stream().map(Tensor::name).toList();
        for (Tensor input : inputs) {
            if (input.shape.get(0) != count || input.values.length != count) {
                throw new ServiceException(
                        Code.WRONG_WIDTH,
                        "give one input of shape [items, features], or one of shape [items] or [items, 1] per feature,"
                                + " not "
                                + input.shape);
            }
        }
        for (int i = 0; i < count; i++) {
            float[] values = new float[inputs.size()];
            for (int j = 0; j < values.length; j++) {
                values[j] = inputs.get(j).values[i];
            }
            rows.add(new Row(null, names, values));
        }
        return rows;
    }
}
