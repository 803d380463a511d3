package io.plumbrank.learn.maps;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.features.MappedScorer;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Features of the Laplace kernel at landmarks: z(x) = L⁻¹k(x), where K = LLᵀ is the kernel matrix of the landmarks. Then
 * z(x)ᵀz(x') is the kernel between the projections of x and x' on the span of the landmarks (Nyström), and ‖w‖² the squared
 * norm of x ↦ wᵀz(x) in the kernel's space: ridge regression on z is kernel ridge regression within that span, and over all
 * functions of the space where the landmarks are all of the training rows.
 *
 * <p>Immutable, with value equality. Construction costs O(M³) for M landmarks, a row O(M·(inputs + M)).
 */
public final class KernelFeatures implements FeatureMap {
    private static final long serialVersionUID = 1;

    /** A row whose kernel function is this near to the span of the others, in squared norm, adds nothing but rounding. */
    private static final double SPANNED = 1e-8;

    private final LaplaceKernel kernel;

    /** L by columns: entry (i, j) is at [j][1 + i], since z begins at 1 too. */
    private final transient double[][] factor;

    /** @throws IllegalArgumentException if two landmarks are the same but for rounding */
    public KernelFeatures(LaplaceKernel kernel) {
        this.kernel = kernel;
        this.factor = factor(kernel);
    }

    /**
     * With landmarks by pivoted Cholesky: always the row whose kernel function is farthest from the span of those before,
     * until there are enough, or all rows are spanned. O(rows · count · (inputs + count)).
     *
     * @param x row-major, NaN for missing
     * @param count how many landmarks at most
     */
    public static KernelFeatures of(
            float[] x, int rows, int inputs, FeatureReference reference, double bandwidth, int count) {
        float[][] all = new float[rows][];
        for (int row = 0; row < rows; row++) {
            all[row] = Arrays.copyOfRange(x, row * inputs, (row + 1) * inputs);
        }
        LaplaceKernel kernel = LaplaceKernel.of(reference, bandwidth, all);
        List<double[]> columns = new ArrayList<>();
        double[] residuals = new double[rows];
        Arrays.fill(residuals, 1);
        List<float[]> chosen = new ArrayList<>();
        while (chosen.size() < Math.min(count, rows)) {
            int pivot = 0;
            for (int row = 1; row < rows; row++) {
                pivot = residuals[row] > residuals[pivot] ? row : pivot;
            }
            if (residuals[pivot] <= SPANNED) {
                break;
            }
            chosen.add(all[pivot]);
            double[] column = new double[rows];
            for (int row = 0; row < rows; row++) {
                column[row] = kernel.between(row, pivot);
            }
            for (double[] before : columns) {
                Kernels.addOneInto(-before[pivot], before, 0, rows, column);
            }
            double root = Math.sqrt(residuals[pivot]);
            for (int row = 0; row < rows; row++) {
                column[row] /= root;
                residuals[row] -= column[row] * column[row];
            }
            residuals[pivot] = 0;
            columns.add(column);
        }
        return new KernelFeatures(LaplaceKernel.of(reference, bandwidth, chosen.toArray(float[][]::new)));
    }

    private static double[][] factor(LaplaceKernel kernel) {
        int size = kernel.terms();
        double[][] columns = new double[size][1 + size];
        for (int j = 0; j < size; j++) {
            double[] column = columns[j];
            for (int i = j; i < size; i++) {
                column[1 + i] = kernel.between(i, j);
            }
            for (int l = 0; l < j; l++) {
                Kernels.addOneInto(-columns[l][1 + j], columns[l], 1 + j, 1 + size, column);
            }
            if (!(column[1 + j] > 0)) {
                throw new IllegalArgumentException("landmark " + (j + 1) + " is the same as others");
            }
            double root = Math.sqrt(column[1 + j]);
            for (int i = j; i < size; i++) {
                column[1 + i] /= root;
            }
        }
        return columns;
    }

    @Serial
    private Object readResolve() {
        return new KernelFeatures(kernel);
    }

    @Override
    public FeatureReference reference() {
        return kernel.reference();
    }

    @Override
    public int size(int inputs) {
        return kernel.terms();
    }

    /** False: ‖w‖² is the norm of the kernel's space in the features' own scale. */
    @Override
    public boolean isStandardised() {
        return false;
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        kernel.kernelInto(x, at, inputs, rows, z, 1);
        for (int r = 0; r < rows; r++) {
            double[] row = z[r];
            for (int j = 0; j < factor.length; j++) {
                row[1 + j] /= factor[j][1 + j];
                Kernels.addOneInto(-row[1 + j], factor[j], 2 + j, 1 + factor.length, row);
            }
        }
    }

    /** wᵀz = wᵀL⁻¹k: the weights of k solve Lᵀa = w. */
    @Override
    public MappedScorer scorer(int inputs, double[] intercepts, double[][] weights) {
        double[][] solved = new double[weights.length][];
        for (int o = 0; o < weights.length; o++) {
            double[] a = weights[o].clone();
            for (int j = a.length - 1; j >= 0; j--) {
                for (int i = j + 1; i < a.length; i++) {
                    a[j] -= factor[j][1 + i] * a[i];
                }
                a[j] /= factor[j][1 + j];
            }
            solved[o] = a;
        }
        return MappedScorer.of(kernel, inputs, intercepts, solved);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelFeatures that && kernel.equals(that.kernel);
    }

    @Override
    public int hashCode() {
        return kernel.hashCode();
    }

    /**
     * Features of the Laplace kernel at landmarks among the rows: kernel ridge regression where rows are few, and close to it
     * where they are many.
     *
     * @param count how many landmarks at most
     * @param bandwidthFactor the bandwidth, in units of the median ℓ₁ distance between rows of the first block; try ½, 1, 2 and
     *     4 on validation data
     */
    public record Spec(int count, double bandwidthFactor) implements Features {
        public Spec {
            FeatureSpec.requireSize("the number of landmarks", count, bandwidthFactor);
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
    }
}
