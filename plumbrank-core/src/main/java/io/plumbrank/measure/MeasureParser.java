package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.MeasureSettings;
import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one measure: {@code name[@k][(key=value,…)]}, and the ways in which trec_eval and XGBoost write the cut-off. */
final class MeasureParser {
    /** trec_eval writes {@code ndcg_cut_10} in its output and {@code ndcg_cut.10} on its command line. */
    private static final Pattern TREC_CUTOFF = Pattern.compile("(.*?)(?:_cut)?[_.]([0-9]+)");

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
        MeasureKind kind = MeasureKinds.ofWord(word);
        if (kind == null && !word.isEmpty() && word.chars().allMatch(Character::isDigit)) {
            throw bad("a number is no name; write each cut-off as a measure of its own, as in P_5,P_10");
        }
        if (kind == null) {
            throw bad((word.isEmpty() ? "no name" : "unknown name '" + word + "'")
                    + DidYouMean.hint(word, MeasureKinds.words())
                    + Key.possible(
                            MeasureKinds.ALL.stream().map(MeasureKind::name).toList()));
        }
        cutoff = settleCutoff(kind, cutoff);

        MeasureSettings settings = conventions.settings(kind, cutoff > 0);
        Set<String> given = new HashSet<>();
        if (minus) {
            settings = readMinus(kind, settings);
            given.add(Key.EMPTY.name());
        }
        if (open >= 0) {
            settings = readKeys(kind, cutoff > 0, text.substring(open + 1, text.length() - 1), settings, given);
        }
        requireAll(kind, cutoff > 0, settings);
        return new MeasureSpec(kind, cutoff, settings, typed);
    }

    private int settleCutoff(MeasureKind kind, int cutoff) {
        if (cutoff > 0 && kind.cutoff() == MeasureKind.Cutoff.NONE) {
            throw bad(kind.name() + " has no cut-off");
        }
        int settled = conventions.cutoff(kind, cutoff);
        if (settled == 0 && kind.cutoff() == MeasureKind.Cutoff.NEEDED) {
            throw bad(kind.name() + " needs a cut-off, as in " + kind.name() + "@10");
        }
        return settled;
    }

    private MeasureSettings readMinus(MeasureKind kind, MeasureSettings settings) {
        if (!conventions.readsTrailingMinus()) {
            throw bad("a trailing '-' is XGBoost's and means (empty=zero) under its conventions only");
        }
        if (settings.find(Key.EMPTY) == null) {
            throw bad("a trailing '-' speaks of empty queries, which " + kind.name() + " does not have");
        }
        return settings.with(Key.EMPTY, EmptyQuery.ZERO);
    }

    private MeasureSettings readKeys(
            MeasureKind kind, boolean cut, String body, MeasureSettings settings, Set<String> given) {
        MeasureSettings read = settings;
        for (String part : body.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw bad("expected key=value, found '" + part.trim() + "'" + possibleKeys(kind, cut));
            }
            Key<?> key = key(kind, cut, part.substring(0, equals).trim());
            if (!given.add(key.name())) {
                throw bad("'" + key.name() + "' is given twice");
            }
            try {
                read = key.readInto(part.substring(equals + 1).trim(), read);
            } catch (IllegalArgumentException e) {
                throw bad("" + e.getMessage());
            }
        }
        return read;
    }

    private Key<?> key(MeasureKind kind, boolean cut, String word) {
        List<String> known = names(kind.keys(cut));
        if (known.contains(word)) {
            return kind.keys(cut).get(known.indexOf(word));
        }
        if (MeasureKinds.ALL.stream().anyMatch(other -> other.has(word))) {
            String where = !kind.has(word) ? "" : cut ? " with a cut-off" : " without a cut-off";
            throw bad("'" + word + "' does not apply to " + kind.name() + where + possibleKeys(kind, cut));
        }
        throw bad("unknown key '" + word + "'" + DidYouMean.hint(word, known) + possibleKeys(kind, cut));
    }

    private void requireAll(MeasureKind kind, boolean cut, MeasureSettings settings) {
        List<? extends Key<?>> needed =
                kind.keys(cut).stream().filter(key -> key.standard() == null).toList();
        if (needed.stream().anyMatch(key -> settings.find(key) == null)) {
            List<String> examples =
                    needed.stream().map(key -> key.name() + "=" + key.example()).toList();
            throw bad(kind.name() + " needs " + String.join(" and ", names(needed)) + ", as in " + kind.name() + "("
                    + String.join(",", examples) + ")");
        }
    }

    private int cutoff(String digits) {
        boolean whole = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        long k = whole && digits.length() <= 10 ? Long.parseLong(digits) : 0;
        if (k < 1 || k > Integer.MAX_VALUE) {
            throw bad("the cut-off must be a whole number from 1 to " + Integer.MAX_VALUE + ", found '" + digits + "'");
        }
        return (int) k;
    }

    private static List<String> names(List<? extends Key<?>> keys) {
        return keys.stream().map(Key::name).toList();
    }

    private static String possibleKeys(MeasureKind kind, boolean cut) {
        List<String> words = names(kind.keys(cut));
        return words.isEmpty() ? "; " + kind.name() + " has no keys" : Key.possible(words);
    }

    /** One line, whatever was typed. */
    private IllegalArgumentException bad(String problem) {
        return new IllegalArgumentException(
                ("measure '" + typed + "': " + problem).replaceAll("\\p{IsControl}", "\uFFFD"));
    }
}
