package io.plumbrank.bench.speed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Work that never changes, whose processor time says how fast a machine is at the moment: it reads numbers from text, looks words up,
 * sorts, and adds at random places of an array that no cache holds. {@code bench/guard} divides by it.
 */
public final class Calibration {
    private static final int NUMBERS = 400_000;
    private static final int PLACES = 1 << 22;
    private static final int ROUNDS = 2;

    private Calibration() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < NUMBERS; i++) {
            text.append(random.nextInt(1_000_000)).append(' ');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        double sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            sum += work(bytes);
        }
        System.out.println(sum);
    }

    private static double work(byte[] bytes) {
        double[] values = new double[NUMBERS];
        Map<String, Integer> words = new HashMap<>();
        int count = 0;
        double own = 0;
        int begin = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == ' ') {
                values[count++] = own;
                words.merge(new String(bytes, begin, at - begin, StandardCharsets.US_ASCII), 1, Integer::sum);
                own = 0;
                begin = at + 1;
            } else {
                own = 10 * own + (bytes[at] - '0');
            }
        }
        double[] sums = new double[PLACES];
        long place = 1;
        for (int i = 0; i < 8 * NUMBERS; i++) {
            place = place * 6364136223846793005L + 1442695040888963407L;
            sums[(int) (place >>> 42)] += values[i % NUMBERS];
        }
        Arrays.sort(values);
        return sums[PLACES / 2] + values[NUMBERS / 2] + words.size();
    }
}
