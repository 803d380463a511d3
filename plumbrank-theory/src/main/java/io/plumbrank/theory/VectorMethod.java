package io.plumbrank.theory;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Least squares on α and a decoder (RAT13, Theorem 3). The minimiser is u^p = E[α]. The decoder is asked at u^p and at points
 * close by on all sides, since a minimising sequence may come from any.
 *
 * @param <Y> a label
 * @param <T> a prediction
 */
final class VectorMethod<Y, T> implements Method<Y, T>, SurrogateRisk<Y, T> {
    private static final int NEIGHBOURS = 12;
    private static final double CLOSE = 1e-10;
    private static final int HALVINGS = 40;

    private final String text;
    private final String decoder;
    private final int size;
    private final BiConsumer<? super Y, double[]> encoder;
    private final double divisor;
    private final Function<double[], ? extends T> decode;
    private final List<T> predictions;
    private final Function<? super T, double[]> embedding;

    /**
     * What is fitted.
     *
     * @param size of α
     * @param encoder writes α
     * @param divisor of the sum of squares, as it is trained
     */
    record Encoding<Y>(int size, BiConsumer<? super Y, double[]> encoder, double divisor) {
        /** A plain sum. */
        Encoding(int size, BiConsumer<? super Y, double[]> encoder) {
            this(size, encoder, 1);
        }
    }

    /** @param embedding β_t with decoder argmin ⟨u, β_t⟩ + b_t; only {@link #probe} looks at it, for directions */
    VectorMethod(
            String text,
            String decoder,
            Encoding<Y> encoding,
            Function<double[], ? extends T> decode,
            List<T> predictions,
            Function<? super T, double[]> embedding) {
        this.text = text;
        this.decoder = decoder;
        this.size = encoding.size;
        this.encoder = encoding.encoder;
        this.divisor = encoding.divisor;
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
        return decoded(p.mean(size, encoder));
    }

    @Override
    public Limit<T> decoded(double[] u) {
        Random random = new Random(1);
        double largest = 0;
        for (double x : u) {
            largest = Math.max(largest, Math.abs(x));
        }
        Set<T> decoded = new HashSet<>();
        decoded.add(decode.apply(u));
        for (int k = 0; k < NEIGHBOURS; k++) {
            double[] close = u.clone();
            for (int i = 0; i < size; i++) {
                close[i] += CLOSE * largest * random.nextGaussian();
            }
            decoded.add(decode.apply(close));
        }
        return new Limit<>() {
            @Override
            public boolean allows(T prediction) {
                return decoded.contains(prediction);
            }

            @Override
            public double[] minimiser() {
                return u.clone();
            }
        };
    }

    @Override
    public Optional<SurrogateRisk<Y, T>> risk() {
        return Optional.of(this);
    }

    @Override
    public double regret(LabelDistribution<Y> p, double[] u) {
        double[] mean = p.mean(size, encoder);
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += (u[i] - mean[i]) * (u[i] - mean[i]);
        }
        return sum / divisor;
    }

    /** From u^p straight away from what is decoded there towards another prediction, to where the decoder changes its mind. */
    @Override
    public double[] probe(LabelDistribution<Y> p, Random random) {
        double[] mean = p.mean(size, encoder);
        T here = decode.apply(mean);
        double[] from = embedding.apply(here);
        double[] to = embedding.apply(predictions.get(random.nextInt(predictions.size())));
        double scale = 1;
        while (scale < 1e9 && decode.apply(moved(mean, from, to, scale)).equals(here)) {
            scale *= 4;
        }
        double low = 0;
        double high = scale;
        for (int k = 0; k < HALVINGS; k++) {
            double middle = (low + high) / 2;
            if (decode.apply(moved(mean, from, to, middle)).equals(here)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return moved(mean, from, to, high);
    }

    private double[] moved(double[] mean, double[] from, double[] to, double length) {
        double[] u = mean.clone();
        for (int i = 0; i < size; i++) {
            u[i] += length * (from[i] - to[i]);
        }
        return u;
    }
}
