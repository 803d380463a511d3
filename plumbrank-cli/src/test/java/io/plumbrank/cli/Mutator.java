package io.plumbrank.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Makes a damaged or hostile file of a good one, by a seed. */
final class Mutator {
    private static final String[] HOSTILE = {
        "-1",
        "0",
        "1e308",
        "-1e308",
        "1e39",
        "1e-320",
        "NaN",
        "Infinity",
        "2147483647",
        "2147483648",
        "-2147483648",
        "9223372036854775807",
        "1e18",
        "1.7",
        "true",
        "null",
        "\"x\"",
        "[]",
        "{}",
        "",
        "0x1p3",
        "1_000",
        "\u001b[2J",
        "\u0000",
        "\ufffd",
        "\t",
        "\n",
        ",",
        ":",
        "#",
        "<",
        "é",
        "1000000000:1",
        "qid:",
        "@",
        "%",
        "'",
        "-0.0"
    };
    private static final Pattern WORD = Pattern.compile("[^\\s,:\\[\\]{}<>\"]+");

    private final SplittableRandom random;

    Mutator(long seed) {
        this.random = new SplittableRandom(seed);
    }

    byte[] mutated(byte[] good) {
        byte[] bytes = good;
        int changes = 1 + (random.nextInt(3) == 0 ? random.nextInt(4) : 0);
        for (int change = 0; change < changes; change++) {
            bytes = random.nextInt(5) < 2 ? damaged(bytes) : reworded(bytes);
        }
        return bytes;
    }

    /** As a bad disk or a broken copy would: a bit, some bytes, a piece missing, twice or at the wrong place, the end missing. */
    byte[] damaged(byte[] good) {
        if (good.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int from = random.nextInt(good.length);
        int to = Math.min(good.length, from + 1 + random.nextInt(40));
        byte[] bytes = good.clone();
        switch (random.nextInt(6)) {
            case 0 -> bytes[from] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                for (int i = from; i < to; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
            }
            case 2 -> bytes = Arrays.copyOf(good, from);
            case 3 -> bytes = joined(good, 0, from, to, good.length);
            case 4 -> bytes = joined(good, 0, to, from, good.length);
            default -> System.arraycopy(good, from, bytes, random.nextInt(good.length - (to - from) + 1), to - from);
        }
        return bytes;
    }

    private static byte[] joined(byte[] bytes, int from, int to, int from2, int to2) {
        byte[] result = new byte[to - from + to2 - from2];
        System.arraycopy(bytes, from, result, 0, to - from);
        System.arraycopy(bytes, from2, result, to - from, to2 - from2);
        return result;
    }

    /** As somebody would who knows the format: a word becomes another one of the file, or a hostile one; a line goes or comes twice. */
    private byte[] reworded(byte[] good) {
        String text = new String(good, StandardCharsets.ISO_8859_1);
        MatchResult[] words = WORD.matcher(text).results().toArray(MatchResult[]::new);
        if (words.length == 0) {
            return damaged(good);
        }
        MatchResult word = words[random.nextInt(words.length)];
        String other = random.nextInt(3) == 0
                ? words[random.nextInt(words.length)].group()
                : new String(
                        HOSTILE[random.nextInt(HOSTILE.length)].getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1);
        int lineFrom = text.lastIndexOf('\n', word.start()) + 1;
        int lineTo = text.indexOf('\n', word.end()) < 0 ? text.length() : text.indexOf('\n', word.end()) + 1;
        String changed = switch (random.nextInt(8)) {
            case 0 -> text.substring(0, lineFrom) + text.substring(lineTo);
            case 1 -> text.substring(0, lineTo) + text.substring(lineFrom);
            default -> text.substring(0, word.start()) + other + text.substring(word.end());
        };
        return changed.getBytes(StandardCharsets.ISO_8859_1);
    }
}
