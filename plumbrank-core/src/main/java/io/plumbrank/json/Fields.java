package io.plumbrank.json;

import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of a document, whichever format it came from, each of a type. A value is a map, a list, a text, a truth
 * value, a number (Long if whole, else Double) or, for an array of numbers or truth values, a {@code double[]}. What is missing
 * or of another type is an IllegalArgumentException that names it.
 */
public final class Fields {
    private final String path;
    private final Map<?, ?> values;
    private final Set<String> asked = new HashSet<>();
    private final List<Fields> within = new ArrayList<>();

    private Fields(String path, Map<?, ?> values) {
        this.path = path;
        this.values = values;
    }

    /** The fields of a whole document. */
    public static Fields root(@Nullable Object document) {
        if (document instanceof Map<?, ?> map) {
            return new Fields("", map);
        }
        throw new IllegalArgumentException("no object at the top");
    }

    /** Whether a field is there, and not null. */
    public boolean has(String name) {
        asked.add(name);
        return values.get(name) != null;
    }

    /**
     * Makes sure that all fields, here and within what was asked for, have been asked for: a name that nobody knows is a mistake,
     * or comes from a newer program.
     *
     * @throws IllegalArgumentException if one was not
     */
    public void requireNoOthers() {
        for (Object name : values.keySet()) {
            if (!asked.contains(name)) {
                throw new IllegalArgumentException("'" + path + name + "' is a field that this version does not know");
            }
        }
        within.forEach(Fields::requireNoOthers);
    }

    /** Knows a field without reading it. */
    public void skip(String name) {
        asked.add(name);
    }

    /** An object within. */
    public Fields object(String name) {
        if (field(name) instanceof Map<?, ?> map) {
            return within(path + name + ".", map);
        }
        throw wrong(name, "an object");
    }

    /** An array of objects. */
    public List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (Object element : list(name, "an array of objects")) {
            if (!(element instanceof Map<?, ?> map)) {
                throw wrong(name, "an array of objects");
            }
            objects.add(within(path + name + "[" + objects.size() + "].", map));
        }
        return objects;
    }

    private Fields within(String where, Map<?, ?> map) {
        Fields fields = new Fields(where, map);
        within.add(fields);
        return fields;
    }

    private List<?> list(String name, String expected) {
        Object value = field(name);
        // an empty array does not say what it is an array of
        if (value instanceof double[] numbers && numbers.length == 0) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(name, expected);
    }

    public String text(String name) {
        if (field(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    /** An array of texts. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name, "an array of texts")) {
            if (!(element instanceof String text)) {
                throw wrong(name, "an array of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    /** All fields, which must be texts. */
    public Map<String, String> allTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.keySet().forEach(name -> texts.put((String) name, text((String) name)));
        return texts;
    }

    /** True or false. */
    public boolean bool(String name) {
        if (field(name) instanceof Boolean value) {
            return value;
        }
        throw wrong(name, "true or false");
    }

    /** A finite number. */
    public double number(String name) {
        if (field(name) instanceof Number value && Double.isFinite(value.doubleValue())) {
            return value.doubleValue();
        }
        throw wrong(name, "a finite number");
    }

    /** A whole number. */
    public long whole(String name) {
        if (field(name) instanceof Long value) {
            return value;
        }
        throw wrong(name, "a whole number");
    }

    /** A whole number from a range. */
    public long whole(String name, long least, long most) {
        long value = whole(name);
        if (value < least || value > most) {
            throw wrong(name, "a whole number from " + least + " to " + most);
        }
        return value;
    }

    /** A finite number of at least 0. */
    public double magnitude(String name) {
        double value = number(name);
        if (value < 0) {
            throw wrong(name, "a number of at least 0");
        }
        return value;
    }

    /** An array of numbers up to a size. */
    public double[] numbers(String name, double most) {
        double[] numbers = numbers(name);
        requireUpTo(name, numbers, most);
        return numbers;
    }

    /** An array of arrays of numbers up to a size. */
    public double[][] rows(String name, double most) {
        double[][] rows = rows(name);
        for (double[] row : rows) {
            requireUpTo(name, row, most);
        }
        return rows;
    }

    private void requireUpTo(String name, double[] numbers, double most) {
        for (double number : numbers) {
            if (!(Math.abs(number) <= most)) {
                throw new IllegalArgumentException(
                        "'" + path + name + "' has a number of " + number + ", and not up to " + most + " in size");
            }
        }
    }

    /** A whole number that is not negative; XGBoost writes it as a text. */
    public int count(String name) {
        long value = field(name) instanceof String text ? parsed(name, text) : whole(name);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw wrong(name, "a count");
        }
        return (int) value;
    }

    private long parsed(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(name, "a count");
        }
    }

    /** A whole number that is not negative, and no text. */
    public int size(String name) {
        return (int) whole(name, 0, Integer.MAX_VALUE);
    }

    /** A count, or something else where it is missing. */
    public int countOr(String name, int otherwise) {
        return has(name) ? count(name) : otherwise;
    }

    /** An array of numbers, which may be infinite or NaN where the format has such. */
    public double[] numbers(String name) {
        if (field(name) instanceof double[] numbers) {
            return numbers;
        }
        throw wrong(name, "an array of numbers");
    }

    /** An array of arrays of numbers. */
    public double[][] rows(String name) {
        List<double[]> rows = new ArrayList<>();
        for (Object element : list(name, "an array of arrays of numbers")) {
            if (!(element instanceof double[] row)) {
                throw wrong(name, "an array of arrays of numbers");
            }
            rows.add(row);
        }
        return rows.toArray(double[][]::new);
    }

    /** An array of numbers as floats. */
    public float[] floats(String name) {
        return narrowed(numbers(name));
    }

    /** An array of arrays of numbers as floats. */
    public float[][] floatRows(String name) {
        double[][] rows = rows(name);
        float[][] floats = new float[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            floats[i] = narrowed(rows[i]);
        }
        return floats;
    }

    private static float[] narrowed(double[] numbers) {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) numbers[i];
        }
        return floats;
    }

    /** An array of whole numbers. */
    public int[] ints(String name) {
        double[] numbers = numbers(name);
        int[] ints = new int[numbers.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) numbers[i];
            // XGBoost's feature of a deleted node is the largest unsigned integer; it is never looked at
            if (ints[i] != numbers[i] && numbers[i] != 0xffff_ffffL) {
                throw wrong(name, "an array of whole numbers");
            }
        }
        return ints;
    }

    private Object field(String name) {
        asked.add(name);
        Object value = values.get(name);
        if (value == null) {
            List<String> others = values.keySet().stream()
                    .filter(other -> !asked.contains(other))
                    .map(String::valueOf)
                    .toList();
            String near = DidYouMean.nearest(name, others)
                    .map(other -> "; '" + path + other + "' looks like a misspelling of it")
                    .orElse("");
            throw new IllegalArgumentException("'" + path + name + "' is missing" + near);
        }
        return value;
    }

    private IllegalArgumentException wrong(String name, String expected) {
        return new IllegalArgumentException("'" + path + name + "' is not " + expected);
    }
}
