package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.templates.LinearValue.Rho;
import io.plumbrank.target.UtilityRange;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The surrogates that have a regret bound, with their least expected losses in closed form, as CUG13 derives them. */
final class Templates {
    /** Utilities are bounded for queries of up to so many items. */
    static final int MOST_ITEMS = 4;

    /** A mean that is this share of η from the edge of 0 … η is on it, but for rounding. */
    static final double ON_EDGE = 1e-12;

    private Templates() {}

    /**
     * A template with its least expected loss, by the paper.
     *
     * @param least inf_s E[ψ(v,s)] for the labels' utilities, their probabilities and their mean
     * @param largestRatio what the ratio of regret and bound may be at most
     * @param reachedRatio what it comes to at least for every measure, with these draws
     */
    record Template(
            String name,
            Function<UtilityRange, Surrogate> surrogate,
            LeastRisk least,
            double largestRatio,
            double reachedRatio) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface LeastRisk {
        double of(Surrogate surrogate, double[][] labels, double[] p, double[] mean);
    }

    interface LeastTerm {
        double of(double mean, double eta);
    }

    static List<Template> all() {
        return List.of(
                new Template("squared", range -> new Squared(), Templates::leastSquared, 1, 0.999),
                bounded("logistic", r -> new Logistic(Eta.of(r)), 0.99, (u, eta) -> eta * entropy(u / eta)),
                bounded("exponential", r -> new Exponential(Eta.of(r)), 0.99, (u, eta) -> 2 * Math.sqrt(u * (eta - u))),
                bounded(
                        "squared-hinge(t=3)",
                        r -> new SquaredHinge(Eta.of(r), 3),
                        0.999,
                        (u, eta) -> 9 * u * (eta - u) / eta),
                smoothHinge(1, 0.49),
                smoothHinge(0.2, 0.2),
                new Template("pairwise-squared", range -> new PairwiseSquared(), Templates::leastPairwise, 1, 0.8),
                pairwise(
                        "pairwise-logistic",
                        r -> new PairwiseLogistic(Eta.of(r)),
                        (a, b) -> (a + b) * entropy(a / (a + b))),
                pairwise(
                        "pairwise-exponential",
                        r -> new PairwiseExponential(Eta.of(r)),
                        (a, b) -> 2 * Math.sqrt(a * b)),
                new Template(
                        "linear-value",
                        range -> new LinearValue(Rho.SQUARE, 0.5, Double.POSITIVE_INFINITY),
                        Templates::leastLinear,
                        1,
                        0.999),
                new Template("linear-value(rho=cosh)", Templates::cosh, Templates::leastCosh, 1, 0.7),
                new Template(
                        "bregman(kullback-leibler)",
                        range -> new Bregman(Potentials.kullbackLeibler(range.largest() > 0 ? range.largest() : 1)),
                        (made, labels, p, mean) -> leastEntropy(labels, p, mean, 0),
                        1,
                        0.7),
                new Template(
                        "bregman(softmax)",
                        range -> new Bregman(Potentials.softmax(mass(range))),
                        (made, labels, p, mean) -> leastEntropy(
                                labels, p, mean, ((Bregman) made).potential().strongConvexity()),
                        1,
                        0.3));
    }

    private static Template bounded(
            String name, Function<UtilityRange, Surrogate> surrogate, double reachedRatio, LeastTerm least) {
        return bounded(name, surrogate, 1, reachedRatio, least);
    }

    private static Template bounded(
            String name,
            Function<UtilityRange, Surrogate> surrogate,
            double largestRatio,
            double reachedRatio,
            LeastTerm least) {
        return new Template(
                name,
                surrogate,
                (made, labels, p, mean) -> {
                    Eta eta = eta(made);
                    double sum = 0;
                    for (double u : mean) {
                        sum += least.of(placed(u, eta), eta.value());
                    }
                    return sum;
                },
                largestRatio,
                reachedRatio);
    }

    /** u + shift, on the edge of 0 … η where it is but for rounding. */
    private static double placed(double u, Eta eta) {
        double placed = u + eta.shift();
        return placed < ON_EDGE * eta.value() ? 0 : placed > eta.value() * (1 - ON_EDGE) ? eta.value() : placed;
    }

    static Eta eta(Surrogate surrogate) {
        if (surrogate instanceof Logistic logistic) {
            return logistic.eta();
        }
        if (surrogate instanceof Exponential exponential) {
            return exponential.eta();
        }
        if (surrogate instanceof SquaredHinge hinge) {
            return hinge.eta();
        }
        if (surrogate instanceof SmoothHinge hinge) {
            return hinge.eta();
        }
        if (surrogate instanceof PairwiseLogistic logistic) {
            return logistic.eta();
        }
        return ((PairwiseExponential) surrogate).eta();
    }

    /** Half of the paper's constant is enough, see {@link SmoothHinge}. */
    private static Template smoothHinge(double alpha, double reachedRatio) {
        String name = "smooth-hinge(alpha=" + alpha + ")";
        return bounded(name, r -> new SmoothHinge(Eta.of(r), alpha), 0.5, reachedRatio, (u, eta) -> {
            double x = Math.min(u, eta - u);
            return x > (1 - alpha) * eta
                    ? x * (eta - x) / (2 * alpha * eta)
                    : (1 - alpha / 2) * x - alpha * x * x / (2 * (eta - x));
        });
    }

    private static Template pairwise(String name, Function<UtilityRange, Surrogate> surrogate, LeastTerm least) {
        return new Template(
                name,
                surrogate,
                (made, labels, p, mean) -> {
                    Eta eta = eta(made);
                    double sum = 0;
                    for (int i = 0; i < mean.length; i++) {
                        for (int j = 0; j < i; j++) {
                            double a = placed(mean[i], eta);
                            double b = placed(mean[j], eta);
                            sum += a + b == 0 ? 0 : least.of(a, b);
                        }
                    }
                    return sum;
                },
                1,
                0.8);
    }

    /** −q log q − (1 − q) log(1 − q). */
    private static double entropy(double q) {
        return q <= 0 || q >= 1 ? 0 : -q * Math.log(q) - (1 - q) * Math.log1p(-q);
    }

    private static double leastSquared(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            for (int i = 0; i < mean.length; i++) {
                sum += p[y] * Math.pow(labels[y][i] - mean[i], 2);
            }
        }
        return sum;
    }

    private static double leastPairwise(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            for (int i = 0; i < mean.length; i++) {
                for (int j = 0; j < i; j++) {
                    sum += p[y] * Math.pow(labels[y][i] - labels[y][j] - (mean[i] - mean[j]), 2);
                }
            }
        }
        return sum;
    }

    private static double leastLinear(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        return -Arrays.stream(mean).map(u -> u * u / 2).sum();
    }

    private static Surrogate cosh(UtilityRange range) {
        return new LinearValue(Rho.COSH, 0.5, Math.max(range.largest(), -range.least()));
    }

    private static double leastCosh(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        // −(νρ)*(u) = −(u arsinh(u/ν) − √(ν² + u²) + ν)
        return -Arrays.stream(mean)
                .map(u -> u * Math.log(u / 0.5 + Math.hypot(u / 0.5, 1)) - Math.hypot(0.5, u) + 0.5)
                .sum();
    }

    /** At least what the utilities of a label can add up to. */
    private static double mass(UtilityRange range) {
        return MOST_ITEMS * (range.largest() > 0 ? range.largest() : 1);
    }

    /** E[ψ(v)] − ψ(E[v]) for ψ = Σ v log v, and the same of what is left of the mass 2/μ where μ is given. */
    private static double leastEntropy(double[][] labels, double[] p, double[] mean, double mu) {
        double least = -negativeEntropy(mean, mu);
        for (int y = 0; y < p.length; y++) {
            least += p[y] * negativeEntropy(labels[y], mu);
        }
        return least;
    }

    private static double negativeEntropy(double[] v, double mu) {
        double sum = 0;
        double rest = mu > 0 ? 2 / mu : 0;
        for (double value : v) {
            sum += value > 0 ? value * Math.log(value) : 0;
            rest -= value;
        }
        return sum + (mu > 0 && rest > 0 ? rest * Math.log(rest) : 0);
    }
}
