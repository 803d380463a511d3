package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.settings.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Measures in many variants, and random queries to try them on. */
final class TestSpecs {
    /** Every measure with every value of every key, a few cut-offs and thresholds; ties are averaged. */
    static final List<MeasureSpec> AVERAGED = averaged();

    private TestSpecs() {}

    private static List<MeasureSpec> averaged() {
        List<String> texts = new ArrayList<>(List.of("eru(v=0,w=2)", "eru(v=1,w=5)", "eru(v=-0.5,w=1.5)"));
        for (MeasureKind kind : MeasureKinds.ALL) {
            for (int cut : cuts(kind, 1, 2, 3, 5, 9)) {
                List<List<String>> keys =
                        kind.keys(cut > 0).stream().map(TestSpecs::values).toList();
                int combinations = keys.stream().mapToInt(List::size).reduce(1, (m, n) -> m * n);
                for (int i = 0; i < combinations; i++) {
                    List<String> chosen = new ArrayList<>();
                    int rest = i;
                    for (List<String> values : keys) {
                        chosen.add(values.get(rest % values.size()));
                        rest /= values.size();
                    }
                    // what empty queries count is tried by turns, not with all else
                    String empty = "empty=" + words(Key.EMPTY).get(i % 4);
                    chosen.replaceAll(each -> each.startsWith("empty=") ? empty : each);
                    texts.add(text(kind, cut, inParentheses(chosen)));
                }
            }
        }
        return texts.stream().map(MeasureSpec::parse).toList();
    }

    /** What the tests try of a key. */
    private static List<String> values(Key<?> key) {
        List<String> values = switch (key.name()) {
            case "ties" -> List.of("average");
            case "empty" -> List.of("zero");
            case "weight" -> List.of("unit", "difference"); // no preferences here
            case "rel" -> List.of("1", "2", ">0", ">0.5", "0");
            case "max" -> List.of("4", "3.5");
            default -> words(key);
        };
        return values.stream().map(value -> key.name() + "=" + value).toList();
    }

    private static <T> List<String> words(Key<T> key) {
        return key.possible().isEmpty()
                ? List.of(key.example())
                : key.possible().stream().map(key.writer()).toList();
    }

    /** Those of a measure, with 0 where it may have none. */
    private static List<Integer> cuts(MeasureKind kind, Integer... some) {
        Stream<Integer> none = kind.cutoff() == MeasureKind.Cutoff.NEEDED ? Stream.of() : Stream.of(0);
        return Stream.concat(none, kind.cutoff() == MeasureKind.Cutoff.NONE ? Stream.of() : Stream.of(some))
                .toList();
    }

    private static String text(MeasureKind kind, int cut, String keys) {
        return kind.name() + (cut > 0 ? "@" + cut : "") + keys;
    }

    private static String inParentheses(List<String> keys) {
        return keys.isEmpty() ? "" : "(" + String.join(",", keys) + ")";
    }

    /** The keys that a text must give, with the values that messages show. */
    static String neededKeys(MeasureKind kind) {
        return inParentheses(kind.keys().stream()
                .filter(key -> key.standard() == null)
                .map(key -> key.name() + "=" + key.example())
                .toList());
    }

    /** One of each measure, cut and not, in our conventions and on grades up to 3. */
    static List<MeasureSpec> ours() {
        List<String> texts = new ArrayList<>(List.of("eru(v=1,w=5)", "pd(weight=difference)"));
        for (MeasureKind kind : MeasureKinds.ALL) {
            cuts(kind, 3).forEach(cut -> texts.add(text(kind, cut, neededKeys(kind))));
        }
        return texts.stream()
                .map(text -> MeasureSpec.parse(text).withMaxGrade(3))
                .toList();
    }

    /** A query of up to {@code most} retrieved items with many ties, unjudged, unretrieved and badly graded items. */
    static Textbook.Case random(long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = Math.max(random.nextInt(most + 1), random.nextInt(most + 1));
        int distinct = 1 + Math.min(random.nextInt(most), random.nextInt(most)); // few, so that tied groups are large
        double[] pool =
                random.nextInt(4) == 0 ? new double[] {0, 0, 1} : new double[] {-1, 0, 0, 0.5, 1, 1, 1.7, 2, 3, 3.5};
        boolean unjudged = random.nextBoolean();
        double[] scores = new double[n];
        double[] grades = new double[n];
        for (int i = 0; i < n; i++) {
            scores[i] = random.nextInt(distinct);
            grades[i] = unjudged && random.nextInt(4) == 0 ? Double.NaN : pool[random.nextInt(pool.length)];
        }
        double[] unretrieved = new double[random.nextInt(3)];
        for (int i = 0; i < unretrieved.length; i++) {
            unretrieved[i] = pool[random.nextInt(pool.length)];
        }
        return new Textbook.Case(scores, grades, unretrieved);
    }

    /** Equal up to rounding, NaN equal to NaN. */
    static void assertSame(double value, double expected, MeasureSpec spec, Object query) {
        if (Double.isNaN(expected)) {
            assertThat(value).as("%s of %s", spec, query).isNaN();
        } else {
            assertThat(value).as("%s of %s", spec, query).isCloseTo(expected, within(1e-12));
        }
    }
}
