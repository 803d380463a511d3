package io.plumbrank.cli.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of a command in named groups, in the order of use. {@code train --help} shows the first ones, {@code --help-all} all. */
public final class HelpGroups {
    /** Prints all options of a command whose help shows a few. */
    public static final String ALL = "--help-all";

    private static final int WIDTH = 100;

    /** The first options of train, which most users need. */
    private static final List<String> FIRST =
            List.of("--train", "--valid", "--measure", "--loss-matrix", "--ranking", "--for", "--out");

    private static final String DATA = "Data";
    private static final String COMMON = "Common";

    /** The groups of train by the names of options. */
    private static final Map<String, List<String>> TRAIN = groups(
            "Task: --measure --loss-matrix --costs --ranking --surrogate --missing --first-class --dimension",
            DATA + ": --train --valid --preferences --valid-preferences --label --query --weight --item --item-weight"
                    + " --ignore --categorical --na --absent --input-format --skip-bad --blocks",
            "Model: --model --lambda --normalize --context --distil --features --bandwidth --engine --param --monotone --interactions --calibrate --decoder"
                    + " --max-pairs --work-limit --time-limit",
            "Choosing: --budget --prefer --for --folds",
            "Output: --out --report --explain --format --quiet --checkpoints --resume",
            COMMON + ": --seed --threads --help --help-all --version --stacktrace");

    /** The groups of the other commands, whose own options come first. */
    private static final Map<String, List<String>> OTHERS = groups(
            "Columns and files: --label --query --query-column --weight --item --item-weight --ignore --categorical --na --input-format"
                    + " --skip-bad",
            COMMON + ": --format --seed --threads --quiet --help --version --stacktrace");

    private static final String SURROGATES = """

            Surrogates (--surrogate)
              with --measure        auto (default): the better of the next two on the validation data
                squared, pairwise-squared                     calibrated, in closed form
                logistic, exponential, squared-hinge,
                smooth-hinge, pairwise-logistic,
                pairwise-exponential, linear-value            calibrated, by descent
                pairs                                         for map, pd and kendall: an output per pair
                ranksvm, ranknet, rankboost, listnet, listmle to compare with; not calibrated
              with --ranking        auto (default): the better of pairs and squared
              with --loss-matrix    auto: the better of squared and logistic
                squared (default with --model by name)        least squares on the dimensions of the loss
                logistic                                      probabilities by log-loss
            """;

    private HelpGroups() {}

    private static Map<String, List<String>> groups(String... lines) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String line : lines) {
            String[] halves = line.split(": ");
            groups.put(halves[0], List.of(halves[1].split(" ")));
        }
        return groups;
    }

    /** The shown options of a command by the name of their group; options that no group names are in "Options". */
    public static Map<String, List<OptionSpec>> of(CommandSpec spec) {
        Map<String, List<String>> names = isLong(spec) ? TRAIN : OTHERS;
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put(
                "Options",
                spec.options().stream()
                        .filter(option -> comesFirst(option, spec)
                                || names.values().stream().noneMatch(group -> group.contains(option.longestName())))
                        .toList());
        names.forEach((group, options) -> groups.put(
                group,
                options.stream()
                        .filter(spec.optionsMap()::containsKey)
                        .map(spec::findOption)
                        .filter(option -> !comesFirst(option, spec))
                        .toList()));
        groups.replaceAll((group, options) ->
                options.stream().filter(option -> !option.hidden()).toList());
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    /** Required options stand before the groups; train has a list of its own. */
    private static boolean comesFirst(OptionSpec option, CommandSpec spec) {
        return option.required() && !isLong(spec);
    }

    private static boolean isLong(CommandSpec spec) {
        return spec.optionsMap().containsKey(ALL);
    }

    /** Groups the help of a command. */
    static void arrange(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        UsageMessageSpec usage = spec.usageMessage();
        usage.width(WIDTH);
        usage.abbreviateSynopsis(true);
        if (isLong(spec)) {
            usage.sectionMap()
                    .put(
                            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                            help -> list(
                                    help, FIRST.stream().map(spec::findOption).toList()));
            List<String> footer = new ArrayList<>(Arrays.asList(usage.footer()));
            footer.add("");
            footer.add("'" + spec.qualifiedName() + " " + ALL + "' shows all options, in groups, and the surrogates.");
            usage.footer(footer.toArray(String[]::new));
        } else {
            usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> grouped(help, spec));
        }
    }

    /** Prints all options of a command, in groups. */
    public static void printAll(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        UsageMessageSpec usage = spec.usageMessage();
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> grouped(help, spec));
        usage.sectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> SURROGATES);
        command.usage(command.getOut());
    }

    private static String grouped(Help help, CommandSpec spec) {
        StringBuilder text = new StringBuilder();
        of(spec).forEach((group, options) ->
                text.append('\n').append(group).append('\n').append(list(help, options)));
        return text.toString();
    }

    private static String list(Help help, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }
}
