package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.templates.ListMle;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The list-wise losses to compare with, and sorting. ListNet is least where softmax(s) = E[softmax(v)]. ListMLE has no closed
 * form: item i chooses from those of at most its utility, so the risk falls with s_i − s_j for each such j, and what remains as
 * components run apart is ListMLE on each of them.
 */
final class ListMethod<Y> implements Method<Y, Ranking> {
    private final boolean mle;
    private final int items;
    private final BiConsumer<? super Y, double[]> encoder;

    private ListMethod(boolean mle, int items, BiConsumer<? super Y, double[]> encoder) {
        this.mle = mle;
        this.items = items;
        this.encoder = encoder;
    }

    static <Y> ListMethod<Y> listNet(int items, BiConsumer<? super Y, double[]> encoder) {
        return new ListMethod<>(false, items, encoder);
    }

    static <Y> ListMethod<Y> listMle(int items, BiConsumer<? super Y, double[]> encoder) {
        return new ListMethod<>(true, items, encoder);
    }

    @Override
    public String surrogate() {
        return mle ? "listmle" : "listnet";
    }

    @Override
    public Limit<Ranking> limit(LabelDistribution<Y> p) {
        return mle ? listMleLimit(p) : ScoreLimit.of(listNetScores(p));
    }

    private double[] listNetScores(LabelDistribution<Y> p) {
        double[] chances = p.mean(items, (label, q) -> {
            encoder.accept(label, q);
            double largest = Arrays.stream(q).max().orElse(0);
            double sum = 0;
            for (int i = 0; i < items; i++) {
                q[i] = Math.exp(q[i] - largest);
                sum += q[i];
            }
            for (int i = 0; i < items; i++) {
                q[i] /= sum;
            }
        });
        return Arrays.stream(chances).map(Math::log).toArray();
    }

    private Limit<Ranking> listMleLimit(LabelDistribution<Y> p) {
        double[][] utilities = new double[p.size()][items];
        boolean[][] arcs = new boolean[items][items];
        for (int y = 0; y < p.size(); y++) {
            encoder.accept(p.label(y), utilities[y]);
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    arcs[i][j] |= i != j && utilities[y][j] <= utilities[y][i];
                }
            }
        }
        return Components.limit(arcs, members -> riskOf(members, utilities, p.probabilities()));
    }

    private static SmoothRisk riskOf(int[] members, double[][] utilities, double[] p) {
        List<double[]> parts = Arrays.stream(utilities)
                .map(v -> Arrays.stream(members).mapToDouble(i -> v[i]).toArray())
                .toList();
        ListMle surrogate = new ListMle();
        Scratch scratch = new Scratch();
        double[] slope = new double[members.length];
        return (scores, gradient) -> {
            Arrays.fill(gradient, 0);
            double sum = 0;
            for (int y = 0; y < p.length; y++) {
                sum += p[y] * surrogate.gradientInto(scores, parts.get(y), members.length, scratch, slope);
                for (int i = 0; i < slope.length; i++) {
                    gradient[i] += p[y] * slope[i];
                }
            }
            return sum;
        };
    }
}
