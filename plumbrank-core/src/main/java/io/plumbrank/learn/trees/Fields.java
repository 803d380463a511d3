package io.plumbrank.learn.trees;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of a model file, whichever format it came from. A value is a map, a list, a text, a number
 * (Double) or, for an array of numbers or truth values, a {@code double[]}. What is missing or of another type is an
 * IllegalArgumentException that names it.
 */
final class Fields {
    private final String path;
    private final Map<?, ?> values;

    private Fields(String path, Map<?, ?> values) {
        this.path = path;
        this.values = values;
    }

    static Fields root(@Nullable Object document) {
        if (document instanceof Map<?, ?> map) {
            return new Fields("", map);
        }
        throw new IllegalArgumentException("no object at the top");
    }

    boolean has(String name) {
        return values.get(name) != null;
    }

    Fields object(String name) {
        if (field(name) instanceof Map<?, ?> map) {
            return new Fields(path + name + ".", map);
        }
        throw wrong(name, "an object");
    }

    List<Fields> objects(String name) {
        Object value = field(name);
        List<Fields> objects = new ArrayList<>();
        // an empty array does not say what it is an array of
        if (value instanceof double[] numbers && numbers.length == 0) {
            return objects;
        }
        if (value instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof Map<?, ?> map)) {
                    throw wrong(name, "an array of objects");
                }
                objects.add(new Fields(path + name + "[" + objects.size() + "].", map));
            }
            return objects;
        }
        throw wrong(name, "an array of objects");
    }

    String text(String name) {
        if (field(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    /** A count, which XGBoost writes as a text. */
    int count(String name) {
        try {
            int count = Integer.parseInt(text(name));
            if (count >= 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, "a count");
        }
        throw wrong(name, "a count");
    }

    int countOr(String name, int otherwise) {
        return has(name) ? count(name) : otherwise;
    }

    float[] floats(String name) {
        double[] numbers = numbers(name);
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) numbers[i];
        }
        return floats;
    }

    int[] ints(String name) {
        double[] numbers = numbers(name);
        int[] ints = new int[numbers.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) numbers[i];
            // a feature of a deleted node is the largest unsigned integer; it is never looked at
            if (ints[i] != numbers[i] && numbers[i] != 0xffff_ffffL) {
                throw wrong(name, "an array of whole numbers");
            }
        }
        return ints;
    }

    private double[] numbers(String name) {
        if (field(name) instanceof double[] numbers) {
            return numbers;
        }
        throw wrong(name, "an array of numbers");
    }

    private Object field(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("'" + path + name + "' is missing");
        }
        return value;
    }

    private IllegalArgumentException wrong(String name, String expected) {
        return new IllegalArgumentException("'" + path + name + "' is not " + expected);
    }
}
