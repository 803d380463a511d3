package io.plumbrank.votes;

import static io.plumbrank.util.InputException.quote;

import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the orders of PrefLib: header lines {@code # KEY: value}, then {@code count: 3,{1,2},4}. */
final class PrefLibReader {
    private static final Pattern HEADER = Pattern.compile("#\\s*([^:]*?)\\s*:\\s*(.*?)\\s*");
    private static final Pattern NAME_KEY = Pattern.compile("ALTERNATIVE NAME (\\d{1,9})");
    private static final Pattern TYPE = Pattern.compile("[st]o[ci]");

    /** More items would not fit into a dense matrix. */
    private static final long MOST_ITEMS = 46_340;

    private static final long MOST_VOTERS = 1_000_000_000_000_000L;

    private final String file;
    private final Iterable<String> lines;
    private final PairCounter pairs;
    private final Map<Integer, String> names = new TreeMap<>();
    private final Map<String, Long> lineOfName = new HashMap<>();
    private long voters;
    private int[] strictEnds = {};

    private String type;
    private int items;
    private long itemsLine;
    private long statedVoters = -1;
    private long statedVotersLine;

    private PrefLibReader(Path path, Iterable<String> lines, Unranked unranked, int most) {
        this.lines = lines;
        this.pairs = new PairCounter(unranked, most);
        this.file = path.toString();
        this.type = typeOf(path);
    }

    /** The kind of PrefLib file that a file's name says it is, or an empty text. */
    static String typeOf(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        String extension = plain.substring(plain.lastIndexOf('.') + 1);
        return TYPE.matcher(extension).matches() ? extension : "";
    }

    /** Counts pairs while it reads. */
    static PairwiseWeights pairwise(Path path, Iterable<String> lines, Unranked unranked, int most) {
        return new PrefLibReader(path, lines, unranked, most).read();
    }

    private PairwiseWeights read() {
        long line = 0;
        for (String text : lines) {
            line++;
            if (text.startsWith("#")) {
                takeHeader(line, text);
            } else if (!text.isBlank()) {
                takeOrder(line, text);
            }
        }
        if (voters == 0) {
            throw new InputException(file, line, "no votes", "lines like '3: 2,1,3' after the header");
        }
        if (statedVoters >= 0 && statedVoters != voters) {
            String found = "NUMBER VOTERS " + statedVoters + " and votes that add up to " + voters;
            throw new InputException(file, statedVotersLine, found, "the same number: is the file whole?");
        }
        return pairs.weights(itemNames());
    }

    private List<String> itemNames() {
        if (names.isEmpty()) {
            return PairwiseWeights.numbered(items);
        }
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= items; i++) {
            String name = names.get(i);
            if (name == null) {
                String expected = "a line '# ALTERNATIVE NAME " + i + ": …', as for other items";
                throw new InputException(file, itemsLine, "no name for item " + i, expected);
            }
            all.add(name);
        }
        return all;
    }

    private void takeHeader(long line, String text) {
        Matcher header = HEADER.matcher(text);
        if (!header.matches()) {
            return;
        }
        String key = header.group(1);
        String value = header.group(2);
        Matcher nameKey = NAME_KEY.matcher(key);
        if (key.equals("NUMBER ALTERNATIVES")) {
            if (items != 0) {
                throw new InputException(file, line, "NUMBER ALTERNATIVES again", "it once, as in line " + itemsLine);
            }
            items = (int) number(line, value, MOST_ITEMS, "a number of alternatives");
            itemsLine = line;
        } else if (key.equals("NUMBER VOTERS")) {
            statedVoters = number(line, value, MOST_VOTERS, "a number of voters");
            statedVotersLine = line;
        } else if (key.equals("DATA TYPE") && type.isEmpty()) {
            type = value.toLowerCase(Locale.ROOT);
            if (!TYPE.matcher(type).matches()) {
                throw new InputException(file, line, quote(value), "a data type soc, soi, toc or toi");
            }
        } else if (nameKey.matches()) {
            int item = item(line, nameKey.group(1));
            String name = value.isEmpty() ? Integer.toString(item + 1) : value;
            Long before = lineOfName.putIfAbsent(name, line);
            if (before != null) {
                throw new InputException(
                        file, line, quote(name) + " again", "a name other than that of line " + before);
            }
            names.put(item + 1, name);
        }
    }

    private void takeOrder(long line, String text) {
        if (items == 0) {
            String expected =
                    "a line '# NUMBER ALTERNATIVES: …' before it (files from before 2022 have another header)";
            throw new InputException(file, line, quote(text), expected);
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new InputException(file, line, quote(text), "a vote like '3: 2,1,3'");
        }
        long count = number(line, text.substring(0, colon).strip(), MOST_VOTERS, "a number of voters before the colon");
        voters += count;
        if (voters > MOST_VOTERS) {
            throw new InputException(file, line, "more than " + MOST_VOTERS + " voters", "fewer");
        }
        pairs.include(items);
        int[] strict = strictOrder(text, colon + 1);
        if (strict != null) {
            checkType(line, strict.length, strict.length);
            pairs.add(strict, strictEnds(strict.length), (double) count);
            return;
        }
        pairs.add(groups(line, text.substring(colon + 1)), (double) count);
    }

    /** Items without ties, read as fast as most files want it; null for all else, which is looked at more closely. */
    private int @Nullable [] strictOrder(String text, int from) {
        int[] order = new int[items];
        boolean[] seen = new boolean[items];
        int count = 0;
        for (int at = from; at < text.length(); at++) {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            int first = at;
            int number = 0;
            while (at < text.length() && at < first + 9 && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                number = 10 * number + text.charAt(at++) - '0';
            }
            boolean ends = at > first && (at == text.length() || (text.charAt(at) == ',' && at + 1 < text.length()));
            if (!ends || number < 1 || number > items || seen[number - 1]) {
                return null;
            }
            seen[number - 1] = true;
            order[count++] = number - 1;
        }
        return count == 0 ? null : Arrays.copyOf(order, count);
    }

    private int[] strictEnds(int count) {
        if (strictEnds.length != count) {
            strictEnds = IntStream.rangeClosed(1, count).toArray();
        }
        return strictEnds;
    }

    private List<List<Integer>> groups(long line, String text) {
        List<List<Integer>> groups = new ArrayList<>();
        boolean[] seen = new boolean[items];
        int ranked = 0;
        boolean tied = false;
        // a trailing comma makes an empty last token, which is an error like any other
        for (String raw : text.split(",", -1)) {
            String token = raw.strip();
            boolean opens = token.startsWith("{");
            boolean closes = token.endsWith("}");
            if (opens && tied) {
                throw new InputException(file, line, "'{' within a tie", "'}' before the next tie");
            }
            if (closes && !opens && !tied) {
                throw new InputException(file, line, "'}' without '{'", "ties like {1,2}");
            }
            String digits = token.substring(opens ? 1 : 0, token.length() - (closes && token.length() > 1 ? 1 : 0));
            int item = item(line, digits.strip());
            if (seen[item]) {
                throw new InputException(file, line, "alternative " + (item + 1) + " twice", "each at most once");
            }
            seen[item] = true;
            ranked++;
            if (!tied) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(item);
            tied = (tied || opens) && !closes;
        }
        if (tied) {
            throw new InputException(file, line, "'{' without '}'", "ties like {1,2}");
        }
        checkType(line, groups.size(), ranked);
        return groups;
    }

    private void checkType(long line, int groups, int ranked) {
        if (type.endsWith("c") && ranked < items) {
            String found = ranked + " of " + items + " alternatives";
            throw new InputException(
                    file, line, found, "all of them in a ." + type + " file (incomplete orders: .soi, .toi)");
        }
        if (type.startsWith("s") && groups < ranked) {
            throw new InputException(
                    file, line, "a tie", "no ties in a ." + type + " file (orders with ties: .toc, .toi)");
        }
    }

    /** The 0-based item for a number 1 … n in the file. */
    private int item(long line, String digits) {
        if (items == 0) {
            throw new InputException(file, line, "an alternative", "'# NUMBER ALTERNATIVES: …' in a line before it");
        }
        return (int) number(line, digits, items, "an alternative") - 1;
    }

    private long number(long line, String text, long most, String what) {
        boolean digits = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        long value = digits ? Long.parseLong(text) : 0;
        if (value < 1 || value > most) {
            String found = text.isEmpty() ? "nothing" : quote(text);
            throw new InputException(file, line, found, what + " in 1.." + most);
        }
        return value;
    }
}
