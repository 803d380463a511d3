package io.plumbrank.train;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss.Squares;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Trial;
import io.plumbrank.util.internal.RunningSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The mean of several models of one task that does best by the measure on instances that they were not fitted to, some counted more
 * often than others.
 *
 * <p>A mean of estimates of E[α | x] is one. Scores of items may be of any scale, such as those of a surrogate of pairs, so each part is
 * first multiplied by what brings it closest to α. Then {@value #STEPS} times the part is added, again or for the first time, that
 * makes the sum best (Caruana et al., Ensemble selection from libraries of models, ICML 2004).
 *
 * <p>An instance is judged by a sum that was made by the other groups of {@link Contest}, and the model is the mean of these sums. The
 * rounds and λ of the parts were chosen with the instance, so an estimate takes each part's gain from that choice off, by its share of
 * the sum.
 */
final class Blending<I extends Instance> {
    private static final int STEPS = 6;

    /** Parts of a smaller share are left out: what they add is little, and they may need context, which few systems have. */
    private static final double LEAST_SHARE = 0.1;

    /** Sums are made by as many rows at most; more change little. */
    private static final int ROWS = 100_000;

    private final TrainingRun<I> base;
    private final Variant variant;
    private final List<Attempt> parts;
    private final List<I> instances;
    private final int[] groups;

    /** By part and instance. */
    private final List<List<double[]>> outputs;

    /** Numbers of the instances by which sums are made. */
    private final List<Integer> some = new ArrayList<>();

    /** By how often each part is in a sum: the values of the sum with one more of each part, by part and group. */
    private final Map<List<Integer>, double[][]> known = new HashMap<>();

    /**
     * A sum that was fitted.
     *
     * @param attempt with the model
     * @param shares by the number of the attempt, 0 for what has no part in it; they add up to 1
     * @param fair the values that an estimate may take
     */
    record Blended(Attempt attempt, double[] shares, HeldOutValues fair) {}

    private Blending(TrainingRun<I> base, Variant variant, List<Attempt> parts) {
        this.base = base;
        this.variant = variant;
        this.parts = parts;
        this.instances = new ArrayList<>();
        base.judged().visit(instance -> instances.add(base.judged().withoutFeatures(instance)));
        this.outputs = parts.stream()
                .map(part -> part.run().outputs(part.choice().heldOut()))
                .toList();
        Folds folds = new Folds(Contest.GROUPS, base.seed());
        this.groups = new int[instances.size()];
        Arrays.setAll(groups, i -> folds.of(i % HeldOutValues.MOST));
        long rows = instances.stream().mapToLong(Instance::rows).sum();
        for (int i = 0; i < groups.length; i += (int) (1 + rows / ROWS)) {
            some.add(i);
        }
    }

    /**
     * Blends what can be added up.
     *
     * @param admits which models may have a part
     * @return null where there are not two, or one alone is best
     */
    static @Nullable Blended of(List<Attempt> attempts, Predicate<InstanceScorer> admits) {
        List<Attempt> open = attempts.stream()
                .filter(each -> each.choice().scorer() instanceof RowScorer
                        && admits.test(each.choice().scorer()))
                .toList();
        return open.size() < 2 || open.get(0).run().isInBlocks()
                ? null
                : among(attempts, open, base(open).run());
    }

    /** The simplest that sees the most features, where items are scored; else the best that estimates α. */
    private static Attempt base(List<Attempt> open) {
        if (open.get(0).run().shape() == Shape.ITEMS) {
            return open.stream()
                    .max(Comparator.comparingInt(each -> view(each).width(1)))
                    .orElseThrow();
        }
        return open.stream()
                .filter(each -> each.choice().candidate().variant().loss().squares() != null)
                .reduce((one, other) -> one.run().isBetter(other.choice(), one.choice()) ? other : one)
                .orElse(open.get(0));
    }

    private static QueryFeatures view(Attempt attempt) {
        return attempt.run().view();
    }

    private static <I extends Instance> @Nullable Blended among(
            List<Attempt> attempts, List<Attempt> open, TrainingRun<I> base) {
        Attempt of =
                open.stream().filter(each -> each.run() == base).findFirst().orElseThrow();
        Variant variant = base.shape() == Shape.ITEMS
                ? base.variants().stream()
                        .filter(each -> each.loss().squares() != null)
                        .max(Comparator.comparing(each -> squares(each).centred()))
                        .orElse(null)
                : of.choice().candidate().variant();
        if (variant == null || variant.loss().squares() == null) {
            return null;
        }
        List<Attempt> parts = open.stream()
                .filter(each -> fits(each, base, variant))
                .filter(each -> each.choice().scorer().inputs() * step(each, base)
                        == of.choice().scorer().inputs())
                .toList();
        return parts.size() < 2 ? null : new Blending<>(base, variant, parts).blended(attempts);
    }

    private static boolean fits(Attempt part, TrainingRun<?> base, Variant variant) {
        Variant own = part.choice().candidate().variant();
        boolean same = base.shape() == Shape.ITEMS
                || (own.loss().squares() != null
                        && own.size() == variant.size()
                        && own.loss().text().equals(variant.loss().text()));
        return same && (view(part).equals(base.view()) || view(part).isPlain());
    }

    private static int step(Attempt part, TrainingRun<?> base) {
        return part.run().view().equals(base.view()) ? 1 : base.view().width(1);
    }

    private static Squares squares(Variant of) {
        Squares squares = of.loss().squares();
        if (squares == null) {
            throw new IllegalArgumentException(of.loss().text() + " is no squares");
        }
        return squares;
    }

    private @Nullable Blended blended(List<Attempt> attempts) {
        double[] scales = new double[parts.size()];
        Arrays.setAll(scales, this::scale);
        double[][] without = new double[Contest.GROUPS][parts.size()];
        double[] shares = new double[parts.size()];
        double[] weights = new double[parts.size()];
        for (int group = 0; group < without.length; group++) {
            List<Integer> counts = counts(scales, group);
            for (int k = 0; k < weights.length; k++) {
                double share = (double) counts.get(k) / STEPS;
                without[group][k] = share * scales[k];
                weights[k] += without[group][k] / without.length;
                shares[k] += share / without.length;
            }
        }
        List<Attempt> kept = IntStream.range(0, shares.length)
                .filter(k -> shares[k] >= LEAST_SHARE)
                .mapToObj(parts::get)
                .toList();
        boolean all = Arrays.stream(shares).allMatch(share -> share == 0 || share >= LEAST_SHARE);
        if (kept.size() < 2) {
            return null;
        }
        if (!all || !base(kept).run().view().equals(base.view())) {
            return among(attempts, kept, base(kept).run());
        }
        double[] own = new double[attempts.size()];
        for (int k = 0; k < weights.length; k++) {
            own[attempts.indexOf(parts.get(k))] = shares[k];
        }
        Choice choice = choice(weights, without);
        return new Blended(new Attempt(base, choice), own, choice.values().less(gains(shares)));
    }

    /** The factor that brings the scores of a part closest to α, 0 where no positive number does; 1 for rows, whose outputs estimate α. */
    private double scale(int k) {
        if (base.shape() != Shape.ITEMS) {
            return 1;
        }
        Squares squares = squares(variant);
        double products = 0;
        double sum = 0;
        for (int i = 0; i < groups.length; i++) {
            I instance = instances.get(i);
            double[] alpha = instance.targets().clone();
            double[] own = outputs.get(k).get(i).clone();
            if (squares.centred()) {
                centre(alpha, instance);
                centre(own, instance);
            }
            for (int row = 0; row < own.length; row++) {
                double weight = instance.weight() * instance.rowWeight(row);
                products += weight * squares.targetFactor() * alpha[row] * own[row];
                sum += weight * own[row] * own[row];
            }
        }
        return products > 0 && sum > 0 ? products / sum : 0;
    }

    /** How often each part is in the sum that does best on all groups but one. */
    private List<Integer> counts(double[] scales, int group) {
        List<Integer> counts = new ArrayList<>(Collections.nCopies(parts.size(), 0));
        for (int step = 0; step < STEPS; step++) {
            double[][] values = known.computeIfAbsent(List.copyOf(counts), own -> values(own, scales));
            int best = -1;
            double most = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < values.length; k++) {
                double value = base.sign() * (Arrays.stream(values[k]).sum() - values[k][group]);
                if (scales[k] > 0 && value > most) {
                    most = value;
                    best = k;
                }
            }
            if (best >= 0) {
                counts.set(best, counts.get(best) + 1);
            }
        }
        return counts;
    }

    private double[][] values(List<Integer> counts, double[] scales) {
        double[][] u = new double[parts.size()][];
        int[] ends = some.stream().mapToInt(i -> instances.get(i).rows()).toArray();
        RunningSums.inPlace(ends);
        Arrays.setAll(u, k -> new double[ends[ends.length - 1] * variant.size()]);
        double[] weights = new double[parts.size()];
        Arrays.setAll(weights, k -> counts.get(k) * scales[k]);
        for (int n = 0; n < ends.length; n++) {
            int i = some.get(n);
            double[] sum = sum(i, weights);
            int at = (n == 0 ? 0 : ends[n - 1]) * variant.size();
            for (int k = 0; k < u.length; k++) {
                double[] own = outputs.get(k).get(i);
                for (int o = 0; o < sum.length; o++) {
                    u[k][at + o] = sum[o] + scales[k] * own[o];
                }
            }
        }
        int total = counts.stream().mapToInt(count -> count).sum() + 1;
        for (double[] own : u) {
            for (int at = 0; at < own.length; at++) {
                own[at] /= total;
            }
        }
        int[] sizes = new int[parts.size()];
        Arrays.fill(sizes, variant.size());
        HeldOutValues each = base.judgeKnown(
                some.stream().map(instances::get).toList(),
                some.stream().mapToLong(i -> i).toArray(),
                new Outputs(u, ends, sizes),
                Collections.nCopies(parts.size(), new Candidate(variant, 0)));
        double[][] values = new double[parts.size()][Contest.GROUPS];
        for (int k = 0; k < values.length; k++) {
            for (int place = 0; place < each.places(); place++) {
                values[k][groups[place]] += each.share(k, place);
            }
        }
        return values;
    }

    private double[] sum(int i, double[] weights) {
        double[] sum = new double[outputs.get(0).get(i).length];
        for (int k = 0; k < weights.length; k++) {
            double[] own = outputs.get(k).get(i);
            for (int at = 0; at < sum.length; at++) {
                sum[at] += weights[k] * own[at];
            }
        }
        return sum;
    }

    private static void centre(double[] values, Instance instance) {
        double sum = 0;
        double weight = 0;
        for (int row = 0; row < values.length; row++) {
            sum += instance.rowWeight(row) * values[row];
            weight += instance.rowWeight(row);
        }
        double mean = weight > 0 ? sum / weight : 0;
        for (int row = 0; row < values.length; row++) {
            values[row] -= mean;
        }
    }

    private Choice choice(double[] weights, double[][] without) {
        List<Blend.Part> terms = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int k = 0; k < weights.length; k++) {
            if (weights[k] > 0) {
                Attempt part = parts.get(k);
                RowScorer rows = (RowScorer) part.choice().scorer();
                terms.add(new Blend.Part(weights[k], step(part, base), rows.scorer()));
                notes.addAll(part.choice().notes());
            }
        }
        Attempt of =
                parts.stream().filter(part -> part.run() == base).findFirst().orElseThrow();
        Candidate candidate = new Candidate(variant, of.choice().candidate().lambda());
        HeldOut known = new Known(sums(without), variant.size());
        Judgement judgement = base.judgeHeldOut(candidate, known);
        Result result = judgement.result(0);
        Trial trial = new Trial("blend", variant.loss().text(), candidate.lambda(), result, true);
        return new Choice(
                of.choice().learner(),
                candidate,
                RowScorer.of(Blend.of(terms)),
                known,
                result,
                List.of(trial),
                judgement.each().trimmed(),
                notes.stream().distinct().toList());
    }

    /** By instance, of weights that it had no part in. */
    private double[][] sums(double[][] without) {
        double[][] sums = new double[instances.size()][];
        Arrays.setAll(sums, i -> sum(i, without[groups[i]]));
        return sums;
    }

    /** By place: how much better the parts are with the rounds and λ that all instances chose than with those that the others choose. */
    private double[] gains(double[] shares) {
        double[] gains = new double[HeldOutValues.MOST];
        for (int k = 0; k < shares.length; k++) {
            if (shares[k] > 0) {
                Attempt part = parts.get(k);
                HeldOutValues chosen = part.run().judgeHeldOut(part.choice()).each();
                double[] fair =
                        new Contest(List.of(part.choice().values()), base.isLargerBetter(), base.seed()).crossFitted();
                for (int place = 0; place < chosen.places(); place++) {
                    gains[place] += shares[k] * (chosen.share(0, place) - fair[place]);
                }
            }
        }
        return gains;
    }

    /** Outputs that are known, by the number of the instance. */
    private record Known(double[][] u, int outputs) implements HeldOut {
        private static final long serialVersionUID = 1;

        @Override
        public Outputs score(List<? extends Instance> of, int instance) {
            double[] own = u[instance];
            return new Outputs(new double[][] {own}, new int[] {own.length / outputs}, new int[] {outputs});
        }

        @Override
        public int fold(long instance) {
            return (int) instance;
        }
    }
}
