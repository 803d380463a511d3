package io.plumbrank.votes;

import static io.plumbrank.util.InputException.quote;

import io.plumbrank.data.text.Decimals;
import io.plumbrank.data.text.TextLines;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a matrix of LOLIB: a title line, the number of items n, then n × n numbers with line breaks anywhere. The title
 * may be missing, and may come again after the numbers, as in some published files. Row i, column j is the weight of
 * "i above j".
 */
final class LolibReader {
    private static final Pattern COUNT = Pattern.compile("\\s*\\d{1,5}\\s*");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final String file;
    private final List<String> lines;
    private double[] numbers = new double[1024];
    private int count;

    LolibReader(Path path, List<String> lines) {
        this.file = path.toString();
        this.lines = lines;
    }

    /** Whether these lines begin like a matrix of LOLIB: n stands alone in the first or second line. */
    static boolean looksRight(Iterable<String> lines) {
        return TextLines.first(lines, 2, line -> !line.isBlank()).stream()
                .anyMatch(line -> COUNT.matcher(line).matches());
    }

    PairwiseWeights read() {
        int at = sizeLine();
        int n = Integer.parseInt(lines.get(at).strip());
        long wanted = (long) n * n;
        if (n < 1 || wanted > Integer.MAX_VALUE) {
            throw new InputException(file, at + 1, quote(lines.get(at).strip()), "a number of items in 1..46340");
        }
        for (at++; at < lines.size() && count < wanted; at++) {
            takeNumbers(at, wanted);
        }
        if (count < wanted) {
            String found = "the end of the file after " + count + " numbers";
            throw new InputException(file, lines.size(), found, n + " × " + n + " of them");
        }
        for (; at < lines.size(); at++) {
            checkAfterMatrix(at, n);
        }
        double[][] weights = new double[n][];
        for (int i = 0; i < n; i++) {
            weights[i] = Arrays.copyOfRange(numbers, i * n, (i + 1) * n);
        }
        return PairwiseWeights.of(weights);
    }

    /** The index of the line with n: the second that is not blank, or the first when there is no title. */
    private int sizeLine() {
        int first = nextText(0);
        int second = nextText(first + 1);
        boolean untitled = first < lines.size()
                && COUNT.matcher(lines.get(first)).matches()
                && (second == lines.size() || !COUNT.matcher(lines.get(second)).matches() || isOne(first));
        int at = untitled ? first : second;
        if (at == lines.size() || !COUNT.matcher(lines.get(at)).matches()) {
            String found = at == lines.size()
                    ? "the end of the file"
                    : quote(lines.get(at).strip());
            String expected = "the number of items alone in a line, after a title line";
            throw new InputException(file, Math.min(at + 1, lines.size()), found, expected);
        }
        return at;
    }

    /** A matrix of one item is one number, which could be taken for the line with n. */
    private boolean isOne(int line) {
        return lines.get(line).strip().equals("1");
    }

    private int nextText(int from) {
        int at = Math.min(from, lines.size());
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
        return at;
    }

    private void takeNumbers(int at, long wanted) {
        for (String token : SPACE.split(lines.get(at).strip(), -1)) {
            if (token.isEmpty()) {
                continue;
            }
            double value = Decimals.parseDouble(token);
            if (!PairwiseWeights.isUsable(value)) {
                throw new InputException(file, at + 1, quote(token), PairwiseWeights.USABLE);
            }
            if (count == wanted) {
                throw new InputException(file, at + 1, quote(token), "the end of the matrix: it is full");
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, (int) Math.min(2L * count, wanted));
            }
            numbers[count++] = value;
        }
    }

    private void checkAfterMatrix(int at, int n) {
        String text = lines.get(at).strip();
        if (!text.isEmpty() && !Double.isNaN(Decimals.parseDouble(SPACE.split(text, 2)[0]))) {
            String expected = "nothing after the " + n + " × " + n + " numbers but a title";
            throw new InputException(file, at + 1, quote(text), expected);
        }
    }
}
