package io.plumbrank.theory.conditions;

import io.plumbrank.data.PairIndex;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Noise conditions as predicates on distributions of labels: works out the expectations that {@link NoiseConditions} looks at.
 * Thread-safe.
 *
 * <pre>{@code
 * ConditionTest<double[]> test = ConditionTest.ofPairs(4, DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SHARE));
 * test.breach(NoiseCondition.DAG, distribution); // empty where it holds, else a witness
 * }</pre>
 */
public final class ConditionTest<Y> {
    private final int items;
    private final Set<NoiseCondition> known;
    private final BiConsumer<? super Y, double[]> scores;
    private final BiConsumer<? super Y, double[]> matrix;
    private final Function<NoiseCondition, String> words;
    private final Function<LabelDistribution<Y>, Optional<Breach>> missing;
    private final Map<Y, double[]> matrices = new ConcurrentHashMap<>();

    /** @param missing where positions are not missing at random, which all conditions ask for */
    private ConditionTest(
            int items,
            Set<NoiseCondition> known,
            BiConsumer<? super Y, double[]> scores,
            BiConsumer<? super Y, double[]> matrix,
            Function<NoiseCondition, String> words,
            Function<LabelDistribution<Y>, Optional<Breach>> missing) {
        this.missing = missing;
        this.items = items;
        this.known = known;
        this.scores = scores;
        this.matrix = matrix;
        this.words = words;
    }

    /** For targets that no condition is about: knows none. */
    public static <Y> ConditionTest<Y> none(int items) {
        return new ConditionTest<>(
                items, Set.of(), (y, f) -> {}, (y, u) -> {}, NoiseCondition::words, p -> Optional.empty());
    }

    /** Low noise, P_DAG, and P_f with the target's own scores, for a loss that is a sum over pairs. */
    public static <Y> ConditionTest<Y> ofPairs(int items, DisagreementScores<Y> target) {
        return new ConditionTest<>(
                items,
                EnumSet.of(NoiseCondition.LOW_NOISE, NoiseCondition.DAG, NoiseCondition.SCORES),
                target::encodeInto,
                balance(items, target::differencesInto),
                target::words,
                p -> Optional.empty());
    }

    /** A copy with P_f for other scores, and what it says then. */
    public ConditionTest<Y> withScores(BiConsumer<? super Y, double[]> others, String says) {
        return new ConditionTest<>(
                items,
                known,
                others,
                matrix,
                condition -> condition == NoiseCondition.SCORES ? says : words.apply(condition),
                missing);
    }

    /**
     * Low noise, P_DAG, and P_f with sums of pairs, for rankings of labels.
     *
     * @param pairs writes what each pair of a label counts, in the order of {@link PairIndex#STRICT}
     */
    public static <Y> ConditionTest<Y> ofLabelRankings(
            int items, BiConsumer<? super Y, double[]> pairs, Function<NoiseCondition, String> words) {
        BiConsumer<Y, double[]> balance = balance(items, pairs);
        return new ConditionTest<>(
                items,
                EnumSet.of(NoiseCondition.LOW_NOISE, NoiseCondition.DAG, NoiseCondition.SCORES),
                (label, f) -> {
                    double[] d = new double[items * items];
                    balance.accept(label, d);
                    Arrays.setAll(
                            f, i -> Arrays.stream(d, i * items, (i + 1) * items).sum());
                },
                balance,
                words,
                p -> Optional.empty());
    }

    /** The same with positions that are missing at random, beside which no other condition says anything. */
    public ConditionTest<Y> missingAtRandom(Function<LabelDistribution<Y>, Optional<Breach>> test) {
        Set<NoiseCondition> all = EnumSet.of(NoiseCondition.RANDOM);
        all.addAll(known);
        return new ConditionTest<>(items, all, scores, matrix, words, test);
    }

    /** P_reinforce, for average precision: u_ij = y_i y_j / N is α_i where both are relevant. */
    public static <Y> ConditionTest<Y> ofAveragePrecision(int items, RankingTarget<Y> target) {
        return new ConditionTest<>(
                items,
                EnumSet.of(NoiseCondition.REINFORCE),
                target::encodeInto,
                (label, u) -> companyInto(items, target, label, u),
                condition -> target.conditionWords().orElse(condition.words()),
                p -> Optional.empty());
    }

    private static <Y> BiConsumer<Y, double[]> balance(int items, BiConsumer<? super Y, double[]> pairs) {
        return (label, d) -> {
            double[] differences = new double[PairIndex.STRICT.size(items)];
            pairs.accept(label, differences);
            PairIndex.STRICT.forEach(items, (i, j, at) -> {
                d[i * items + j] = differences[at];
                d[j * items + i] = 0.0 - differences[at];
            });
        };
    }

    private static <Y> void companyInto(int items, RankingTarget<Y> target, Y label, double[] u) {
        double[] alpha = new double[items];
        target.encodeInto(label, alpha);
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                u[i * items + j] = alpha[j] > 0 ? alpha[i] : 0;
            }
        }
    }

    /** What a condition says of the labels as the target encodes them, in words that complete "if …". */
    public String words(NoiseCondition condition) {
        return words.apply(condition);
    }

    /** The conditions that this can tell of. */
    public Set<NoiseCondition> known() {
        return Set.copyOf(known);
    }

    /** Where p breaks a {@link #known} condition; empty where it obeys. */
    public Optional<Breach> breach(NoiseCondition condition, LabelDistribution<Y> p) {
        if (!known.contains(condition)) {
            throw new IllegalArgumentException("condition '" + condition + "' says nothing of this target"
                    + (known.isEmpty() ? "; it needs none" : "; possible: " + known));
        }
        Optional<Breach> lost = missing.apply(p);
        if (lost.isPresent()) {
            return lost;
        }
        return switch (condition) {
            case RANDOM -> Optional.empty();
            case LOW_NOISE -> NoiseConditions.lowNoise(expected(p));
            case DAG -> NoiseConditions.acyclic(expected(p));
            case SCORES -> NoiseConditions.scores(expected(p), p.mean(items, scores));
            case REINFORCE -> NoiseConditions.reinforce(expected(p));
        };
    }

    private double[][] expected(LabelDistribution<Y> p) {
        double[] flat = p.mean(
                items * items,
                (label, into) -> System.arraycopy(
                        matrices.computeIfAbsent(label, y -> {
                            double[] made = new double[items * items];
                            matrix.accept(y, made);
                            return made;
                        }),
                        0,
                        into,
                        0,
                        items * items));
        double[][] rows = new double[items][items];
        for (int i = 0; i < items; i++) {
            System.arraycopy(flat, i * items, rows[i], 0, items);
        }
        return rows;
    }
}
