package io.plumbrank.theory.surrogates;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Least squares on α and a decoder (RAT13, Theorem 3). The minimiser is u^p = E[α]. The decoder is asked at u^p and at points
 * close by on all sides, since a minimising sequence may come from any.
 */
public final class VectorMethod<Y, T> implements Method<Y, T>, SurrogateRisk<Y, T> {
    private static final int NEIGHBOURS = 12;
    private static final double CLOSE = 1e-10;
    private static final int HALVINGS = 40;

    private final String text;
    private final String decoder;
    private final Encoding<Y> encoding;
    private final Function<double[], ? extends T> decode;
    private final List<T> predictions;
    private final Function<? super T, double[]> embedding;

    /**
     * What is fitted.
     *
     * @param size of α
     * @param encoder writes α
     * @param divisor of the sum of squares, as it is trained
     * @param known which numbers of α a label knows; null where it knows all
     */
    public record Encoding<Y>(
            int size,
            BiConsumer<? super Y, double[]> encoder,
            double divisor,
            @Nullable Function<? super Y, boolean[]> known) {
        /** Labels that know all. */
        public Encoding(int size, BiConsumer<? super Y, double[]> encoder, double divisor) {
            this(size, encoder, divisor, null);
        }

        /** A plain sum. */
        public Encoding(int size, BiConsumer<? super Y, double[]> encoder) {
            this(size, encoder, 1);
        }

        /** The probability that each number is known. */
        double[] shares(LabelDistribution<Y> p) {
            double[] shares = new double[size];
            for (int y = 0; y < p.size(); y++) {
                boolean[] here = known == null ? null : known.apply(p.label(y));
                for (int i = 0; i < size; i++) {
                    shares[i] += here == null || here[i] ? p.probability(y) : 0;
                }
            }
            return shares;
        }

        /** E[α], of each number among the labels that know it; 0 where none does. */
        double[] mean(LabelDistribution<Y> p) {
            Function<? super Y, boolean[]> knows = known;
            if (knows == null) {
                return p.mean(size, encoder);
            }
            double[] mean = p.mean(size, (label, alpha) -> {
                encoder.accept(label, alpha);
                boolean[] here = knows.apply(label);
                for (int i = 0; i < size; i++) {
                    alpha[i] = here[i] ? alpha[i] : 0;
                }
            });
            double[] shares = shares(p);
            for (int i = 0; i < size; i++) {
                mean[i] = shares[i] > 0 ? mean[i] / shares[i] : 0;
            }
            return mean;
        }
    }

    /** @param embedding β_t with decoder argmin ⟨u, β_t⟩ + b_t; only {@link #probe} looks at it, for directions */
    public VectorMethod(
            String text,
            String decoder,
            Encoding<Y> encoding,
            Function<double[], ? extends T> decode,
            List<T> predictions,
            Function<? super T, double[]> embedding) {
        this.text = text;
        this.decoder = decoder;
        this.encoding = encoding;
        this.decode = decode;
        this.predictions = predictions;
        this.embedding = embedding;
    }

    @Override
    public String surrogate() {
        return text;
    }

    @Override
    public String decoder() {
        return decoder;
    }

    @Override
    public Limit<T> limit(LabelDistribution<Y> p) {
        boolean determined =
                encoding.known == null || Arrays.stream(encoding.shares(p)).allMatch(share -> share > 0);
        return decoded(encoding.mean(p), determined);
    }

    @Override
    public Limit<T> decoded(double[] u) {
        return decoded(u, true);
    }

    /** @param determined whether u is the only minimiser: a number that no label knows may be anything */
    private Limit<T> decoded(double[] u, boolean determined) {
        Random random = new Random(1);
        double largest = 0;
        for (double x : u) {
            largest = Math.max(largest, Math.abs(x));
        }
        Set<T> decoded = new HashSet<>();
        decoded.add(decode.apply(u));
        for (int k = 0; k < NEIGHBOURS; k++) {
            double[] close = u.clone();
            for (int i = 0; i < encoding.size; i++) {
                close[i] += CLOSE * largest * random.nextGaussian();
            }
            decoded.add(decode.apply(close));
        }
        return Limit.of(u, determined, decoded::contains);
    }

    @Override
    public Optional<SurrogateRisk<Y, T>> risk() {
        return Optional.of(this);
    }

    @Override
    public double regret(LabelDistribution<Y> p, double[] u) {
        double[] mean = encoding.mean(p);
        double[] shares = encoding.shares(p);
        double sum = 0;
        for (int i = 0; i < encoding.size; i++) {
            sum += (encoding.known == null ? 1 : shares[i]) * (u[i] - mean[i]) * (u[i] - mean[i]);
        }
        return sum / encoding.divisor;
    }

    /** Squares of a number that is known with probability q count q times, so that D holds over √q. */
    @Override
    public double constantShare(LabelDistribution<Y> p) {
        return encoding.known == null
                ? 1
                : 1 / Math.sqrt(Arrays.stream(encoding.shares(p)).min().orElse(1));
    }

    @Override
    public boolean hasOneConstant() {
        return encoding.known == null;
    }

    /** From u^p straight away from what is decoded there towards another prediction, to where the decoder changes its mind. */
    @Override
    public double[] probe(LabelDistribution<Y> p, Random random) {
        double[] mean = encoding.mean(p);
        T here = decode.apply(mean);
        double[] from = embedding.apply(here);
        double[] to = embedding.apply(predictions.get(random.nextInt(predictions.size())));
        double end = end(length -> decode.apply(moved(mean, from, to, length)).equals(here), 1e9, HALVINGS);
        return moved(mean, from, to, end);
    }

    /** A length just beyond those at which something holds, found by halving. */
    static double end(DoublePredicate holds, double farthest, int halvings) {
        double high = 1;
        while (high < farthest && holds.test(high)) {
            high *= 4;
        }
        double low = 0;
        for (int k = 0; k < halvings; k++) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double[] moved(double[] mean, double[] from, double[] to, double length) {
        double[] u = mean.clone();
        for (int i = 0; i < encoding.size; i++) {
            u[i] += length * (from[i] - to[i]);
        }
        return u;
    }
}
