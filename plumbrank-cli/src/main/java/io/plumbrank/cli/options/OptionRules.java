package io.plumbrank.cli.options;

import io.plumbrank.util.internal.DidYouMean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A command's refusals as a table: each line is a rule, and the first that is broken ends the command with its message.
 *
 * <pre>{@code
 * boolean trees = true;
 * int folds = 5;
 * new OptionRules(new CommonOptions())
 *         .excludes("--folds", "--valid")
 *         .needs(trees, "--model trees", "--engine")
 *         .meaningless(trees, "--lambda")
 *         .wrong(folds < 2, "--folds must be at least 2, got " + folds);
 * }</pre>
 */
public final class OptionRules {
    private final CommonOptions common;

    OptionRules(CommonOptions common) {
        this.common = common;
    }

    /** Whether the user gave an option; a default does not count. */
    boolean given(String option) {
        return common.spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Refuses options that would be ignored: {@code --x has no meaning here}. */
    OptionRules meaningless(boolean when, String... options) {
        return refuse(when, " has no meaning here", options);
    }

    /** Refuses options where what they need is not there: {@code --x needs NEEDED}. */
    public OptionRules needs(boolean there, String needed, String... options) {
        return refuse(!there, " needs " + needed, options);
    }

    /**
     * Refuses options that need other choices than the one that was made: {@code --x needs A or B}.
     *
     * @param table the choices of which each option needs one
     */
    public OptionRules goesWith(Map<String, List<String>> table, String choice) {
        new TreeMap<>(table).forEach((option, choices) -> {
            String why = choices.contains(option)
                    ? " cannot be combined with " + choice
                    : " needs " + String.join(" or ", choices);
            refuse(!choices.contains(choice), why, option);
        });
        return this;
    }

    /** Refuses two options together: {@code --x cannot be combined with --y}. */
    public OptionRules excludes(String option, String other) {
        return refuse(given(other), " cannot be combined with " + other, option);
    }

    /** Refuses a value that is none of these, in any case of letters. */
    public OptionRules oneOf(String option, String value, List<String> known) {
        return wrong(
                known.stream().noneMatch(value.strip()::equalsIgnoreCase),
                option + " is " + String.join(", ", known.subList(0, known.size() - 1)) + " or "
                        + known.get(known.size() - 1) + ", not '" + value + "'" + DidYouMean.hint(value, known));
    }

    /** Refuses anything else, in its own words. */
    public OptionRules wrong(boolean when, String message) {
        if (when) {
            throw common.usage(message);
        }
        return this;
    }

    private OptionRules refuse(boolean when, String why, String... options) {
        for (String option : options) {
            wrong(when && given(option), option + why);
        }
        return this;
    }
}
