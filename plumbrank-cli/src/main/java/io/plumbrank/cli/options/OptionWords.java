package io.plumbrank.cli.options;

import java.util.LinkedHashMap;
import java.util.Map;

/** Puts the names of options into messages of the library, which does not know them. */
public final class OptionWords {
    private static final Map<String, String> OPTIONS = new LinkedHashMap<>();

    static {
        OPTIONS.put("a complete evaluation counts", "--complete counts");
        OPTIONS.put("give it a feature base of ", "give --feature-base ");
        OPTIONS.put("a feature base of ", "--feature-base ");
        OPTIONS.put("train without context", "train with --context none");
        OPTIONS.put("another kind of model", "another --model");
        OPTIONS.put("a larger early_stopping_rounds", "a larger --param early_stopping_rounds");
    }

    private OptionWords() {}

    /** A message with the options that it speaks of. */
    public static String in(String message) {
        String text = message;
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            text = text.replace(option.getKey(), option.getValue());
        }
        return text;
    }
}
