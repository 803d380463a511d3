package io.plumbrank.learn.features;

import java.io.Serializable;

/** The features in which functions are linear, before data fix their map. A new kind implements this interface. */
public interface Features extends Serializable {
    /**
     * The map that a sample of rows fixes.
     *
     * @param x row-major, NaN for missing
     * @param seed of all that is random
     */
    FeatureMap map(float[] x, int rows, int inputs, long seed);

    /** Its name with its parameters, such as {@code fourier(features=500,bandwidth=1.0)}. */
    String text();

    /** Whether they are the features themselves, so that the first rows fix the map and sparse rows stay sparse. */
    default boolean isLinear() {
        return false;
    }

    /** Whether pairs of items can have them too. */
    default boolean takesPairs() {
        return true;
    }

    /** The features themselves. */
    record Linear() implements Features {
        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            return new LinearFeatures(FeatureReference.ofRows(x, rows, inputs));
        }

        @Override
        public String text() {
            return "linear";
        }

        @Override
        public boolean isLinear() {
            return true;
        }
    }

    /**
     * Random Fourier features of the Gaussian kernel.
     *
     * @param count how many
     * @param bandwidthFactor the bandwidth, in units of the median distance between rows of the first block; try ½, 1 and 2
     *     on validation data
     */
    record Fourier(int count, double bandwidthFactor) implements Features {
        public Fourier {
            requireSize("the number of Fourier features", count, bandwidthFactor);
        }

        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            FeatureReference reference = FeatureReference.ofRows(x, rows, inputs);
            double distance = MedianDistance.of(x, rows, reference, seed);
            return new FourierFeatures(reference, count, bandwidthFactor * distance, seed);
        }

        @Override
        public String text() {
            return "fourier(features=" + count + ",bandwidth=" + bandwidthFactor + ")";
        }
    }

    /**
     * Features of the Laplace kernel at landmarks among the rows: kernel ridge regression where rows are few, and close to it
     * where they are many.
     *
     * @param count how many landmarks at most
     * @param bandwidthFactor the bandwidth, in units of the median ℓ₁ distance between rows of the first block; try ½, 1, 2 and
     *     4 on validation data
     */
    record Kernel(int count, double bandwidthFactor) implements Features {
        public Kernel {
            requireSize("the number of landmarks", count, bandwidthFactor);
        }

        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            FeatureReference reference = FeatureReference.ofRows(x, rows, inputs);
            double bandwidth = bandwidthFactor * MedianDistance.absolute(x, rows, reference, seed);
            return KernelFeatures.of(x, rows, inputs, reference, bandwidth, count);
        }

        @Override
        public String text() {
            return "kernel(features=" + count + ",bandwidth=" + bandwidthFactor + ")";
        }

        @Override
        public boolean takesPairs() {
            return false;
        }
    }

    private static void requireSize(String what, int count, double bandwidthFactor) {
        int most = 1_000_000; // a row of so many doubles takes 8 MB, and their products more than any machine has
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(what + " must be from 1 to " + most + ", got " + count);
        }
        if (!(bandwidthFactor > 0) || Double.isInfinite(bandwidthFactor)) {
            throw new IllegalArgumentException("bandwidth factor must be positive and finite, got " + bandwidthFactor);
        }
    }
}
