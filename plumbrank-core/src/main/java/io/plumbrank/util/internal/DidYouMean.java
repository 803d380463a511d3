package io.plumbrank.util.internal;

import java.util.Locale;
import java.util.Optional;

/** Finds the word that a user most likely meant, for error messages. */
public final class DidYouMean {
    private DidYouMean() {}

    /**
     * The known word nearest to a typed one, whatever the case of its letters: fewest insertions, deletions, replacements
     * and swaps of neighbours. At most a third of the letters may be wrong, and one always may. Ties go to the first.
     *
     * @param typed what stands there
     * @param known what could stand there
     */
    public static Optional<String> nearest(String typed, Iterable<String> known) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Math.max(1, wanted.length() / 3) + 1;
        for (String word : known) {
            if (Math.abs(word.length() - wanted.length()) >= bestDistance) {
                continue;
            }
            int distance = distance(wanted, word.toLowerCase(Locale.ROOT));
            // A word of which nothing is right is no suggestion: 'x' for 'p'.
            if (distance < bestDistance && distance < Math.max(wanted.length(), word.length())) {
                best = word;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** {@code ", did you mean 'word'?"}, or nothing where no word is near. */
    public static String hint(String typed, Iterable<String> known) {
        return nearest(typed, known)
                .map(word -> ", did you mean '" + word + "'?")
                .orElse("");
    }

    /** Optimal string alignment distance, O(|a| |b|). */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int least = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, beforeLast[j - 2] + 1);
                }
                row[j] = least;
            }
        }
        return row[b.length()];
    }
}
