package io.plumbrank.util.internal;

import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The {@code key=value,…} within the parentheses of a text such as {@code top-k(n=6,k=2)}. Immutable. */
public final class NamedArguments implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final Map<String, String> values;

    private NamedArguments(String name, Map<String, String> values) {
        this.name = name;
        this.values = values;
    }

    /**
     * Reads what stands within the parentheses; keys are taken in any case.
     *
     * @param name what the arguments belong to; messages begin with it
     * @param text nothing, or pairs with commas between them
     * @throws IllegalArgumentException if a part is no pair or a key stands there twice; the message is one line
     */
    public static NamedArguments parse(String name, String text) {
        NamedArguments arguments = new NamedArguments(name, new LinkedHashMap<>());
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw arguments.fault("found " + InputException.quote(part.strip()) + ", expected key=value");
            }
            String key = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            if (arguments.values.putIfAbsent(key, part.substring(equals + 1).strip()) != null) {
                throw arguments.fault("'" + key + "' is given twice");
            }
        }
        return arguments;
    }

    /**
     * These arguments, once it is sure that there are no others.
     *
     * @throws IllegalArgumentException if a key is not among these
     */
    public NamedArguments only(String... keys) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(Set.of(keys));
        if (!unknown.isEmpty()) {
            throw fault("unknown key " + InputException.quote(unknown.iterator().next()) + ", expected "
                    + (keys.length == 0 ? "none" : String.join(" and ", keys)));
        }
        return this;
    }

    /** Whether a key is given. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /**
     * The value of a key as text.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw fault("'" + key + "' is missing");
        }
        return value;
    }

    /**
     * The value of a key as a whole number.
     *
     * @throws IllegalArgumentException if it is missing or none
     */
    public int integer(String key) {
        String value = text(key);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw fault(key + " must be a whole number, got " + InputException.quote(value));
        }
    }

    /**
     * The value of a key as a number.
     *
     * @throws IllegalArgumentException if it is missing or none
     */
    public double number(String key) {
        String value = text(key);
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw fault(key + " must be a number, got " + InputException.quote(value));
        }
    }

    /** The name, and the arguments in parentheses where there are some. */
    public String text() {
        String inside = values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
        return inside.isEmpty() ? name : name + "(" + inside + ")";
    }

    /** An error about these arguments, to be thrown. */
    public IllegalArgumentException fault(String what) {
        return new IllegalArgumentException(name + ": " + what);
    }
}
