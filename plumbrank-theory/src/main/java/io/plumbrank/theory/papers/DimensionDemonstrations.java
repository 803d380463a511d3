package io.plumbrank.theory.papers;

import io.plumbrank.data.Ranking;
import io.plumbrank.theory.papers.PaperDemonstrations.Found;
import io.plumbrank.theory.papers.PaperDemonstrations.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * How many scores a convex surrogate needs at least, by the argument of Ramaswamy and Agarwal (NIPS 2012).
 *
 * <p>Where all labels are equally likely, every ranking is best. Let u minimise there a convex surrogate of d scores: subgradients w_y ∈ R^d
 * have Σ w_y / n = 0. Then u minimises for every q with Σ q_y w_y = 0 too, so that its ranking σ must be best for all these q. Were σ best for
 * q = 1/n + εv and 1/n − εv, the v must be orthogonal to ℓ_σ − ℓ_σ' for all σ'. So all these differences lie in the span of the d columns of
 * w and of the ones, and d is at least their rank beside the ones.
 */
final class DimensionDemonstrations {
    private static final double NOTHING = 1e-9;
    private static final int FEW = 4;
    private static final int MORE = 5;

    private DimensionDemonstrations() {}

    /** Draws subgradients of as many scores as items, and looks for a q at which the minimiser's ranking, whichever it is, is not best. */
    static Found pairwiseDisagreement(int count, Random random) {
        return tooFew(DimensionDemonstrations::disagreements, count, random);
    }

    /** As {@link #pairwiseDisagreement}, for average precision. */
    static Found averagePrecision(int count, Random random) {
        return tooFew(DimensionDemonstrations::precisions, count, random);
    }

    private static Found tooFew(IntFunction<double[][]> losses, int count, Random random) {
        double[][] few = losses.apply(FEW);
        Trials trials = new Trials(count, (trial, all) -> {
            int labels = few[0].length;
            Span span = new Span();
            span.add(ones(labels));
            for (int score = 0; score < FEW; score++) {
                span.add(random.doubles(labels).map(x -> x - 0.5).toArray());
            }
            double least = Double.POSITIVE_INFINITY;
            for (double[] ranked : few) {
                double most = 0;
                for (double[] other : few) {
                    most = Math.max(most, norm(span.residual(difference(ranked, other))));
                }
                least = Math.min(least, most);
            }
            all.countBroken(least <= NOTHING);
            all.see(least);
        });
        return trials.found(trials.smallest, needed(few), FEW, needed(losses.apply(MORE)), MORE);
    }

    /** The rank of the differences of losses beside the ones. */
    private static int needed(double[][] losses) {
        Span span = new Span();
        span.add(ones(losses[0].length));
        for (double[] other : losses) {
            span.add(difference(other, losses[0]));
        }
        return span.dimension() - 1;
    }

    /** By predicted ranking and label, a ranking too: the share of pairs that are in another order. */
    private static double[][] disagreements(int items) {
        List<Ranking> rankings = rankings(items);
        return table(rankings, rankings.size(), (ranking, label) -> {
            int wrong = 0;
            for (int a = 0; a < items; a++) {
                for (int b = 0; b < items; b++) {
                    wrong += ranking.positionOf(a) < ranking.positionOf(b)
                                    && rankings.get(label).positionOf(a)
                                            > rankings.get(label).positionOf(b)
                            ? 1
                            : 0;
                }
            }
            return 2.0 * wrong / (items * (items - 1));
        });
    }

    /** By ranking and label, a set of relevant items: 1 − average precision. */
    private static double[][] precisions(int items) {
        return table(rankings(items), 1 << items, (ranking, label) -> {
            double sum = 0;
            int relevant = 0;
            for (int position = 0; position < items; position++) {
                if ((label >> ranking.itemAt(position) & 1) == 1) {
                    relevant++;
                    sum += (double) relevant / (position + 1);
                }
            }
            return relevant == 0 ? 0 : 1 - sum / relevant;
        });
    }

    private interface Loss {
        double of(Ranking ranking, int label);
    }

    private static double[][] table(List<Ranking> rankings, int labels, Loss loss) {
        return rankings.stream()
                .map(ranking -> IntStream.range(0, labels)
                        .mapToDouble(label -> loss.of(ranking, label))
                        .toArray())
                .toArray(double[][]::new);
    }

    private static List<Ranking> rankings(int items) {
        List<Ranking> all = new ArrayList<>();
        Ranking.forEach(items, all::add);
        return all;
    }

    private static double[] ones(int size) {
        return IntStream.range(0, size).mapToDouble(i -> 1).toArray();
    }

    private static double[] difference(double[] one, double[] other) {
        return IntStream.range(0, one.length)
                .mapToDouble(y -> one[y] - other[y])
                .toArray();
    }

    private static double norm(double[] vector) {
        double squares = 0;
        for (double x : vector) {
            squares += x * x;
        }
        return Math.sqrt(squares);
    }

    /** An orthonormal basis that grows (Gram and Schmidt, twice for rounding). */
    private static final class Span {
        private final List<double[]> basis = new ArrayList<>();

        int dimension() {
            return basis.size();
        }

        double[] residual(double[] vector) {
            double[] rest = vector.clone();
            for (int pass = 0; pass < 2; pass++) {
                for (double[] unit : basis) {
                    double along = 0;
                    for (int y = 0; y < rest.length; y++) {
                        along += rest[y] * unit[y];
                    }
                    for (int y = 0; y < rest.length; y++) {
                        rest[y] -= along * unit[y];
                    }
                }
            }
            return rest;
        }

        void add(double[] vector) {
            double[] rest = residual(vector);
            double size = norm(rest);
            if (size > NOTHING) {
                for (int y = 0; y < rest.length; y++) {
                    rest[y] /= size;
                }
                basis.add(rest);
            }
        }
    }
}
