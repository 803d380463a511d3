package io.plumbrank.cli.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Puts the names of options into messages of the library, which does not know them. */
public final class OptionWords {
    private static final Map<String, String> OPTIONS = new LinkedHashMap<>();

    static {
        OPTIONS.put("a complete evaluation counts", "--complete counts");
        OPTIONS.put("give it a feature base of ", "give --feature-base ");
        OPTIONS.put("a feature base of ", "--feature-base ");
        OPTIONS.put("train without context", "train with --context none");
        OPTIONS.put("train for xgboost-json", "train with --model linear or --model trees");
        OPTIONS.put("train for xgboost-ubj", "train with --model linear or --model trees");
        OPTIONS.put("train trees", "train with --model trees");
        OPTIONS.put("another kind of model", "another --model");
        OPTIONS.put("a larger early_stopping_rounds", "a larger --param early_stopping_rounds");
        OPTIONS.put(
                "a column may be ignored or categorical, and more words may mean a missing value",
                "--ignore COLUMN ignores a column, --categorical COLUMN takes its fields as names, --na WORD takes a word as missing");
    }

    private static final Pattern NO_COLUMN = Pattern.compile("set the ([\\w-]+) column to none");
    private static final Pattern SYSTEM =
            Pattern.compile("train for (opensearch|solr|vespa|onnx|ranklib|java)(-ranklib)?");
    private static final Pattern COLUMN = Pattern.compile("a ([\\w-]+) column ('.*): say which column it is");

    private static final Pattern IGNORE = Pattern.compile("using column (.*) as a feature; ignore it if");

    private OptionWords() {}

    /** A message with the options that it speaks of. */
    public static String in(String message) {
        String text = NO_COLUMN.matcher(message).replaceAll("--$1 none");
        text = IGNORE.matcher(text).replaceAll("using column $1 as a feature; --ignore $1 if");
        text = COLUMN.matcher(text).replaceAll("a $1 column $2: name it with --$1");
        text = SYSTEM.matcher(text).replaceAll("train with --for $1");
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            text = text.replace(option.getKey(), option.getValue());
        }
        return text;
    }
}
