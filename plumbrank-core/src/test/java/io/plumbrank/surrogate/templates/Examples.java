package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateContract;
import io.plumbrank.surrogate.templates.LinearValue.Rho;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Every surrogate with several parameters, its formula written out naively, and utilities that it takes. */
final class Examples {
    private Examples() {}

    /** ψ(v,s), term by term as in the papers. */
    interface Formula {
        double of(double[] v, double[] s);
    }

    private interface Term {
        double of(double v, double s);
    }

    private interface PairTerm {
        double of(double vi, double vj, double distance);
    }

    /**
     * A surrogate.
     *
     * @param least of the utilities that it takes
     * @param largest of the utilities that it takes
     */
    record Example(Surrogate surrogate, double least, double largest, Formula formula)
            implements SurrogateContract.Case {
        @Override
        public double[] utilities(int items, Random random) {
            boolean few = random.nextBoolean(); // so that some are equal
            double[] v = new double[items];
            for (int i = 0; i < items; i++) {
                double share = few ? random.nextInt(4) / 3.0 : random.nextDouble();
                v[i] = least + share * (largest - least);
            }
            if (surrogate.text().equals("bregman(softmax)")) {
                for (int i = 0; i < items; i++) {
                    v[i] /= items;
                }
            }
            return v;
        }

        /** Not within 10⁻³ of where a hinge changes its form. */
        @Override
        public boolean isSmoothNear(double[] scores) {
            boolean far = true;
            for (double a : scores) {
                for (double kink : new double[] {0, 0.3, 0.5, 0.7, 1, 2}) {
                    far &= Math.abs(a - kink) > 1e-3;
                }
                for (double b : scores) {
                    far &= !(surrogate instanceof RankSvm) || Math.abs(a - b - 1) > 1e-3;
                }
            }
            return far;
        }

        @Override
        public String toString() {
            return surrogate.text();
        }
    }

    static List<Example> all() {
        return List.of(
                pointwise(new Squared(), -2, 3, (v, s) -> Math.pow(v - s, 2)),
                logistic(new Eta(1, 0), 1),
                logistic(new Eta(5, 1), 3),
                exponential(new Eta(1, 0), 1),
                exponential(new Eta(5, 1), 3),
                squaredHinge(new Eta(1, 0), 1, 0.5),
                squaredHinge(new Eta(4, 2), 2, 2),
                smoothHinge(new Eta(1, 0), 1, 0.3),
                smoothHinge(new Eta(3, 1), 2, 0.7),
                smoothHinge(new Eta(1, 0), 1, 1),
                pointwise(
                        new LinearValue(Rho.SQUARE, 0.5, Double.POSITIVE_INFINITY),
                        -2,
                        3,
                        (v, s) -> -v * s + s * s / 2),
                pointwise(
                        new LinearValue(Rho.SQUARE, 3, Double.POSITIVE_INFINITY), -2, 3, (v, s) -> -v * s + 3 * s * s),
                pointwise(
                        new LinearValue(Rho.COSH, 0.7, Double.POSITIVE_INFINITY),
                        -2,
                        3,
                        (v, s) -> -v * s + 0.7 * (Math.cosh(s) - 1)),
                pairwise(new PairwiseSquared(), -2, 3, (vi, vj, d) -> Math.pow(vi - vj - d, 2)),
                pairwiseTemplate(new PairwiseLogistic(new Eta(1, 0)), 0, 1, 0, d -> Math.log(1 + Math.exp(-d))),
                pairwiseTemplate(new PairwiseLogistic(new Eta(5, 2)), -2, 3, 2, d -> Math.log(1 + Math.exp(-d))),
                pairwiseTemplate(new PairwiseExponential(new Eta(1, 0)), 0, 1, 0, d -> Math.exp(-d)),
                pairwiseTemplate(new PairwiseExponential(new Eta(5, 2)), -2, 3, 2, d -> Math.exp(-d)),
                pointwise(new Bregman(Potentials.squaredNorm()), -2, 3, (v, s) -> Math.pow(v - s, 2) / 2),
                pointwise(
                        new Bregman(Potentials.kullbackLeibler(3)),
                        0,
                        3,
                        (v, s) -> (v == 0 ? 0 : v * Math.log(v / Math.exp(s))) - v + Math.exp(s)),
                new Example(new Bregman(Potentials.softmax(2)), 0, 2, Examples::softmaxDivergence),
                pointwise(new Bregman(new TanhPotential()), -2, 3, Examples::tanhDivergence),
                observed(new RankSvm(PairWeight.UNIT), PairWeight.UNIT, d -> Math.max(0, 1 - d)),
                observed(new RankSvm(PairWeight.DIFFERENCE), PairWeight.DIFFERENCE, d -> Math.max(0, 1 - d)),
                observed(new RankNet(PairWeight.UNIT), PairWeight.UNIT, d -> Math.log(1 + Math.exp(-d))),
                observed(new RankNet(PairWeight.DIFFERENCE), PairWeight.DIFFERENCE, d -> Math.log(1 + Math.exp(-d))),
                observed(new RankBoost(PairWeight.UNIT), PairWeight.UNIT, d -> Math.exp(-d)),
                observed(new RankBoost(PairWeight.DIFFERENCE), PairWeight.DIFFERENCE, d -> Math.exp(-d)),
                new Example(new ListNet(), -2, 3, Examples::listNet),
                new Example(new ListMle(), -2, 3, Examples::listMle));
    }

    private static Example pointwise(Surrogate surrogate, double least, double largest, Term term) {
        return new Example(surrogate, least, largest, (v, s) -> {
            double sum = 0;
            for (int i = 0; i < v.length; i++) {
                sum += term.of(v[i], s[i]);
            }
            return sum;
        });
    }

    /** λ = v ϕ(s) + (η − v) ϕ'(s) with v shifted. */
    private static Example template(
            Surrogate surrogate, Eta eta, double largest, DoubleUnaryOperator forUtility, DoubleUnaryOperator forRest) {
        return pointwise(surrogate, -eta.shift(), largest, (v, s) -> {
            double placed = v + eta.shift();
            return placed * forUtility.applyAsDouble(s) + (eta.value() - placed) * forRest.applyAsDouble(s);
        });
    }

    private static Example logistic(Eta eta, double largest) {
        return template(
                new Logistic(eta), eta, largest, s -> Math.log(1 + Math.exp(-s)), s -> Math.log(1 + Math.exp(s)));
    }

    private static Example exponential(Eta eta, double largest) {
        return template(new Exponential(eta), eta, largest, s -> Math.exp(-s), Math::exp);
    }

    private static Example squaredHinge(Eta eta, double largest, double t) {
        return template(
                new SquaredHinge(eta, t),
                eta,
                largest,
                s -> Math.pow(Math.max(0, t - s), 2),
                s -> Math.pow(Math.max(0, s), 2));
    }

    private static Example smoothHinge(Eta eta, double largest, double alpha) {
        DoubleUnaryOperator hinge = x -> x <= 0 ? 0 : x <= alpha ? x * x / (2 * alpha) : x - alpha / 2;
        return template(new SmoothHinge(eta, alpha), eta, largest, s -> hinge.applyAsDouble(1 - s), hinge);
    }

    private static Example pairwise(Surrogate surrogate, double least, double largest, PairTerm term) {
        return new Example(surrogate, least, largest, (v, s) -> {
            double sum = 0;
            for (int i = 0; i < v.length; i++) {
                for (int j = i + 1; j < v.length; j++) {
                    sum += term.of(v[i], v[j], s[i] - s[j]);
                }
            }
            return sum;
        });
    }

    private static Example pairwiseTemplate(
            Surrogate surrogate, double least, double largest, double shift, DoubleUnaryOperator phi) {
        return pairwise(
                surrogate,
                least,
                largest,
                (vi, vj, d) -> (vi + shift) * phi.applyAsDouble(d) + (vj + shift) * phi.applyAsDouble(-d));
    }

    private static Example observed(Surrogate surrogate, PairWeight weight, DoubleUnaryOperator phi) {
        return pairwise(surrogate, -2, 3, (vi, vj, d) -> {
            double w = weight == PairWeight.UNIT ? Math.signum(Math.abs(vi - vj)) : Math.abs(vi - vj);
            return w * phi.applyAsDouble(vi > vj ? d : -d);
        });
    }

    /** M = 2: the divergence of the probability vectors (v, rest)/M and softmax(s, 0), times M. */
    private static double softmaxDivergence(double[] v, double[] s) {
        double partition = 1;
        double rest = 2;
        for (int i = 0; i < v.length; i++) {
            partition += Math.exp(s[i]);
            rest -= v[i];
        }
        double sum = rest <= 0 ? 0 : rest * Math.log(rest / 2 * partition);
        for (int i = 0; i < v.length; i++) {
            sum += v[i] == 0 ? 0 : v[i] * Math.log(v[i] / 2 * partition / Math.exp(s[i]));
        }
        return sum;
    }

    private static double listNet(double[] v, double[] s) {
        double wanted = 0;
        double given = 0;
        for (int i = 0; i < v.length; i++) {
            wanted += Math.exp(v[i]);
            given += Math.exp(s[i]);
        }
        double sum = 0;
        for (int i = 0; i < v.length; i++) {
            sum -= Math.exp(v[i]) / wanted * Math.log(Math.exp(s[i]) / given);
        }
        return sum;
    }

    private static double listMle(double[] v, double[] s) {
        double sum = 0;
        for (int i = 0; i < v.length; i++) {
            double choice = 0;
            for (int j = 0; j < v.length; j++) {
                choice += v[j] <= v[i] ? Math.exp(s[j]) : 0;
            }
            sum -= Math.log(Math.exp(s[i]) / choice);
        }
        return sum;
    }

    private static double tanhDivergence(double v, double s) {
        // by the definition ψ(v) − ψ(g) − ψ'(g)(v − g), with ψ' the inverse of the link
        double at = TanhPotential.inverse(v);
        double g = s + Math.tanh(s);
        double psi = v * at - TanhPotential.conjugate(at);
        double psiAtLink = g * s - TanhPotential.conjugate(s);
        return psi - psiAtLink - s * (v - g);
    }

    /** A user's potential: ψ*(s) = Σ s²/2 + log cosh s, so g(s) = s + tanh s, and ψ'' = 1/(1 + 1/cosh² s) ≥ ½. */
    static final class TanhPotential implements Potential {
        static double conjugate(double s) {
            return s * s / 2 + Math.abs(s) + Math.log1p(Math.exp(-2 * Math.abs(s))) - Math.log(2);
        }

        static double inverse(double v) {
            double s = v / 2;
            for (int step = 0; step < 100; step++) {
                s -= (s + Math.tanh(s) - v) / (1 + 1 / Math.pow(Math.cosh(s), 2));
            }
            return s;
        }

        @Override
        public double value(double[] utilities, int items) {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                double s = inverse(utilities[i]);
                sum += s * utilities[i] - conjugate(s);
            }
            return sum;
        }

        @Override
        public double conjugate(double[] scores, int items) {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                sum += conjugate(scores[i]);
            }
            return sum;
        }

        @Override
        public void linkInto(double[] scores, int items, double[] utilities) {
            for (int i = 0; i < items; i++) {
                utilities[i] = scores[i] + Math.tanh(scores[i]);
            }
        }

        @Override
        public void linkSlopesInto(double[] scores, int items, double[] slopes) {
            for (int i = 0; i < items; i++) {
                double tanh = Math.tanh(scores[i]);
                slopes[i] = 2 - tanh * tanh;
            }
        }

        @Override
        public void inverseLinkInto(double[] utilities, int items, double[] scores) {
            for (int i = 0; i < items; i++) {
                scores[i] = inverse(utilities[i]);
            }
        }

        @Override
        public double strongConvexity() {
            return 0.5;
        }

        @Override
        public String text() {
            return "tanh";
        }
    }
}
