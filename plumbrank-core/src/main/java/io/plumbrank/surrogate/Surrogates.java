package io.plumbrank.surrogate;

import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import io.plumbrank.util.internal.NamedArguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Surrogates by their text.
 *
 * <pre>{@code
 * SurrogateSpec spec = Surrogates.parse("squared-hinge(t=2)");
 * Surrogate surrogate = spec.surrogate(target.utilityRange(100).orElseThrow());
 * }</pre>
 */
public final class Surrogates {
    private static final Pattern CALL = Pattern.compile("([^()]*)(?:\\((.*)\\))?", Pattern.DOTALL);

    /** Words of the command line that stand for a choice of surrogate or for one that needs more than scores. */
    private static final List<String> CHOICES = List.of("auto", "pairs");

    private Surrogates() {}

    /** Every name that {@link #parse} takes. */
    public static List<String> names() {
        return Found.KINDS.stream().map(SurrogateKind::name).toList();
    }

    /**
     * The surrogate that a text names. Names are taken in any case, with {@code -}, {@code _} or nothing between their words.
     *
     * @throws IllegalArgumentException if the text names none or gives it wrong values; the message is one line for the user
     */
    public static SurrogateSpec parse(String text) {
        Matcher call = CALL.matcher(text.strip());
        String word = call.matches() ? call.group(1).strip() : text.strip();
        for (SurrogateKind kind : Found.KINDS) {
            if (call.matches() && plain(kind.name()).equals(plain(word))) {
                String inside = call.group(2) == null ? "" : call.group(2);
                return new SurrogateSpec(kind, NamedArguments.parse(kind.name(), inside));
            }
        }
        if (CHOICES.contains(word.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "'" + word + "' is no surrogate of scores by itself; expected " + String.join(", ", names()));
        }
        List<String> known = new ArrayList<>(names());
        known.addAll(CHOICES);
        throw new IllegalArgumentException("unknown surrogate " + InputException.quote(word)
                + DidYouMean.hint(word, known) + " (possible: auto, " + String.join(", ", names())
                + ", or pairs for map, pd and kendall)");
    }

    /** The texts of a list; a comma inside parentheses does not part two. */
    public static List<String> split(String list) {
        return List.of(list.split(",(?![^(]*\\))", -1));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** Ours as they are listed, then others by name. Looked up once. */
    private static final class Found {
        private static final List<SurrogateKind> KINDS =
                ServiceLoader.load(SurrogateProvider.class, SurrogateProvider.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        // the sort is stable, so ours stay as they are listed
                        .sorted(Comparator.comparing(Found::rank))
                        .flatMap(provider -> provider.kinds().stream())
                        .toList();

        private static String rank(SurrogateProvider provider) {
            String name = provider.getClass().getName();
            return name.startsWith(Surrogates.class.getPackageName() + ".") ? "" : name;
        }
    }
}
