package io.plumbrank.theory.search;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.theory.conditions.Breach;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.conditions.ConditionedSource;
import io.plumbrank.theory.distributions.CensoredRanking;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.LossTable;
import io.plumbrank.theory.surrogates.Method;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.VectorMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@link CalibrationProblem}s of rankings of a fixed set of labels: least squares on pairs or on scores, and the decoder of each.
 *
 * <pre>{@code
 * CalibrationProblem<double[], Ranking> problem = LabelRankingProblems.of(
 *         MeasureSpec.parse("kendall"), LabelSpace.rankings(4, true), MethodChoice.of("pairs"));
 * new CalibrationCheck(10_000, 1).run(problem).counterexample(); // empty
 * }</pre>
 */
public final class LabelRankingProblems {
    /** Probabilities that differ by less are taken for equal. */
    private static final double ROUNDING = 1e-9;

    private LabelRankingProblems() {}

    /** Rankings with ties; what is not known of one is not counted ({@link Missing#LABEL}). */
    public static CalibrationProblem<double[], Ranking> of(
            MeasureSpec spec, LabelSpace<double[]> labels, MethodChoice choice) {
        int items = labels.labels().get(0).length;
        boolean complete =
                labels.labels().stream().flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
        LabelRankingTarget target = target(spec, items, choice, complete, Missing.LABEL);
        LabelRankingTarget pairs = new LabelRankingTarget(spec, items, Form.PAIRS, target.decoder(), complete);
        return new CalibrationProblem<>(
                spec + " of rankings of " + items + " labels" + (complete ? "" : ", what is known is the label"),
                labels,
                LossTable.ofRankings(items, target::loss),
                method(target, new VectorMethod.Encoding<>(target.encodedSize(), target::encodeInto)),
                ConditionTest.ofLabelRankings(items, pairs::encodeInto, target::words),
                ConditionedSource.ofRankings(labels),
                target.guarantee());
    }

    /**
     * Full rankings of which some positions are lost; the loss is that of the full ranking, and each pair is fitted where it is known
     * ({@link Missing#RANDOM}).
     */
    public static CalibrationProblem<CensoredRanking, Ranking> ofCensored(
            MeasureSpec spec, LabelSpace<CensoredRanking> labels, MethodChoice choice) {
        int items = labels.labels().get(0).full().length;
        LabelRankingTarget target = target(spec, items, choice, false, Missing.RANDOM);
        LabelRankingTarget full = new LabelRankingTarget(spec, items, Form.PAIRS, target.decoder(), true);
        VectorMethod.Encoding<CensoredRanking> encoding = new VectorMethod.Encoding<>(
                target.encodedSize(),
                (label, alpha) -> target.encodeInto(label.seen(), alpha),
                1,
                label -> target.known(label.seen()));
        return new CalibrationProblem<>(
                spec + " of rankings of " + items
                        + (labels.labels().stream().anyMatch(CensoredRanking::hasTies)
                                ? " labels, some positions lost"
                                : " labels without ties, some positions lost"),
                labels,
                LossTable.ofRankings(items, (label, ranking) -> full.loss(label.full(), ranking)),
                method(target, encoding),
                ConditionTest.<CensoredRanking>ofLabelRankings(
                                items, (label, alpha) -> full.encodeInto(label.full(), alpha), target::words)
                        .missingAtRandom(p -> dependence(p, labels.format())),
                ConditionedSource.ofCensored(labels),
                target.guarantee());
    }

    private static LabelRankingTarget target(
            MeasureSpec spec, int items, MethodChoice choice, boolean complete, Missing missing) {
        if (choice.surrogate().strip().equalsIgnoreCase("auto")) {
            throw new IllegalArgumentException(
                    "auto is the better of pairs and squared on data, and there are none here: give surrogate pairs or"
                            + " squared");
        }
        Form form = Form.ofSurrogate(choice.surrogate());
        String decoder = choice.decoder() == null ? null : choice.decoder().strip();
        if (form == Form.SCORES && decoder != null && !decoder.equalsIgnoreCase("sort")) {
            throw new IllegalArgumentException(
                    "decoder '" + decoder + "' is for surrogate 'pairs'; scores of 'squared' are decoded by 'sort'");
        }
        if (choice.margin() != 0) {
            throw new IllegalArgumentException(
                    "a margin is for ranksvm, ranknet and rankboost, not for '" + choice.surrogate() + "'");
        }
        Decoder<?> chosen =
                form == Form.SCORES || decoder == null ? OrderingDecoder.AUTO : LabelRankingTarget.decoder(decoder);
        return new LabelRankingTarget(spec, items, form, LabelRankingTask.resolved(chosen, items), complete, missing);
    }

    private static <Y> Method<Y, Ranking> method(LabelRankingTarget target, VectorMethod.Encoding<Y> encoding) {
        List<Ranking> rankings = new ArrayList<>();
        Ranking.forEach(target.labels(), rankings::add);
        return new VectorMethod<>(
                target.form().surrogate(),
                target.decoding().replaceFirst(",.*", ""),
                encoding,
                target::decode,
                rankings,
                ranking -> direction(target, ranking));
    }

    /** Falls in u as the decoder's preference for this ranking grows: −1 for a pair in its order, or a step per label below. */
    private static double[] direction(LabelRankingTarget target, Ranking ranking) {
        double[] direction = new double[target.encodedSize()];
        if (direction.length == target.labels() && target.form() == Form.SCORES) {
            Arrays.setAll(direction, ranking::positionOf);
            return direction;
        }
        PairIndex.STRICT.forEach(
                target.labels(),
                (i, j, at) -> direction[at] = Integer.signum(ranking.positionOf(i) - ranking.positionOf(j)));
        return direction;
    }

    /** Where a ranking has ties, what is known depends on the ranking, or a pair is never known; labels are all different. */
    private static Optional<Breach> dependence(
            LabelDistribution<CensoredRanking> p, LabelFormat<CensoredRanking> format) {
        int items = p.label(0).full().length;
        Map<Integer, Double> rankings = new HashMap<>();
        Map<Integer, Double> masks = new HashMap<>();
        boolean[] met = new boolean[items * items];
        int[] mask = new int[p.size()];
        int[] ranking = new int[p.size()];
        for (int y = 0; y < p.size(); y++) {
            CensoredRanking label = p.label(y);
            if (label.hasTies()) {
                return breach(List.of(), "'" + format.text(label) + "' has ties");
            }
            for (int i = 0; i < items; i++) {
                ranking[y] = ranking[y] * items + (int) label.full()[i] - 1;
                mask[y] |= label.isKnown(i) ? 1 << i : 0;
            }
            rankings.merge(ranking[y], p.probability(y), Double::sum);
            masks.merge(mask[y], p.probability(y), Double::sum);
            for (int at = 0; at < met.length; at++) {
                met[at] |= ((mask[y] >> (at / items)) & (mask[y] >> (at % items)) & 1) == 1;
            }
        }
        for (int i = 0; i < items; i++) {
            for (int j = i + 1; j < items; j++) {
                if (!met[i * items + j]) {
                    return breach(List.of(i, j), "labels " + (i + 1) + " and " + (j + 1) + " are never known together");
                }
            }
        }
        for (int y = 0; y < p.size(); y++) {
            double expected = rankings.getOrDefault(ranking[y], 0.0) * masks.getOrDefault(mask[y], 0.0);
            if (!(Math.abs(p.probability(y) - expected) <= ROUNDING)) {
                return breach(
                        List.of(),
                        String.format(
                                Locale.ROOT,
                                "'%s' has probability %.4g, and would have %.4g if what is known did not depend on the"
                                        + " ranking",
                                format.text(p.label(y)),
                                p.probability(y),
                                expected));
            }
        }
        // all that occurs is as it should be; what does not occur and should has the rest of the sum
        return p.size() == rankings.size() * masks.size()
                ? Optional.empty()
                : breach(List.of(), "some rankings are never known in the way that others are");
    }

    private static Optional<Breach> breach(List<Integer> items, String sentence) {
        return Optional.of(new Breach(NoiseCondition.RANDOM, items, sentence));
    }
}
