package io.plumbrank.data;

import io.plumbrank.data.text.Decimals;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the labels of a data file are, and so what text may stand there. Immutable. */
public final class Labels implements Serializable {
    /** Squares of labels and weights up to this, and sums of such, are numbers. */
    public static final double LARGEST = 1e100;

    private static final long serialVersionUID = 1;

    private static final Labels NUMBERS = new Labels(Kind.NUMBERS, Map.of(), "a finite decimal number");
    private static final Labels OPTIONAL = new Labels(Kind.OPTIONAL, Map.of(), "anything");
    private static final Labels IGNORED = new Labels(Kind.IGNORED, Map.of(), "anything");
    private static final int MOST_LISTED = 12;

    /** How tools write truth values. */
    private static final Map<String, String> TRUTHS = Map.of("true", "1", "false", "0", "1", "true", "0", "false");

    private enum Kind {
        NUMBERS,
        OPTIONAL,
        IGNORED,
        CLASSES
    }

    private final Kind kind;
    private final Map<String, Integer> classes;
    private final String expected;

    private Labels(Kind kind, Map<String, Integer> classes, String expected) {
        this.kind = kind;
        this.classes = classes;
        this.expected = expected;
    }

    /** Numbers up to 10¹⁰⁰ in size, such as grades. */
    public static Labels numbers() {
        return NUMBERS;
    }

    /** Numbers where there are any, as in data whose labels come from elsewhere: a CSV file needs no label column; else NaN. */
    public static Labels optional() {
        return OPTIONAL;
    }

    /** Labels do not matter, as in data to predict: any text will do, a CSV file needs no label column, and all are NaN. */
    public static Labels ignored() {
        return IGNORED;
    }

    /**
     * Classes by name; the label is the index of the name. A whole number may be written in any way: class 3 as {@code 3.0}, and the
     * class that a table calls {@code 3.0} as 3.
     *
     * @throws IllegalArgumentException if a name stands there twice
     */
    public static Labels classes(List<String> names) {
        Map<String, Integer> index = new HashMap<>(2 * names.size());
        for (String name : names) {
            if (index.put(name, index.size()) != null) {
                throw new IllegalArgumentException("two classes have the name '" + name + "'");
            }
        }
        for (String name : names) {
            String whole = whole(name);
            if (whole != null) {
                index.putIfAbsent(whole, index.get(name));
            }
        }
        String listed = String.join(", ", names.subList(0, Math.min(names.size(), MOST_LISTED)));
        return new Labels(
                Kind.CLASSES,
                index,
                "one of the classes " + listed
                        + (names.size() > MOST_LISTED ? ", … (" + names.size() + " in all)" : ""));
    }

    /** The label that a text gives; NaN where there is none, or labels are ignored. */
    double parse(byte[] text, int from, int to) {
        return switch (kind) {
            case NUMBERS -> Decimals.parseDouble(text, from, to);
            case OPTIONAL -> {
                double label = Decimals.parseDouble(text, from, to);
                yield Math.abs(label) <= LARGEST ? label : Double.NaN;
            }
            case IGNORED -> Double.NaN;
            case CLASSES -> parseClass(new String(text, from, to - from, StandardCharsets.UTF_8));
        };
    }

    /** Whether labels are words, which {@link #parseClass} takes without the detour through bytes. */
    boolean areWords() {
        return kind == Kind.CLASSES;
    }

    /** The index of a class, or NaN. */
    public double parseClass(String name) {
        Integer index = classes.get(name);
        if (index == null) {
            String whole = whole(name);
            index = whole == null ? null : classes.get(whole);
        }
        return index == null ? Double.NaN : index;
    }

    /** A whole number as it is usually written; null for any other text. */
    private static @Nullable String whole(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        double number = Decimals.parseDouble(text, 0, text.length);
        return number == Math.rint(number) && Math.abs(number) < 1e15 ? Long.toString((long) number) : null;
    }

    /** Whether {@link #parse} gave a label. */
    boolean accepts(double label) {
        return !needed() || Math.abs(label) <= LARGEST;
    }

    boolean needed() {
        return kind != Kind.IGNORED && kind != Kind.OPTIONAL;
    }

    /** Whether no label is looked at. */
    boolean areIgnored() {
        return kind == Kind.IGNORED;
    }

    /** What may stand there, in words. */
    public String expected() {
        return expected;
    }

    /** Adds to {@link #expected(double)} what to write in place of the text. */
    String expected(double refused, @Nullable String text) {
        String wanted = expected(refused) + " as the label";
        if (text == null) {
            return wanted;
        }
        String truth = TRUTHS.get(text.toLowerCase(Locale.ROOT));
        return classes.keySet().stream()
                .filter(name -> name.equalsIgnoreCase(text) || name.equalsIgnoreCase(truth))
                .findFirst()
                .map(name -> wanted + ": write " + InputException.quote(name) + ", or name the class "
                        + InputException.quote(text) + " in the loss matrix")
                .orElse(wanted);
    }

    /** What {@link #parse} takes, in words, where it gave a label that is not accepted. */
    String expected(double refused) {
        return Math.abs(refused) > LARGEST ? "a decimal number from -" + LARGEST + " to " + LARGEST : expected;
    }
}
