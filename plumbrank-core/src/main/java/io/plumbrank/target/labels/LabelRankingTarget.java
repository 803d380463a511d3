package io.plumbrank.target.labels;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LowRankLoss;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Vectors;
import io.plumbrank.util.internal.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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
 * <p><b>{@link Missing#RANDOM}</b> means that the positions are some of those of a full ranking without ties, lost without regard to it once the
 * features are given. A pair's sign then has the same mean among the rows that know it as among all, so least squares on those rows
 * aim at the α of the full ranking. Both forms regress on pairs there, and scores are their sums, f_i = Σ_j u_ij: the scores of
 * a row that does not know all pairs are themselves not known. For Spearman the sums are the whole loss: its shortfall is
 * −½ Σ_{i&lt;j} α_ij (b_i − b_j) + const with b_i labels below i, so that sorting is exact, and D = √(r²(r²−1)/12).
 *
 * @param measure {@code kendall}, {@code spearman} or {@code pd}
 * @param labels r ≥ 2
 * @param form what is regressed on
 * @param decoder of pairs
 * @param complete whether all positions are known in every label there is, as they are where those that are missing are at the bottom
 * @param missing what a position means that is not known; {@link Missing#LABEL} where there is none
 */
public record LabelRankingTarget(
        MeasureSpec measure, int labels, Form form, Decoder<?> decoder, boolean complete, Missing missing)
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

        /** @throws IllegalArgumentException if it is no surrogate of label rankings */
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
        if (missing == Missing.AUTO
                || (missing == Missing.RANDOM && complete)
                || (missing == Missing.BOTTOM && !complete)) {
            throw new IllegalArgumentException("missing is " + missing.text() + " with complete " + complete);
        }
        if (missing == Missing.RANDOM || missing == Missing.BOTTOM) {
            requireSigns(measure);
        }
    }

    /** Where unknown pairs are the label's own. */
    public LabelRankingTarget(MeasureSpec measure, int labels, Form form, Decoder<?> decoder, boolean complete) {
        this(measure, labels, form, decoder, complete, Missing.LABEL);
    }

    /** Whether a measure's pairs are known by their order alone, or for Spearman their sums are. */
    public static boolean takesSigns(MeasureSpec measure) {
        return LabelPairs.isSpearman(measure) || !LabelPairs.isAdditive(measure);
    }

    /** @throws IllegalArgumentException unless the order of pairs alone tells those of a full ranking */
    public static void requireSigns(MeasureSpec measure) {
        if (!takesSigns(measure)) {
            throw new IllegalArgumentException(
                    "missing at random or at the bottom needs a measure of the order of pairs: kendall, spearman or pd, not '"
                            + measure.typed() + "', which counts how far apart positions are");
        }
    }

    /** @throws IllegalArgumentException if the word names no decoder for pairs of labels */
    public static Decoder<?> decoder(String word) {
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

    public LabelRankingTarget decodedBy(Decoder<?> other) {
        return new LabelRankingTarget(measure, labels, form, other, complete, missing);
    }

    boolean isRandom() {
        return missing == Missing.RANDOM;
    }

    /** Whether the ranking is by sums of pairs. */
    private boolean sortsSums() {
        return isRandom() && (form == Form.SCORES || LabelPairs.isSpearman(measure));
    }

    /** Which numbers of α are known; all, unless what is missing is so at random. */
    public boolean[] known(double[] positions) {
        if (isRandom()) {
            return LabelPairs.known(positions);
        }
        boolean[] all = new boolean[encodedSize()];
        Arrays.fill(all, true);
        return all;
    }

    /** The length of α: r(r−1)/2 for pairs and where positions are missing at random, else r for scores. */
    public int encodedSize() {
        return form == Form.PAIRS || isRandom() ? PairIndex.STRICT.size(labels) : labels;
    }

    /**
     * The affine dimension of the loss: r − 1 where α_ij = c_i − c_j for all labels, else r(r−1)/2, since the orders of pairs are
     * independent of each other as functions of the ranking, and labels of which two positions are known speak of one pair each.
     */
    public long dimension() {
        return isAdditive() ? labels - 1 : PairIndex.STRICT.count(labels);
    }

    /** Whether α_ij = c_i − c_j for all labels. */
    boolean isAdditive() {
        return (complete || isRandom()) && LabelPairs.isAdditive(measure);
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
        if (sortsSums()) {
            return "sort by sums of pairs, O(r²)";
        }
        if (form == Form.SCORES) {
            return "sort, O(r log r)";
        }
        return decoder.text() + ", " + decoder.promise().cost();
    }

    /** Writes α, or the net out-weights; zeros where nothing is known. O(r²). */
    @Override
    public void encodeInto(double[] positions, double[] alpha) {
        double[] pairs = isRandom() ? LabelPairs.ofFull(measure, positions) : LabelPairs.of(measure, positions);
        double[] all = form == Form.PAIRS || isRandom() ? pairs : LabelPairs.sums(pairs, labels);
        System.arraycopy(all, 0, alpha, 0, all.length);
    }

    /** pred(u): the ranking of the labels, 0-based; of equal scores the first label. */
    @Override
    public Ranking decode(double[] u) {
        return decode(u, result -> {});
    }

    private Ranking decode(double[] u, Consumer<DecodeResult> decoded) {
        Vectors.requireSize(u, encodedSize());
        if (sortsSums()) {
            return Ranking.byScores(LabelPairs.sums(u, labels));
        }
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

    /** pred(u), where {@code order}, such as {@link io.plumbrank.data.blocks.BlindOrder}, breaks the ties that u leaves. */
    public OpenTies.Open decode(double[] u, int[] order) {
        return decode(u, order, result -> {});
    }

    /** The same; a decoder that had to search hands on its result, once. */
    public OpenTies.Open decode(double[] u, int[] order, Consumer<DecodeResult> decoded) {
        if (form == Form.PAIRS && !sortsSums()) {
            return new OpenTies(PairIndex.STRICT, order).rank(u, numbered -> decode(numbered, decoded));
        }
        Vectors.requireSize(u, encodedSize());
        double[] scores = sortsSums() ? LabelPairs.sums(u, labels) : u;
        boolean alike =
                Arrays.stream(scores).map(score -> score + 0.0).distinct().count() < scores.length;
        return new OpenTies.Open(Ranking.byScores(scores, () -> order), scores, alike);
    }

    /** The weights c for which Σ c_o u_o is above 0 where u puts the one label above the other. */
    public double[] margin(int above, int below) {
        double[] weights = new double[encodedSize()];
        if (sortsSums()) {
            PairIndex.STRICT.forEach(labels, (i, j, at) -> {
                weights[at] += (i == above ? 1 : 0) - (j == above ? 1 : 0);
                weights[at] -= (i == below ? 1 : 0) - (j == below ? 1 : 0);
            });
        } else if (form == Form.PAIRS) {
            weights[PairIndex.STRICT.of(above, below, labels)] = above < below ? 1 : -1;
        } else {
            weights[above] = 1;
            weights[below] = -1;
        }
        return weights;
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

    /**
     * What the measure of the ranking falls short of the best for the same positions; where they are missing at random, the part
     * of the full ranking's shortfall that known pairs make, at least 0. O(r²).
     */
    @Override
    public double loss(double[] positions, Ranking ranking) {
        if (isRandom()) {
            return Math.max(0, lossOfFull(LabelPairs.ofFull(measure, positions), ranking.asScores()));
        }
        return LabelPairs.contradicted(LabelPairs.of(measure, positions), ranking);
    }

    /** The same from the α of {@link Form#PAIRS}, in the mean over all orders of labels with equal scores. */
    public static double lossOfPairs(double[] pairs, double[] scores) {
        return LabelPairs.contradicted(pairs, scores);
    }

    /**
     * What a ranking by scores loses of the α of a full ranking, of which unknown pairs are 0, in the mean over all orders of
     * labels with equal scores. O(r²).
     */
    public double lossOfFull(double[] alpha, double[] scores) {
        if (!LabelPairs.isSpearman(measure)) {
            return LabelPairs.contradicted(alpha, scores);
        }
        double[] below = below(scores);
        double[] loss = {0};
        PairIndex.STRICT.forEach(labels, (i, j, at) -> {
            double apart = below[i] - below[j];
            loss[0] += (Math.abs(alpha[at]) * (labels + 1) / 3 - alpha[at] * apart) / 2;
        });
        return loss[0];
    }

    /**
     * By how much one ranking is expected to fall short of what another has, by u: exact at u^p, where u tells the whole loss. Empty
     * for scores that do not. O(r²).
     */
    public OptionalDouble costAbove(double[] u, Ranking ranking, Ranking other) {
        Vectors.requireSize(u, encodedSize());
        if (form == Form.PAIRS || isRandom()) {
            return OptionalDouble.of(costOfPairs(u, ranking) - costOfPairs(u, other));
        }
        if (!isAdditive()) {
            return OptionalDouble.empty();
        }
        double cost = 0;
        for (int i = 0; i < labels; i++) {
            cost += u[i] * (ranking.positionOf(i) - other.positionOf(i)) / labels;
        }
        return OptionalDouble.of(cost);
    }

    private double costOfPairs(double[] u, Ranking ranking) {
        return isRandom() ? lossOfFull(u, ranking.asScores()) : LabelPairs.contradicted(u, ranking);
    }

    /** How many labels each stands above; a tie is half. */
    private static double[] below(double[] scores) {
        double[] signs = new double[PairIndex.STRICT.size(scores.length)];
        PairIndex.STRICT.forEach(
                scores.length, (i, j, at) -> signs[at] = Double.compare(scores[i] + 0.0, scores[j] + 0.0));
        double[] below = LabelPairs.sums(signs, scores.length);
        for (int i = 0; i < below.length; i++) {
            below[i] = (below[i] + scores.length - 1) / 2;
        }
        return below;
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
        return new LabelPromises(this).guarantee();
    }

    /** What a condition says of rankings as they are encoded here, in words that complete "if …". */
    public String words(NoiseCondition condition) {
        return new LabelPromises(this).words(condition);
    }
}
