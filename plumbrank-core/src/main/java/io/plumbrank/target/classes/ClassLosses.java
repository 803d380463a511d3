package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import io.plumbrank.util.internal.NamedArguments;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The losses over classes that have a closed form, by their text: no matrix is built and nothing is decomposed, so
 * {@code top-k(n=1000,k=10)} with its 10²³ predictions is as good as {@code zero-one(n=3)}.
 *
 * <pre>{@code
 * ClassLoss<?> loss = ClassLosses.parse("abstain(n=4,cost=0.3)");
 * }</pre>
 */
public final class ClassLosses {
    private static final Pattern CALL = Pattern.compile("([^()]*)(?:\\((.*)\\))?", Pattern.DOTALL);
    private static final List<String> FORMS = List.of(
            "zero-one(n=5)",
            "ordinal(n=5)",
            "squared(n=5)",
            "hamming(b=3)",
            "abstain(n=4,cost=0.3)",
            "top-k(n=6,k=2)",
            "tree((a:1,b:1):2,c:3)");

    private ClassLosses() {}

    /** An example of every text that {@link #parse} takes. */
    public static List<String> forms() {
        return FORMS;
    }

    /**
     * The loss that a text names. Names are taken in any case, with {@code -}, {@code _} or nothing between their words.
     *
     * @throws IllegalArgumentException if the text names no loss or gives it wrong values; the message is one line for the
     *     user
     */
    public static ClassLoss<?> parse(String text) {
        Matcher call = CALL.matcher(text.strip());
        if (!call.matches()) {
            throw new IllegalArgumentException(
                    InputException.quote(text) + " is not a loss; expected one like " + examples());
        }
        String name = call.group(1).strip();
        String inside = call.group(2);
        if (plain(name).equals("tree") && inside != null) {
            return TreeLoss.parse("(" + inside + ")");
        }
        NamedArguments arguments = NamedArguments.parse(name, inside == null ? "" : inside);
        return switch (plain(name)) {
            case "zeroone", "01" -> new ZeroOneLoss(arguments.only("n", "first").integer("n"), first(arguments));
            case "ordinal", "absolute" ->
                new OrdinalLoss(arguments.only("n", "first").integer("n"), first(arguments));
            case "squared" -> new SquaredLoss(arguments.only("n", "first").integer("n"), first(arguments));
            case "hamming" -> new HammingLoss(arguments.only("b").integer("b"));
            case "abstain" -> {
                arguments.only("n", "cost", "first");
                yield new AbstainLoss(arguments.integer("n"), arguments.number("cost"), first(arguments));
            }
            case "topk" -> {
                arguments.only("n", "k", "first");
                yield new TopKLoss(arguments.integer("n"), arguments.integer("k"), first(arguments));
            }
            case "tree" -> throw new IllegalArgumentException("tree needs its branches, like tree((a:1,b:1):2,c:3)");
            default -> {
                throw new IllegalArgumentException("unknown loss " + InputException.quote(name)
                        + DidYouMean.hint(name, names()) + " (possible: " + examples() + ")");
            }
        };
    }

    private static int first(NamedArguments arguments) {
        return arguments.has("first") ? arguments.integer("first") : 1;
    }

    static void requireClasses(int classes, int first) {
        requireAtLeast("n", 1, classes);
        if (first != 0 && first != 1) {
            throw new IllegalArgumentException("first must be 0 or 1, got " + first);
        }
    }

    /** What to write of classes that are not counted from 1. */
    static String counted(int first) {
        return first == 1 ? "" : ",first=" + first;
    }

    static void requireAtLeast(String name, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
        }
    }

    private static List<String> names() {
        return FORMS.stream().map(form -> form.substring(0, form.indexOf('('))).toList();
    }

    private static String examples() {
        return String.join(", ", FORMS);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
