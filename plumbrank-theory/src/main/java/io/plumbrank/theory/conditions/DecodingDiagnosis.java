package io.plumbrank.theory.conditions;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.decode.OpenTies.Decoded;
import io.plumbrank.decode.OpenTies.Open;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether a ranker by pairs needs its decoder: how often the noise conditions hold for what it predicts, under which a cheap decoder
 * is exact, and what the measure is with each.
 *
 * @param measure what rankings are judged by
 * @param decoder of the model
 * @param cheapDecoder a rule without a search
 * @param condition under which the cheap decoder is exact
 * @param counts of queries
 * @param meanGap of the decoder, in the units of the measure
 * @param values of the measure
 */
public record DecodingDiagnosis(
        MeasureSpec measure,
        String decoder,
        String cheapDecoder,
        NoiseCondition condition,
        Counts counts,
        double meanGap,
        Values values)
        implements Diagnosis {
    /**
     * Of queries.
     *
     * @param queries how many there were
     * @param proven in how many the decoder proved its ranking to be the best for the predicted pairs
     * @param sameRanking in how many the cheap decoder gives the same ranking
     * @param conditions in how many the predictions, taken for expectations, obey each condition that speaks of the measure
     */
    public record Counts(int queries, int proven, int sameRanking, Map<NoiseCondition, Integer> conditions) {
        public Counts {
            conditions = Collections.unmodifiableMap(new EnumMap<>(conditions));
        }
    }

    /**
     * Of the measure.
     *
     * @param decoded with the model's decoder
     * @param cheap with the cheap decoder
     * @param sorted when items are sorted by the sum of their predicted preferences, or for average precision by u_ii
     */
    public record Values(double decoded, double cheap, double sorted) {}

    /** Differences of the measure below this are not worth a search. */
    private static final double NEGLIGIBLE = 5e-4;

    private static final double ROUNDING = 1e-9;

    /**
     * Decodes each query by the ranker's decoder and by the cheap one.
     *
     * @param ranker that scores pairs of items
     * @throws io.plumbrank.util.InputException if the file is not as it should be
     */
    public static DecodingDiagnosis of(Ranker ranker, MeasureSpec judged, QuerySource data, int threads) {
        Ranker.Pairs pairs = ranker.pairs().orElseThrow();
        PairRankingTarget<Query> target = pairs.target();
        PairRankingTarget<Query> cheap = target.byRule();
        Measure measure = judged.measure();
        DecodeLimits limits = ranker.limits();
        Sums sums = new Sums(measure, known(target));
        ranker.requireFeaturesOf(data);
        ranker.forEach(
                data,
                threads,
                query -> {
                    double[] u = ranker.outputs(query);
                    OpenTies ties = new OpenTies(target.index(), BlindOrder.of(query));
                    Open byRule = ties.rank(u, v -> cheap.decode(v, limits).ranking());
                    return new Line(
                            query,
                            target.decode(u, BlindOrder.of(query), limits),
                            conditions(target, u),
                            byRule,
                            sorted(target, ties, u, byRule));
                },
                sums::add);
        return new DecodingDiagnosis(
                judged,
                pairs.decoder(),
                cheap.decoder().text(),
                condition(target),
                new Counts(sums.queries, sums.proven, sums.same, sums.holds),
                sums.gap / sums.queries,
                new Values(sums.values[0] / sums.weight, sums.values[1] / sums.weight, sums.values[2] / sums.weight));
    }

    /** The condition under which the cheap decoder is exact: P_DAG, for average precision P_reinforce. */
    public static NoiseCondition condition(PairRankingTarget<?> target) {
        return target.antisymmetric() ? NoiseCondition.DAG : NoiseCondition.REINFORCE;
    }

    /** By the sums of preferences; the cheap decoder of average precision sorts itself. */
    private static Open sorted(PairRankingTarget<?> target, OpenTies ties, double[] u, Open byRule) {
        return target.antisymmetric()
                ? ties.rank(
                        u,
                        v -> OrderingDecoder.BORDA
                                .decode(v, DecodeLimits.defaults())
                                .ranking())
                : byRule;
    }

    private static Set<NoiseCondition> known(PairRankingTarget<?> target) {
        return target.antisymmetric()
                ? EnumSet.of(NoiseCondition.DAG, NoiseCondition.SCORES, NoiseCondition.LOW_NOISE)
                : EnumSet.of(NoiseCondition.REINFORCE);
    }

    /** Whether u, in the order of the target's α, obeys the condition under which the cheap decoder is exact. */
    public static boolean conditionHolds(PairRankingTarget<?> target, double[] u) {
        if (target.antisymmetric()) {
            return LinearOrdering.ofDifferences(u).isAcyclic(ROUNDING);
        }
        return NoiseConditions.reinforce(matrix(target, u)).isEmpty();
    }

    /**
     * All conditions that u, in the order of the target's α, obeys. For preferences these are P_DAG, P_f with the sum of an item's
     * preferences for f, and low noise, which both imply P_DAG. O(r³).
     */
    public static Set<NoiseCondition> conditions(PairRankingTarget<?> target, double[] u) {
        Set<NoiseCondition> obeyed = EnumSet.noneOf(NoiseCondition.class);
        if (!conditionHolds(target, u)) {
            return obeyed;
        }
        obeyed.add(condition(target));
        if (!target.antisymmetric()) {
            return obeyed;
        }
        double[][] d = matrix(target, u);
        double[] sums =
                Arrays.stream(d).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
        if (NoiseConditions.scores(d, sums).isEmpty()) {
            obeyed.add(NoiseCondition.SCORES);
        }
        if (LinearOrdering.ofDifferences(u).isLowNoise(ROUNDING)) {
            obeyed.add(NoiseCondition.LOW_NOISE);
        }
        return obeyed;
    }

    private static double[][] matrix(PairRankingTarget<?> target, double[] u) {
        int items = target.index().items(u.length);
        double[][] matrix = new double[items][items];
        target.index().forEach(items, (i, j, at) -> {
            matrix[i][j] = u[at];
            matrix[j][i] = target.antisymmetric() ? 0.0 - u[at] : u[at];
        });
        return matrix;
    }

    /** What {@link #conditionHolds(PairRankingTarget, double[])} asks, in a few words. */
    public static String conditionText(PairRankingTarget<?> target) {
        return target.antisymmetric() ? "predicted preferences without circles" : "predictions that obey P_reinforce";
    }

    /** In how many queries the condition holds under which the cheap decoder is exact. */
    public int conditionHolds() {
        return holds(condition);
    }

    private int holds(NoiseCondition one) {
        return counts.conditions.getOrDefault(one, 0);
    }

    /** Whether the cheap decoder would have done: its measure is about as good. */
    public boolean cheapIsEnough() {
        return worse(values.cheap) < NEGLIGIBLE;
    }

    private double worse(double value) {
        return measure.largerIsBetter() ? values.decoded - value : value - values.decoded;
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> conditions = new LinkedHashMap<>();
        counts.conditions.forEach((each, queries) -> conditions.put(each.text(), queries));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("measure", measure.typed());
        facts.put("decoder", decoder);
        facts.put("queries", counts.queries);
        facts.put("meanGap", meanGap);
        facts.put("proven", counts.proven);
        facts.put("condition", condition.text());
        facts.put("conditionHolds", conditionHolds());
        facts.put("conditions", conditions);
        facts.put("cheapDecoder", cheapDecoder);
        facts.put("sameRanking", counts.sameRanking);
        facts.put("value", values.decoded);
        facts.put("valueCheap", values.cheap);
        facts.put("valueSorted", values.sorted);
        facts.put("cheapIsEnough", cheapIsEnough());
        facts.put("sentences", sentences());
        return facts;
    }

    @Override
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        boolean map = condition == NoiseCondition.REINFORCE;
        sentences.add(of(conditionHolds())
                + (map ? " the predictions obey P_reinforce" : " the predicted preferences run in no circle")
                + ": there decoder " + cheapDecoder + " is exact (RAT13, Theorem " + (map ? 4 : 7) + ").");
        if (!map) {
            sentences.add(of(holds(NoiseCondition.SCORES))
                    + " they agree with their sums (P_f): there sorting by the sums is exact (RAT13, Theorem 6). "
                    + of(holds(NoiseCondition.LOW_NOISE))
                    + " they are of low noise (DMJ10, Definition 8).");
        }
        sentences.add(
                of(counts.sameRanking) + " decoder " + cheapDecoder + " gives the same ranking as decoder " + decoder
                        + "; " + measure.typed() + " is "
                        + number(values.cheap) + " with it and " + number(values.decoded) + " with " + decoder
                        + (map
                                ? "."
                                : ", and " + number(values.sorted)
                                        + " when items are sorted by their predicted preferences added up."));
        sentences.add(of(counts.proven) + " decoder " + decoder
                + " proved its ranking the best for the predicted pairs; the mean gap is " + number(meanGap) + ".");
        sentences.add(
                cheapIsEnough()
                        ? "So the cheap decoder would have been enough: decoder " + cheapDecoder + "."
                        : "So the search is worth its time.");
        if (worse(values.sorted) < NEGLIGIBLE) {
            sentences.add("Sorting is as good too: a surrogate of scores, such as squared, may do.");
        }
        return sentences;
    }

    private String of(int count) {
        return "In " + count + " of " + counts.queries + " queries";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private record Line(Query query, Decoded decoded, Set<NoiseCondition> obeyed, Open cheap, Open sorted) {}

    private static final class Sums {
        private final Measure measure;
        private final double[] values = new double[3];
        private double weight;
        private double gap;
        private int queries;
        private int proven;
        private final Map<NoiseCondition, Integer> holds = new EnumMap<>(NoiseCondition.class);
        private int same;

        Sums(Measure measure, Set<NoiseCondition> known) {
            this.measure = measure;
            known.forEach(condition -> holds.put(condition, 0));
        }

        void add(Line line) {
            queries++;
            gap += line.decoded.result().gap();
            proven += line.decoded.result().isOptimal() ? 1 : 0;
            line.obeyed.forEach(condition -> holds.merge(condition, 1, Integer::sum));
            same += line.decoded.open().ranking().equals(line.cheap.ranking()) ? 1 : 0;
            List<Open> rankings = List.of(line.decoded.open(), line.cheap, line.sorted);
            Judgements known = Judgements.of(line.query);
            boolean counts = false;
            for (int k = 0; k < values.length; k++) {
                JudgedList list = known.rankedBy(rankings.get(k).scores());
                double value = measure.evaluate(list);
                if (!Double.isNaN(value)) {
                    values[k] += measure.share(list, value, line.query.weight());
                    counts = true;
                }
            }
            weight += counts ? line.query.weight() : 0;
        }
    }
}
