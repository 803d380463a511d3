package io.plumbrank.learn.learners;

import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.descent.DescentFit;
import io.plumbrank.learn.descent.WideFit;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.KernelFeatures;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.ridge.GappedRidgeFit;
import io.plumbrank.learn.ridge.RidgeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Fits functions that are linear in features of rows. Squares are minimised in closed form for all regularisations at once, from
 * one pass that streams (one more before it for features other than linear ones); any other convex loss by L-BFGS over rows in
 * memory. Thousands of features go by {@link WideFit}.
 *
 * @param features what functions are linear in
 * @param standardise whether features are penalised in units of their standard deviation, and not in their own
 * @param signs by feature, 1 where scores must not fall in it, -1 where they must not rise; 0, as from the end on, for any
 */
public record FeatureLearner(Features features, boolean standardise, List<Integer> signs) implements Learner {
    public FeatureLearner {
        signs = List.copyOf(signs);
        if (!signs.isEmpty() && !features.isLinear()) {
            throw new IllegalArgumentException(
                    "only linear models and trees have monotone features, not " + features.text());
        }
    }

    /** Any weights. */
    public FeatureLearner(Features features, boolean standardise) {
        this(features, standardise, List.of());
    }

    /** Least squares under bounds: the weights of some features must not be negative, or not positive. */
    public FeatureLearner withSigns(List<Integer> bounds) {
        return new FeatureLearner(features, standardise, bounds);
    }

    /** Linear in the features themselves. */
    public static FeatureLearner linear() {
        return new FeatureLearner(new LinearFeatures.Spec(), true);
    }

    /** Linear in so many random Fourier features, with the median distance as bandwidth. */
    public static FeatureLearner fourier(int count) {
        return fourier(count, 1);
    }

    /** Linear in so many random Fourier features, with a multiple of the median distance as bandwidth. */
    public static FeatureLearner fourier(int count, double bandwidthFactor) {
        return new FeatureLearner(new FourierFeatures.Spec(count, bandwidthFactor), true);
    }

    /** Linear in the kernel's values at so many rows, with a multiple of the median distance as bandwidth. */
    public static FeatureLearner kernel(int count, double bandwidthFactor) {
        return new FeatureLearner(new KernelFeatures.Spec(count, bandwidthFactor), true);
    }

    /** Fourier features with ½, 1 and 2 times the median distance as bandwidth, to choose from. */
    public static List<FeatureLearner> fouriers(int count) {
        return DoubleStream.of(0.5, 1, 2)
                .mapToObj(factor -> fourier(count, factor))
                .toList();
    }

    /** Kernels with ½, 1, 2 and 4 times the median distance as bandwidth, to choose from. */
    public static List<FeatureLearner> kernels(int count) {
        return DoubleStream.of(0.5, 1, 2, 4)
                .mapToObj(factor -> kernel(count, factor))
                .toList();
    }

    /** The same with features penalised in their own scale. */
    public FeatureLearner unscaled() {
        return new FeatureLearner(features, false, signs);
    }

    @Override
    public String text() {
        return signs.isEmpty() ? features.text() : features.text() + "(monotone=" + signs + ")";
    }

    @Override
    public boolean leavesOutRows() {
        return true;
    }

    @Override
    public void require(Instances.Shape shape, int outputs) {
        if (!signs.isEmpty() && shape != Instances.Shape.ITEMS) {
            throw new IllegalArgumentException(
                    "a linear model has monotone features where it ranks by scores; take trees");
        }
        if (shape.isPaired()) {
            spec().requirePairs();
        }
    }

    @Override
    public <I extends Instance> Fitted fit(Instances<I> instances, Plan<I> plan) {
        if (instances.hasGaps()) {
            return new GappedRidgeFit<>(spec(), instances, plan).fit();
        }
        List<Variant> squares = plan.variants().stream()
                .filter(variant -> variant.loss().squares() != null)
                .toList();
        List<Variant> others = plan.variants().stream()
                .filter(variant -> !squares.contains(variant))
                .toList();
        boolean wide = WideFit.suits(spec(), instances, plan);
        if (!signs.isEmpty() && (wide || !others.isEmpty())) {
            throw instances.fault(
                    "monotone features of a linear model "
                            + (wide
                                    ? "with " + RowScorer.WIDE + " features or more"
                                    : "by a surrogate that is not of squares"),
                    (wide ? "fewer features" : "the surrogate squared or pairwise-squared") + ", or trees");
        }
        if (!others.isEmpty() && instances.shape().isPaired()) {
            throw new IllegalArgumentException("pairs are fitted by least squares alone");
        }
        List<Fitted> parts = new ArrayList<>();
        if (!squares.isEmpty()) {
            parts.add(ofSquares(instances, plan.only(squares), wide));
        }
        for (Variant other : others) {
            Plan<I> alone = plan.only(List.of(other));
            parts.add(
                    wide
                            ? new WideFit<>(spec(), instances, alone).fit()
                            : new DescentFit<>(spec(), instances, alone).fit());
        }
        return Fitted.joined(parts);
    }

    private <I extends Instance> Fitted ofSquares(Instances<I> instances, Plan<I> plan, boolean wide) {
        if (!RidgeFit.suits(plan.variants())) {
            throw new IllegalArgumentException("of several squared surrogates all must be of equal scale");
        }
        return wide
                ? new WideFit<>(spec(), instances, plan).fit()
                : RidgeFit.of(spec(), instances, plan).fit();
    }

    private FeatureSpec spec() {
        return new FeatureSpec(features, standardise, signs);
    }
}
