package io.plumbrank.bench.peers;

import io.plumbrank.bench.rows.Medians;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What we take over what a peer takes in the same run; larger is worse for us.
 *
 * @param name of what was measured
 * @param value the median
 * @param noise half the range of what was measured, relative to the median; NaN where it was measured once
 */
record Ratio(String name, double value, double noise) {
    private static final String HEADER = "name,ratio,noise";

    /** How a line begins that says why a baseline was changed. */
    private static final String REASON = "#";

    Ratio {
        if (!(value > 0) || Double.isInfinite(value) || noise < 0 || Double.isInfinite(noise)) {
            throw new IllegalArgumentException(name + ": found " + value + " and " + noise
                    + ", expected a positive ratio and a noise of at least 0");
        }
    }

    static Ratio of(String name, double[] values) {
        double median = Medians.of(values);
        double range = Arrays.stream(values).max().orElseThrow()
                - Arrays.stream(values).min().orElseThrow();
        return new Ratio(name, median, values.length < 2 ? Double.NaN : range / 2 / median);
    }

    /** From one hour to another the ratio of the same program differs by this much, whatever the rounds of one hour say. */
    private static final double LEAST_NOISE = 0.06;

    /** The median, and as noise half the range without the smallest and the largest of at least four; not less than usual. */
    static Ratio ofMiddle(String name, double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        double median = Medians.of(values);
        int cut = values.length < 4 ? 0 : 1;
        double range = sorted[values.length - 1 - cut] - sorted[cut];
        return new Ratio(name, median, values.length < 2 ? Double.NaN : Math.max(LEAST_NOISE, range / 2 / median));
    }

    static void write(List<Ratio> ratios, Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        ratios.forEach(
                ratio -> lines.add(String.format(Locale.ROOT, "%s,%.4f,%.4f", ratio.name, ratio.value, ratio.noise)));
        Files.write(file, lines);
    }

    /** @throws IllegalArgumentException if a line is not as it should be, or a name comes again; one line for the user */
    static List<Ratio> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith(REASON))
                .toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException(file + ":1: found no header, expected " + HEADER);
        }
        List<Ratio> ratios = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int line = 1; line < lines.size(); line++) {
            String[] fields = lines.get(line).split(",", -1);
            try {
                if (fields.length != 3) {
                    throw new IllegalArgumentException("found " + fields.length + " fields, expected " + HEADER);
                }
                if (!names.add(fields[0])) {
                    throw new IllegalArgumentException("found " + fields[0] + " again, expected each name once");
                }
                ratios.add(new Ratio(fields[0], Double.parseDouble(fields[1]), Double.parseDouble(fields[2])));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ":" + (line + 1) + ": " + e.getMessage(), e);
            }
        }
        if (ratios.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ":2: found no ratios, expected those that bench/peers --ratios wrote");
        }
        return ratios;
    }
}
