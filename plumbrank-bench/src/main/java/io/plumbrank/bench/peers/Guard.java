package io.plumbrank.bench.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares ratios to peers with those of a baseline. One is worse if it is above the baseline by more than the noise of both, and at
 * least by {@value #LEAST} of it; what was measured once has no noise, and is shown without a verdict. {@code bench/guard} starts it.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.peers.Guard BASELINE CURRENT</pre>
 */
public final class Guard {
    /** Below this share a difference is no news, however small the noise was. */
    private static final double LEAST = 0.02;

    private static final int GOOD = 0;
    private static final int WORSE = 1;
    private static final int UNUSABLE = 2;

    private Guard() {}

    public static void main(String[] args) {
        if (args.length == 3 && args[0].equals("--of")) {
            System.exit(summarise(Path.of(args[1]), Path.of(args[2]), System.err));
        }
        if (args.length != 2) {
            System.err.println("usage: Guard BASELINE CURRENT | --of MEASURED RATIOS");
            System.exit(UNUSABLE);
        }
        System.exit(run(Path.of(args[0]), Path.of(args[1]), System.out, System.err));
    }

    /** Writes the ratio of each name from lines of a name and what was measured; 2 if a file cannot be used. */
    static int summarise(Path measured, Path ratios, PrintStream err) {
        try {
            Map<String, List<Double>> values = new LinkedHashMap<>();
            for (String line : Files.readAllLines(measured)) {
                String[] fields = line.split(",", -1);
                values.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(Double.valueOf(fields[1]));
            }
            Ratio.write(
                    values.entrySet().stream()
                            .map(each -> Ratio.ofMiddle(
                                    each.getKey(),
                                    each.getValue().stream()
                                            .mapToDouble(value -> value)
                                            .toArray()))
                            .toList(),
                    ratios);
            return GOOD;
        } catch (IOException | IllegalArgumentException e) {
            err.println(e.getMessage());
            return UNUSABLE;
        }
    }

    /** 0 if nothing is worse, 1 if something is or is missing, 2 if a file cannot be used. */
    static int run(Path baseline, Path current, PrintStream out, PrintStream err) {
        try {
            return compare(Ratio.read(baseline), Ratio.read(current), out);
        } catch (NoSuchFileException e) {
            err.println(e.getMessage() + ": found no such file, expected ratios that bench/peers --ratios wrote");
        } catch (IOException | IllegalArgumentException e) {
            err.println(e.getMessage());
        }
        return UNUSABLE;
    }

    private static int compare(List<Ratio> baseline, List<Ratio> current, PrintStream out) {
        Map<String, Ratio> now = current.stream().collect(Collectors.toMap(Ratio::name, Function.identity()));
        int worse = 0;
        out.println("| ratio, ours over theirs | baseline | now | allowed | |");
        out.println("| --- | --- | --- | --- | --- |");
        for (Ratio before : baseline) {
            Ratio after = now.get(before.name());
            if (after == null) {
                worse++;
                out.println("| " + before.name() + " | " + number(before.value()) + " | | | MISSING |");
                continue;
            }
            double noise = Math.max(LEAST, before.noise() + after.noise());
            double allowed = before.value() * (1 + noise);
            boolean known = !Double.isNaN(noise);
            boolean fails = known && after.value() > allowed;
            worse += fails ? 1 : 0;
            out.println("| " + before.name() + " | " + number(before.value()) + " | " + number(after.value()) + " | "
                    + (known ? number(allowed) : "") + " | "
                    + (fails ? "WORSE" : known ? "" : "measured once, not judged") + " |");
        }
        out.println();
        out.println(worse == 0 ? "Nothing is worse than its noise." : worse + " worse than noise, or missing.");
        return worse == 0 ? GOOD : WORSE;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
