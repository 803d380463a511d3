package io.plumbrank.measure;

import io.plumbrank.util.DidYouMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one measure: {@code name[@k][(key=value,…)]}, and the ways in which trec_eval and XGBoost write the cut-off. */
final class MeasureParser {
    /** trec_eval writes {@code ndcg_cut_10} in its output and {@code ndcg_cut.10} on its command line. */
    private static final Pattern TREC_CUTOFF = Pattern.compile("(.*?)(?:_cut)?[_.]([0-9]+)");

    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(e[+-]?[0-9]+)?");

    private final String typed;
    private final Conventions conventions;

    MeasureParser(String typed, Conventions conventions) {
        this.typed = typed;
        this.conventions = conventions;
    }

    /** The parts between commas outside parentheses. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && depth <= 0) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }

    MeasureSpec parse() {
        String text = typed.toLowerCase(Locale.ROOT);
        int open = text.indexOf('(');
        if (open < 0 && text.indexOf(')') >= 0) {
            throw bad("')' without '('");
        }
        if (open >= 0 && text.indexOf(')') != text.length() - 1) {
            throw bad(text.indexOf(')') < 0 ? "'(' is not closed" : "nothing may follow ')'");
        }
        String head = (open < 0 ? text : text.substring(0, open)).trim();
        boolean minus = head.endsWith("-");
        if (minus) {
            head = head.substring(0, head.length() - 1);
        }

        String word = head;
        int cutoff = 0;
        int at = head.indexOf('@');
        Matcher trec = TREC_CUTOFF.matcher(head);
        if (at >= 0) {
            word = head.substring(0, at).trim();
            cutoff = cutoff(head.substring(at + 1).trim());
        } else if (trec.matches()) {
            word = trec.group(1);
            cutoff = cutoff(trec.group(2));
        }
        MeasureName name = MeasureName.ofWord(word);
        if (name == null && !word.isEmpty() && word.chars().allMatch(Character::isDigit)) {
            throw bad("a number is no name; write each cut-off as a measure of its own, as in P_5,P_10");
        }
        if (name == null) {
            throw bad((word.isEmpty() ? "no name" : "unknown name '" + word + "'")
                    + DidYouMean.hint(word, MeasureName.words())
                    + possible(Arrays.asList(MeasureName.values()), MeasureName::text));
        }
        cutoff = settleCutoff(name, cutoff);

        Settings settings = conventions.settings(name, cutoff > 0);
        Set<Key> given = EnumSet.noneOf(Key.class);
        if (minus) {
            settings = readMinus(name, settings);
            given.add(Key.EMPTY);
        }
        if (open >= 0) {
            settings = readKeys(name, cutoff > 0, text.substring(open + 1, text.length() - 1), settings, given);
        }
        if (name == MeasureName.ERU && (Double.isNaN(settings.v()) || Double.isNaN(settings.w()))) {
            throw bad("eru needs v and w, as in eru(v=3,w=5)");
        }
        return new MeasureSpec(name, cutoff, settings, typed);
    }

    private int settleCutoff(MeasureName name, int cutoff) {
        if (cutoff > 0 && name.cutoff() == MeasureName.Cutoff.NONE) {
            throw bad(name.text() + " has no cut-off");
        }
        if (conventions.ignoresCutoff(name)) {
            return 0;
        }
        int settled = cutoff > 0 ? cutoff : conventions.cutoff(name);
        if (settled == 0 && name.cutoff() == MeasureName.Cutoff.NEEDED) {
            throw bad(name.text() + " needs a cut-off, as in " + name.text() + "@10");
        }
        return settled;
    }

    private Settings readMinus(MeasureName name, Settings settings) {
        if (!conventions.readsTrailingMinus()) {
            throw bad("a trailing '-' is XGBoost's and means (empty=zero) under its conventions only");
        }
        if (!name.keys().contains(Key.EMPTY)) {
            throw bad("a trailing '-' speaks of empty queries, which " + name.text() + " does not have");
        }
        return settings.withEmpty(EmptyQuery.ZERO);
    }

    private Settings readKeys(MeasureName name, boolean cut, String body, Settings settings, Set<Key> given) {
        Settings read = settings;
        for (String part : body.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw bad("expected key=value, found '" + part.trim() + "'" + possibleKeys(name, cut));
            }
            Key key = key(name, cut, part.substring(0, equals).trim());
            if (!given.add(key)) {
                throw bad("'" + key.text() + "' is given twice");
            }
            read = read(name, cut, key, part.substring(equals + 1).trim(), read);
        }
        return read;
    }

    private Key key(MeasureName name, boolean cut, String word) {
        for (Key key : Key.values()) {
            if (key.text().equals(word)) {
                if (MeasureSpec.keys(name, cut).contains(key)) {
                    return key;
                }
                boolean needsCutoff = name.keys().contains(key);
                throw bad("'" + word + "' does not apply to " + name.text() + (needsCutoff ? " without a cut-off" : "")
                        + possibleKeys(name, cut));
            }
        }
        List<String> known = MeasureSpec.keys(name, cut).stream().map(Key::text).toList();
        throw bad("unknown key '" + word + "'" + DidYouMean.hint(word, known) + possibleKeys(name, cut));
    }

    private Settings read(MeasureName name, boolean cut, Key key, String value, Settings settings) {
        return switch (key) {
            case GAIN -> settings.withGain(choose(key, value, gains(name), Gain::text));
            case TIES -> settings.withTies(choose(key, value, ties(name, cut), Ties::text));
            case EMPTY -> settings.withEmpty(choose(key, value, List.of(EmptyQuery.values()), EmptyQuery::text));
            case DENOMINATOR ->
                settings.withDenominator(choose(key, value, List.of(Denominator.values()), Denominator::text));
            case IDEAL -> settings.withIdeal(choose(key, value, List.of(Ideal.values()), Ideal::text));
            case WEIGHT -> settings.withWeight(choose(key, value, List.of(PairWeight.values()), PairWeight::text));
            case REL -> settings.withRelevance(relevance(value));
            case MAX -> settings.withMaxGrade(value.equals("data") ? Double.NaN : maxGrade(value));
            case V -> settings.withV(number(key, value, "a number"));
            case W -> settings.withW(halfLife(value));
        };
    }

    private static List<Gain> gains(MeasureName name) {
        // ERR's chance of satisfaction is a power of the grade by definition.
        return name == MeasureName.ERR ? List.of(Gain.EXPONENTIAL, Gain.EXPONENTIAL_INT) : List.of(Gain.values());
    }

    private static List<Ties> ties(MeasureName name, boolean cut) {
        List<Ties> possible = new ArrayList<>(List.of(Ties.AVERAGE, Ties.DOCNO_DESC, Ties.STABLE));
        if (name == MeasureName.KENDALL || name == MeasureName.SPEARMAN) {
            possible.add(Ties.CORRECTED);
        }
        if (name == MeasureName.MAP && !cut) {
            possible.add(Ties.THRESHOLD);
        }
        return possible;
    }

    private <T> T choose(Key key, String value, List<T> possible, Function<T, String> text) {
        for (T candidate : possible) {
            if (text.apply(candidate).equals(value)) {
                return candidate;
            }
        }
        List<String> words = possible.stream().map(text).toList();
        throw bad(key.text() + " cannot be '" + value + "'" + DidYouMean.hint(value, words) + possible(possible, text));
    }

    private Relevance relevance(String value) {
        String expected = "a threshold such as 1 (label >= 1) or >0.5 (label > 0.5)";
        boolean strict = value.startsWith(">") && !value.startsWith(">=");
        String digits = value.startsWith(">=") ? value.substring(2) : strict ? value.substring(1) : value;
        double threshold = number(Key.REL, digits.trim(), expected);
        if (threshold < 0) {
            throw bad("rel must be at least 0, since a negative label is never relevant; found '" + value + "'");
        }
        return new Relevance(threshold, strict);
    }

    private double maxGrade(String value) {
        double max = number(Key.MAX, value, "a number, or 'data'");
        if (max < 0 || max > Gain.LARGEST_EXPONENT) {
            throw bad("max must lie in 0..1000, found '" + value + "'");
        }
        return max;
    }

    private double halfLife(String value) {
        double w = number(Key.W, value, "a number above 1");
        if (w <= 1) {
            throw bad("w must be above 1, found '" + value + "'");
        }
        return w;
    }

    private double number(Key key, String value, String expected) {
        double number = NUMBER.matcher(value).matches() ? Double.parseDouble(value) : Double.NaN;
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw bad(key.text() + " must be " + expected + ", found '" + value + "'");
        }
        return number + 0.0; // −0 prints as 0
    }

    private int cutoff(String digits) {
        boolean whole = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        long k = whole && digits.length() <= 10 ? Long.parseLong(digits) : 0;
        if (k < 1 || k > Integer.MAX_VALUE) {
            throw bad("the cut-off must be a whole number from 1 to " + Integer.MAX_VALUE + ", found '" + digits + "'");
        }
        return (int) k;
    }

    private static String possibleKeys(MeasureName name, boolean cut) {
        List<Key> keys = List.copyOf(MeasureSpec.keys(name, cut));
        return keys.isEmpty() ? "; " + name.text() + " has no keys" : possible(keys, Key::text);
    }

    private static <T> String possible(List<T> values, Function<T, String> text) {
        return " (possible: " + String.join(", ", values.stream().map(text).toList()) + ")";
    }

    private MeasureSyntaxException bad(String problem) {
        return new MeasureSyntaxException(typed, problem);
    }
}
