package io.plumbrank.learn.maps;

/** Means and standard deviations of features z over weighted rows; 0 where a feature does not vary. */
public record FeatureSpread(double[] means, double[] deviations) {
    /** Where a variance is rounding, relative to the mean square: (a millionth)². */
    public static final double ROUNDING = 1e-12;

    /** From Σw, Σw·z_i and Σw·z_i²; refuses infinite sums. */
    public static FeatureSpread of(double weight, double[] sums, double[] squares) {
        double[] means = new double[sums.length];
        double[] deviations = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            double meanSquare = squares[i] / weight;
            if (!Double.isFinite(meanSquare)) {
                throw new IllegalArgumentException("feature " + (i + 1) + " has an infinite value");
            }
            means[i] = sums[i] / weight;
            double variance = meanSquare - means[i] * means[i];
            deviations[i] = variance > ROUNDING * meanSquare ? Math.sqrt(variance) : 0;
        }
        return new FeatureSpread(means, deviations);
    }
}
