package io.plumbrank.learn.trees;

import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Parameters by XGBoost's names, checked: XGBoost passes over names that it does not know. */
public final class TreeParameters {
    private static final String MULTI = "multi";
    private static final String SKETCH = "sketch";
    private static final String SMOOTHING = "cat_smooth";
    private static final Map<String, Rule> RULES = new TreeMap<>();
    private static final Map<String, String> ALIASES = Map.of(
            "learning_rate", "eta",
            "min_split_loss", "gamma",
            "reg_lambda", "lambda",
            "reg_alpha", "alpha",
            "num_boost_round", "num_round",
            "n_estimators", "num_round");
    /** Names that XGBoost knows and that are decided elsewhere. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("objective", "the measure and the surrogate decide it"),
            Map.entry("eval_metric", "the measure decides it"),
            Map.entry("num_class", "the target decides it"),
            Map.entry("scale_pos_weight", "weigh the rows instead"),
            Map.entry("booster", "it is gbtree"),
            Map.entry("num_parallel_tree", "it is 1"),
            Map.entry("device", "it is the CPU"),
            Map.entry("verbosity", "progress is reported in another way"),
            Map.entry("seed", "the seed is an option of its own"),
            Map.entry("random_state", "the seed is an option of its own"),
            Map.entry("nthread", "the number of threads is an option of its own"),
            Map.entry("n_jobs", "the number of threads is an option of its own"));

    static {
        RULES.put(MULTI, choice("tree", "output"));
        RULES.put(SKETCH, whole(0));
        RULES.put("num_round", whole(1));
        RULES.put("early_stopping_rounds", whole(1));
        RULES.put("max_depth", whole(0));
        RULES.put("max_leaves", whole(0));
        RULES.put("max_bin", whole(2));
        for (String name : List.of("gamma", "min_child_weight", "max_delta_step", "lambda", "alpha")) {
            RULES.put(name, new Rule("a number of at least 0", text -> Double.parseDouble(text) >= 0 && finite(text)));
        }
        for (String name : List.of("eta", "subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode")) {
            RULES.put(
                    name,
                    new Rule(
                            "a number above 0 and at most 1",
                            text -> Double.parseDouble(text) > 0 && Double.parseDouble(text) <= 1 && finite(text)));
        }
        RULES.put(SMOOTHING, new Rule("a number of at least 0", text -> Double.parseDouble(text) >= 0 && finite(text)));
        RULES.put("base_score", new Rule("a number", TreeParameters::finite));
        RULES.put("tree_method", choice("hist", "approx", "exact"));
        RULES.put("grow_policy", choice("depthwise", "lossguide"));
        RULES.put("monotone_constraints", new Rule("a text such as (1,0,-1)", text -> text.startsWith("(")));
        RULES.put("interaction_constraints", new Rule("a text such as [[0,1],[2,3]]", text -> text.startsWith("[")));
    }

    /** Bins of one byte, of which one code is for missing values. */
    public static final int MOST_BINS = 255;

    private final Map<String, String> values;

    private TreeParameters(Map<String, String> values) {
        this.values = values;
    }

    /** What a value has to be. */
    private record Rule(String expected, Check check) {
        boolean holds(String text) {
            try {
                return check.holds(text);
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    private interface Check {
        boolean holds(String text);
    }

    private static Rule whole(int least) {
        return new Rule("a whole number of at least " + least, text -> Integer.parseInt(text) >= least);
    }

    private static Rule choice(String... choices) {
        return new Rule(
                "one of " + String.join(", ", choices), text -> List.of(choices).contains(text));
    }

    /** The hexadecimal numbers that Java knows are none to XGBoost, which reads floats. */
    private static boolean finite(String text) {
        return Float.isFinite(Float.parseFloat(text))
                && !text.toLowerCase(Locale.ROOT).contains("x");
    }

    /**
     * For XGBoost: checked, under their first names, with our defaults.
     *
     * @throws IllegalArgumentException if a name is unknown or said twice, or a value is not what it should be
     */
    public static TreeParameters ofXgboost(Map<String, String> given) {
        TreeParameters parameters = of(given);
        if ("tree".equals(parameters.values.remove(MULTI))) {
            throw new IllegalArgumentException("multi=tree is for the engine own; XGBoost has trees for each output");
        }
        if (parameters.values.containsKey(SKETCH)) {
            throw new IllegalArgumentException("sketch is for the engine own; leave it out, or take that");
        }
        if (parameters.values.containsKey(SMOOTHING)) {
            throw new IllegalArgumentException("cat_smooth is for the engine own; leave it out, or take that");
        }
        return parameters;
    }

    /** @throws IllegalArgumentException as above, or if only XGBoost has a parameter */
    public static TreeParameters ofOwn(Map<String, String> given) {
        TreeParameters parameters = of(given);
        for (String name : List.of("alpha", "max_delta_step")) {
            if (parameters.number(name, 0) != 0) {
                throw new IllegalArgumentException(
                        "'" + name + "' is for the engine xgboost; leave it out, or take that");
            }
        }
        if (!"hist".equals(parameters.values.get("tree_method"))) {
            throw new IllegalArgumentException(
                    "the engine own has tree_method=hist alone; the engine xgboost has others");
        }
        if (parameters.whole("max_bin", MOST_BINS) > MOST_BINS) {
            throw new IllegalArgumentException("max_bin must be at most " + MOST_BINS
                    + " with the engine own, whose bins are bytes, got " + parameters.values.get("max_bin"));
        }
        return parameters;
    }

    /** The same with defaults, by their first names, for what is not given under any of its names. */
    public static Map<String, String> withDefaults(Map<String, String> given, Map<String, String> defaults) {
        Map<String, String> all = new TreeMap<>(given);
        for (Map.Entry<String, String> entry : defaults.entrySet()) {
            if (given.keySet().stream()
                    .noneMatch(name -> ALIASES.getOrDefault(name, name).equals(entry.getKey()))) {
                all.put(entry.getKey(), entry.getValue());
            }
        }
        return all;
    }

    /** The first name of what may have several. */
    public static String firstName(String name) {
        return ALIASES.getOrDefault(name, name);
    }

    private static TreeParameters of(Map<String, String> given) {
        Map<String, String> values = new HashMap<>(Map.of(
                "num_round", Integer.toString(TreeEngine.DEFAULT_ROUNDS),
                "early_stopping_rounds", "50",
                "tree_method", "hist",
                "eta", "0.05",
                "max_depth", "4",
                "min_child_weight", "10"));
        Map<String, String> said = new HashMap<>();
        for (Map.Entry<String, String> entry : new TreeMap<>(given).entrySet()) {
            String typed = entry.getKey();
            String name = ALIASES.getOrDefault(typed, typed);
            Rule rule = RULES.get(name);
            if (rule == null) {
                throw new IllegalArgumentException(unknown(typed));
            }
            String value = entry.getValue().strip();
            if (!rule.holds(value)) {
                throw new IllegalArgumentException(typed + " must be " + rule.expected() + ", got '" + value + "'");
            }
            String before = said.putIfAbsent(name, typed);
            if (before != null) {
                throw new IllegalArgumentException(
                        "'" + before + "' and '" + typed + "' are the same parameter; give one");
            }
            values.put(name, value);
        }
        return new TreeParameters(values);
    }

    private static String unknown(String typed) {
        String why = ELSEWHERE.get(typed);
        if (why != null) {
            return "'" + typed + "' is not set as a parameter of trees: " + why;
        }
        List<String> known = new ArrayList<>(RULES.keySet());
        known.addAll(ALIASES.keySet());
        String hint = DidYouMean.hint(typed, known);
        return "unknown parameter of trees '" + typed + "'"
                + (hint.isEmpty() ? "; known are " + String.join(", ", RULES.keySet()) : hint);
    }

    public int rounds() {
        return whole("num_round", 0);
    }

    /** How many rounds may pass without a better one. */
    public int patience() {
        return whole("early_stopping_rounds", 0);
    }

    /** Where scores begin; {@code otherwise} where nothing is said. */
    public double baseScore(double otherwise) {
        return number("base_score", otherwise);
    }

    /** A number by its first name; {@code otherwise} where nothing is said. */
    public double number(String name, double otherwise) {
        return Double.parseDouble(values.getOrDefault(name, Double.toString(otherwise)));
    }

    public int whole(String name, int otherwise) {
        return Integer.parseInt(values.getOrDefault(name, Integer.toString(otherwise)));
    }

    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** What decides the model but for how long boosting goes on, in a fixed order. */
    public Map<String, String> ofTrees() {
        Map<String, String> trees = new TreeMap<>(values);
        trees.keySet().removeAll(Set.of("num_round", "early_stopping_rounds"));
        return trees;
    }
}
