package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What training saw of the features, so that other data can be compared with it. Of wide data it keeps the {@value #MOST}
 * features that the model goes by most.
 *
 * @param count how many features were present in some row
 * @param first the smallest number of these
 * @param last the largest number of these
 * @param features those that are kept, by number
 */
public record FeatureSummary(int count, int first, int last, List<Feature> features) {
    /** Keeps the summary below a hundred kilobytes. */
    static final int MOST = 1000;

    /** Enough to tell a range or a share that is far off, and short in the file. */
    private static final int DIGITS = 4;

    /**
     * One feature.
     *
     * @param number as in the data
     * @param present in which share of the rows; without those where it is 0, if rows leave out zeros
     * @param low no value was smaller, to {@value #DIGITS} digits
     * @param high no value was larger, to {@value #DIGITS} digits
     */
    public record Feature(int number, double present, double low, double high) {}

    public FeatureSummary {
        features = List.copyOf(features);
    }

    /** @param influence how much the model goes by each feature, in any unit */
    static FeatureSummary of(FeatureTally tally, double[] influence) {
        List<Integer> seen = IntStream.of(tally.features()).boxed().toList();
        List<Integer> kept = seen;
        if (seen.size() > MOST) {
            Comparator<Integer> most = Comparator.comparingDouble(j -> -at(influence, j));
            kept = seen.stream()
                    .sorted(most.thenComparing(Comparator.naturalOrder()))
                    .limit(MOST)
                    .sorted()
                    .toList();
        }
        return new FeatureSummary(
                seen.size(),
                seen.isEmpty() ? 0 : seen.get(0),
                seen.isEmpty() ? 0 : seen.get(seen.size() - 1),
                kept.stream()
                        .map(j -> new Feature(
                                j,
                                rounded(tally.share(j), RoundingMode.HALF_EVEN),
                                rounded(tally.low(j), RoundingMode.FLOOR),
                                rounded(tally.high(j), RoundingMode.CEILING)))
                        .toList());
    }

    private static double at(double[] values, int index) {
        return index < values.length ? values[index] : 0;
    }

    private static double rounded(double value, RoundingMode mode) {
        // JSON has no infinity
        double finite = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
        return new BigDecimal(finite).round(new MathContext(DIGITS, mode)).doubleValue();
    }

    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("features");
        json.writeNumberField("count", count);
        json.writeNumberField("first", first);
        json.writeNumberField("last", last);
        int[] numbers = features.stream().mapToInt(Feature::number).toArray();
        json.writeFieldName("numbers");
        json.writeArray(numbers, 0, numbers.length);
        array("present", features.stream().mapToDouble(Feature::present).toArray(), json);
        array("low", features.stream().mapToDouble(Feature::low).toArray(), json);
        array("high", features.stream().mapToDouble(Feature::high).toArray(), json);
        json.writeEndObject();
    }

    private static void array(String name, double[] values, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    /** @throws IllegalArgumentException if it is damaged */
    static FeatureSummary read(Fields json) {
        int[] numbers = json.ints("numbers");
        double[] present = json.numbers("present");
        double[] low = json.numbers("low");
        double[] high = json.numbers("high");
        if (present.length != numbers.length || low.length != numbers.length || high.length != numbers.length) {
            throw new IllegalArgumentException("the lists of 'features' have different lengths");
        }
        List<Feature> features = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] < 0 || (i > 0 && numbers[i] <= numbers[i - 1])) {
                throw new IllegalArgumentException("the numbers of 'features' are not ascending");
            }
            if (!(present[i] >= 0 && present[i] <= 1 && low[i] <= high[i])) {
                throw new IllegalArgumentException("feature " + numbers[i] + " of 'features' has no share or no range");
            }
            features.add(new Feature(numbers[i], present[i], low[i], high[i]));
        }
        FeatureSummary summary =
                new FeatureSummary(json.size("count"), json.size("first"), json.size("last"), features);
        summary.requireTrue();
        return summary;
    }

    /** All features are kept up to {@value #MOST} of them, and so many of more; the first and the last are those of all. */
    private void requireTrue() {
        int kept = features.size();
        boolean counted = kept == Math.min(count, MOST);
        boolean ends = kept == 0
                ? first == 0 && last == 0
                : kept < count
                        ? first <= features.get(0).number()
                                && last >= features.get(kept - 1).number()
                        : first == features.get(0).number()
                                && last == features.get(kept - 1).number();
        if (!counted || !ends) {
            throw new IllegalArgumentException("'features' has " + kept + " numbers, and says that there are " + count
                    + " from " + first + " to " + last);
        }
    }
}
