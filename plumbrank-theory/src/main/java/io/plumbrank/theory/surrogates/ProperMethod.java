package io.plumbrank.theory.surrogates;

import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoublePredicate;

/**
 * Log-loss on classes and the least expected cost. p·ψ is least where softmax(u) = p, or in the limit towards it where some classes are
 * ruled out; predictions that tie there are all allowed, since fits may come from any side.
 */
public final class ProperMethod implements Method<Integer, Integer>, SurrogateRisk<Integer, Integer> {
    /** Costs that differ by less, relative to the largest, are taken for ties. */
    private static final double TIE = 1e-11;

    /** Stands for the logarithm of 0. */
    private static final double RULED_OUT = -700;

    private static final int HALVINGS = 60;

    private final LossMatrix matrix;
    private final double largest;

    public ProperMethod(LossMatrix matrix) {
        this.matrix = matrix;
        this.largest = Arrays.stream(matrix.toArray())
                .flatMapToDouble(Arrays::stream)
                .max()
                .orElseThrow();
    }

    @Override
    public String surrogate() {
        return "logistic";
    }

    @Override
    public String decoder() {
        return "least expected cost";
    }

    @Override
    public Limit<Integer> limit(LabelDistribution<Integer> p) {
        return cheapest(vector(p), log(vector(p)));
    }

    @Override
    public Limit<Integer> decoded(double[] u) {
        return cheapest(softmax(u), u);
    }

    private Limit<Integer> cheapest(double[] probabilities, double[] u) {
        double least = cost(probabilities, best(probabilities));
        return Limit.of(u, true, prediction -> cost(probabilities, prediction) <= least + TIE * largest);
    }

    @Override
    public Optional<SurrogateRisk<Integer, Integer>> risk() {
        return Optional.of(this);
    }

    /** KL(p ‖ softmax(u)). */
    @Override
    public double regret(LabelDistribution<Integer> p, double[] u) {
        double sum = 0;
        for (int k = 0; k < p.size(); k++) {
            double probability = p.probability(k);
            sum += probability
                    * (StrictMath.log(probability) + ProbabilityMap.NONE.logLoss(u, 0, u.length, p.label(k)));
        }
        return Math.max(0, sum);
    }

    /** From p along the exponential family that makes another prediction cheaper, to where it is as cheap as the best. */
    @Override
    public double[] probe(LabelDistribution<Integer> p, Random random) {
        double[] from = log(vector(p));
        int here = best(vector(p));
        int other = random.nextInt(matrix.predictions());
        DoublePredicate dearer = length -> {
            double[] q = tilted(from, here, other, length);
            return cost(q, other) > cost(q, here);
        };
        return log(tilted(from, here, other, VectorMethod.end(dearer, 1e6, HALVINGS)));
    }

    private double[] tilted(double[] from, int here, int other, double length) {
        double[] u = from.clone();
        for (int y = 0; y < u.length; y++) {
            u[y] += length * (matrix.loss(y, here) - matrix.loss(y, other)) / largest;
        }
        return softmax(u);
    }

    private double[] vector(LabelDistribution<Integer> p) {
        double[] vector = new double[matrix.classes()];
        for (int k = 0; k < p.size(); k++) {
            vector[p.label(k)] = p.probability(k);
        }
        return vector;
    }

    private static double[] log(double[] p) {
        return Arrays.stream(p)
                .map(x -> x > 0 ? Math.max(RULED_OUT, StrictMath.log(x)) : RULED_OUT)
                .toArray();
    }

    private static double[] softmax(double[] u) {
        double[] p = new double[u.length];
        ProbabilityMap.softmaxInto(u, 0, p);
        return p;
    }

    private int best(double[] p) {
        int best = 0;
        for (int t = 1; t < matrix.predictions(); t++) {
            best = cost(p, t) < cost(p, best) ? t : best;
        }
        return best;
    }

    private double cost(double[] p, int prediction) {
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            sum += p[y] * matrix.loss(y, prediction);
        }
        return sum;
    }
}
