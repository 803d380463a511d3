package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.templates.Eta;
import io.plumbrank.surrogate.templates.PairwiseExponential;
import io.plumbrank.surrogate.templates.PairwiseLogistic;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** A surrogate of scores whose minimiser is known in closed form from the expected utilities, and sorting. */
public final class TemplateMethod<Y> implements Method<Y, Ranking>, SurrogateRisk<Y, Ranking> {
    /** Where a best score is infinite, this far is as good: e^−40 is rounding. */
    private static final double FAR = 40;

    private final Surrogate surrogate;
    private final Surrogate sum;
    private final int items;
    private final BiConsumer<? super Y, double[]> encoder;
    private final Map<Y, double[]> known = new ConcurrentHashMap<>();

    /** @param sum the surrogate, not divided by anything */
    public TemplateMethod(Surrogate surrogate, Surrogate sum, int items, BiConsumer<? super Y, double[]> encoder) {
        this.surrogate = surrogate;
        this.sum = sum;
        this.items = items;
        this.encoder = encoder;
    }

    @Override
    public String surrogate() {
        return surrogate.text();
    }

    @Override
    public Limit<Ranking> limit(LabelDistribution<Y> p) {
        return ScoreLimit.of(optimalScores(mean(p)));
    }

    private double[] optimalScores(double[] mean) {
        return surrogate.optimalScores(mean).orElseThrow();
    }

    private double[] utilities(Y label) {
        return known.computeIfAbsent(label, y -> {
            double[] v = new double[items];
            encoder.accept(y, v);
            return v;
        });
    }

    private double[] mean(LabelDistribution<Y> p) {
        return p.mean(items, (label, v) -> System.arraycopy(utilities(label), 0, v, 0, items));
    }

    @Override
    public Optional<SurrogateRisk<Y, Ranking>> risk() {
        return Optional.of(this);
    }

    @Override
    public double regret(LabelDistribution<Y> p, double[] u) {
        double[] best = Arrays.stream(optimalScores(mean(p)))
                .map(s -> Math.max(-FAR, Math.min(FAR, s)))
                .toArray();
        Scratch scratch = new Scratch();
        double[] gradient = new double[items];
        double sum = 0;
        for (int y = 0; y < p.size(); y++) {
            double[] v = utilities(p.label(y));
            double here = surrogate.gradientInto(u, v, items, scratch, gradient);
            sum += p.probability(y) * (here - surrogate.gradientInto(best, v, items, scratch, gradient));
        }
        return Math.max(0, sum);
    }

    @Override
    public Limit<Ranking> decoded(double[] u) {
        return ScoreLimit.of(u);
    }

    /** The best scores with some items tied as if their utilities were the mean of theirs; at times shaken. */
    @Override
    public double[] probe(LabelDistribution<Y> p, Random random) {
        double[] mean = mean(p);
        int[] order = Ranking.byScores(mean).toItems();
        boolean all = random.nextBoolean();
        int first = all ? 0 : random.nextInt(items);
        for (int pair = 0; pair < (all ? items / 2 : 1); pair++) {
            int i = order[(first + pair) % items];
            int j = order[all ? items - 1 - pair : random.nextInt(items)];
            mean[i] = (mean[i] + mean[j]) / 2;
            mean[j] = mean[i];
        }
        double shake = random.nextInt(3) == 0 ? StrictMath.pow(10, -4 * random.nextDouble()) : 0;
        return Arrays.stream(optimalScores(mean))
                .map(s -> Math.max(-FAR, Math.min(FAR, s)) + shake * random.nextGaussian())
                .toArray();
    }

    /** The pairwise logistic and exponential have c = 2 √‖U‖∞ with U the expected utilities, which η only bounds. */
    @Override
    public double constantShare(LabelDistribution<Y> p) {
        Eta eta = sum instanceof PairwiseLogistic logistic
                ? logistic.eta()
                : sum instanceof PairwiseExponential exponential ? exponential.eta() : null;
        return eta == null ? 1 : Math.sqrt((Arrays.stream(mean(p)).max().orElseThrow() + eta.shift()) / eta.value());
    }
}
