package io.plumbrank.target.rankings;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PairWeight;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LowRankLoss;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Promises;
import io.plumbrank.target.Vectors;
import io.plumbrank.util.DidYouMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Kendall's tau, Spearman's rho or pairwise disagreement of rankings of a fixed set of r labels. What is true of an instance
 * is the position of each label: 1 is the best, equal positions are a tie, NaN is not known. The measure counts the labels
 * whose positions are known. {@link LabelPairs} writes its shortfall as
 * ℓ(y,σ) = Σ_{i&lt;j} α_ij 1(σ(i) &gt; σ(j)) + const(y).
 *
 * <p><b>Pairs</b> regress on α ∈ R^{r(r−1)/2} and decode by linear ordering. With β_σ ∈ {0,1}^{r(r−1)/2} that is the structure of
 * RAT13, Theorem 3: calibrated for every distribution if the decoder is exact, with D = √(r(r−1)/2), the distance of a ranking
 * and its reverse; with Algorithm 1 over P_DAG (Theorem 7).
 *
 * <p><b>Scores</b> regress on the net out-weights f_i = Σ_j α_ij and sort: calibrated over P_f (Theorem 6). Where no position is
 * unknown and α_ij = c_i − c_j, as for Spearman and for difference weights, P_f always holds, and
 * ℓ = −Σ_i f_i φ(σ(i)) + const with φ(k) = (r − k)/r is itself low-rank: D = √Σ_k (φ(k) − φ(r+1−k))² = √((r²−1)/(3r)). Else r
 * scores are fewer than the dimension of the loss and do not hold the whole of it, and the guarantee names P_f.
 *
 * @param measure {@code kendall}, {@code spearman} or {@code pd}
 * @param labels r ≥ 2
 * @param form what is regressed on
 * @param decoder of pairs
 * @param complete whether all positions are known in every label there is
 */
public record LabelRankingTarget(MeasureSpec measure, int labels, Form form, OrderingDecoder decoder, boolean complete)
        implements LowRankLoss<double[], Ranking> {
    private static final List<OrderingDecoder> DECODERS = Decoder.ofPredictions(OrderingDecoder.values());

    /** What is regressed on. */
    public enum Form {
        /** One number per pair of labels. */
        PAIRS,
        /** One number per label. */
        SCORES;

        /** The name of least squares on it: {@code pairs} or {@code squared}. */
        public String surrogate() {
            return this == PAIRS ? "pairs" : "squared";
        }

        /**
         * The form of a surrogate.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Form ofSurrogate(String word) {
            return switch (word.strip().toLowerCase(Locale.ROOT)) {
                case "pairs" -> PAIRS;
                case "squared" -> SCORES;
                default ->
                    throw new IllegalArgumentException(
                            "the surrogate of label rankings is auto, pairs or squared, not '" + word + "'");
            };
        }
    }

    /** @throws IllegalArgumentException for another measure or decoder, or fewer than two labels */
    public LabelRankingTarget {
        LabelPairs.requireMeasure(measure);
        if (labels < 2) {
            throw new IllegalArgumentException("a ranking needs at least 2 labels, got " + labels);
        }
        if (!DECODERS.contains(decoder)) {
            throw noDecoder(decoder.text());
        }
    }

    /**
     * The decoder of a word.
     *
     * @throws IllegalArgumentException if there is none for pairs of labels
     */
    public static OrderingDecoder decoder(String word) {
        String wanted = word.strip().toLowerCase(Locale.ROOT);
        return DECODERS.stream()
                .filter(each -> each.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> noDecoder(word));
    }

    private static IllegalArgumentException noDecoder(String word) {
        List<String> words = Decoder.texts(DECODERS);
        String hint = DidYouMean.hint(word, words);
        return new IllegalArgumentException("the decoder of pairs of labels is " + String.join(", ", words) + ", not '"
                + word + "'" + (hint.isEmpty() ? "; to sort by scores, take the surrogate squared" : hint));
    }

    /** The same with another decoder of pairs. */
    public LabelRankingTarget decodedBy(OrderingDecoder other) {
        return new LabelRankingTarget(measure, labels, form, other, complete);
    }

    /**
     * The length of α: r(r−1)/2 for pairs, r for scores.
     *
     * @throws IllegalArgumentException if no array is so long
     */
    public int encodedSize() {
        return form == Form.PAIRS ? PairIndex.STRICT.size(labels) : labels;
    }

    /**
     * The affine dimension of the loss: r − 1 where α_ij = c_i − c_j for all labels, else r(r−1)/2, since the orders of pairs are
     * independent of each other as functions of the ranking, and labels of which two positions are known speak of one pair each.
     */
    public long dimension() {
        return isAdditive() ? labels - 1 : PairIndex.STRICT.count(labels);
    }

    /** Whether α_ij = c_i − c_j for all labels. */
    private boolean isAdditive() {
        return complete && LabelPairs.isAdditive(measure);
    }

    @Override
    public int encodedSize(double[] positions) {
        return encodedSize();
    }

    @Override
    public int dimension(double[] positions) {
        return Math.toIntExact(dimension());
    }

    /** How rankings are found, in words: {@code sort, O(r log r)}. */
    public String decoding() {
        if (form == Form.SCORES) {
            return "sort, O(r log r)";
        }
        return decoder.text() + ", " + decoder.promise().cost();
    }

    /** Writes α, or the net out-weights; zeros where nothing is known. O(r²). */
    @Override
    public void encodeInto(double[] positions, double[] alpha) {
        double[] pairs = LabelPairs.of(measure, positions);
        if (form == Form.PAIRS) {
            System.arraycopy(pairs, 0, alpha, 0, pairs.length);
            return;
        }
        Arrays.fill(alpha, 0, labels, 0);
        PairIndex.STRICT.forEach(labels, (i, j, at) -> {
            alpha[i] += pairs[at];
            alpha[j] -= pairs[at];
        });
    }

    /**
     * pred(u): the ranking of the labels, 0-based; of equal scores the first label.
     *
     * @throws IllegalArgumentException if u is not finite
     */
    @Override
    public Ranking decode(double[] u) {
        return decode(u, result -> {});
    }

    private Ranking decode(double[] u, Consumer<DecodeResult> decoded) {
        Vectors.requireSize(u, encodedSize());
        if (form == Form.SCORES) {
            return Ranking.byScores(u);
        }
        Ranking agreeing = agreeing(u);
        if (agreeing != null) {
            return agreeing;
        }
        DecodeResult result = decoder.decode(u, DecodeLimits.defaults());
        decoded.accept(result);
        return result.ranking();
    }

    /**
     * pred(u), so that the places of labels decide nothing; labels that u does not tell apart have equal scores.
     *
     * @param order the labels in the order that decides what u leaves open, such as {@link io.plumbrank.data.BlindOrder}
     */
    public OpenTies.Open decode(double[] u, int[] order) {
        return decode(u, order, result -> {});
    }

    /**
     * {@link #decode(double[], int[])}, which tells what a decoder that had to work knows of its ranking.
     *
     * @param decoded called at most once
     */
    public OpenTies.Open decode(double[] u, int[] order, Consumer<DecodeResult> decoded) {
        if (form == Form.PAIRS) {
            return new OpenTies(PairIndex.STRICT, order).rank(u, numbered -> decode(numbered, decoded));
        }
        Vectors.requireSize(u, encodedSize());
        boolean alike = Arrays.stream(u).map(score -> score + 0.0).distinct().count() < u.length;
        return new OpenTies.Open(Ranking.byScores(u, () -> order), u, alike);
    }

    /**
     * The ranking that contradicts no pair, if there is one and no pair is tied: r labels beat 0 … r − 1 others, each number
     * once, if and only if their tournament has no cycle. O(r²).
     */
    private @Nullable Ranking agreeing(double[] u) {
        int[] losses = new int[labels];
        for (int i = 0; i < labels; i++) {
            int row = PairIndex.STRICT.row(i, labels);
            for (int j = i + 1; j < labels; j++) {
                if (u[row + j] == 0) {
                    return null;
                }
                losses[u[row + j] > 0 ? j : i]++;
            }
        }
        int[] items = new int[labels];
        boolean[] taken = new boolean[labels];
        for (int i = 0; i < labels; i++) {
            if (taken[losses[i]]) {
                return null;
            }
            taken[losses[i]] = true;
            items[losses[i]] = i;
        }
        return Ranking.ofItems(items);
    }

    /** What the measure of the ranking falls short of the best for the same positions. O(r²). */
    @Override
    public double loss(double[] positions, Ranking ranking) {
        return LabelPairs.contradicted(LabelPairs.of(measure, positions), ranking);
    }

    /** The same from the α of {@link Form#PAIRS}, for who has it at hand. */
    public static double lossOfPairs(double[] pairs, Ranking ranking) {
        return LabelPairs.contradicted(pairs, ranking);
    }

    /** The same in the mean over all orders of labels with equal scores. */
    public static double lossOfPairs(double[] pairs, double[] scores) {
        return LabelPairs.contradicted(pairs, scores);
    }

    /** The measure of a ranking on the labels whose positions are known; NaN where it does not count. O(r log r). */
    public double value(double[] positions, Ranking ranking) {
        return value(positions, ranking.asScores());
    }

    /** The same of scores, whose ties are as the measure has them. */
    public double value(double[] positions, double[] scores) {
        int[] known = IntStream.range(0, scores.length)
                .filter(label -> !Double.isNaN(positions[label]))
                .toArray();
        if (known.length < 2) {
            return Double.NaN;
        }
        double[] grades =
                IntStream.of(known).mapToDouble(label -> -positions[label]).toArray();
        double[] ofKnown =
                IntStream.of(known).mapToDouble(label -> scores[label]).toArray();
        return measure.measure().evaluate(JudgedList.ofScores(ofKnown, grades));
    }

    @Override
    public Guarantee guarantee() {
        if (form == Form.PAIRS) {
            return ofPairs();
        }
        if (isAdditive()) {
            return Promises.exact(Math.sqrt((labels * (double) labels - 1) / (3.0 * labels)));
        }
        return new Guarantee(
                Calibration.UNDER_CONDITION,
                "RAT13, Theorem 6",
                NoiseCondition.SCORES.words(meaning(true)),
                null,
                Promises.OVER,
                List.of(
                        "the best where the condition fails; the surrogate pairs needs no condition (RAT13, Theorem 3).",
                        "a rate: no bound on the regret holds for all distributions that obey the condition.",
                        Promises.FUNCTION_CLASS));
    }

    /** What y_ij is in noise conditions, and f where it matters. */
    private String meaning(boolean scores) {
        return switch (measure.structure()) {
            case PAIR_SHARE -> PairScale.SHARE.meaning(measure.pairWeight() == PairWeight.UNIT, scores);
            case PAIR_CORRELATION -> PairScale.CORRELATION.meaning(true, scores);
            default ->
                ", where y_ij is how many ranks i is above j, scaled to the spread of the known ranks, else 0"
                        + (scores ? ", and f_i = Σ_j (y_ij − y_ji)" : "");
        };
    }

    private Guarantee ofPairs() {
        Guarantee exact = Promises.exact(Math.sqrt(labels * (labels - 1.0) / 2));
        Guarantee guarantee = Promises.decoded(
                decoder,
                exact,
                meaning(false),
                "the best where the condition fails; the exact decoder needs no condition.",
                "",
                exact.notPromised());
        if (guarantee.calibration() != Calibration.ALWAYS || labels <= OrderingDecoder.PROVEN_ITEMS) {
            return guarantee;
        }
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        notPromised.add("the best ranking for the predicted pairs where decoder " + decoder
                + " does not prove it in its " + DecodeLimits.DEFAULT_STEPS + " steps, which can happen from "
                + (OrderingDecoder.PROVEN_ITEMS + 1) + " labels on.");
        return guarantee.with(guarantee.bound(), notPromised);
    }
}
