package io.plumbrank.target.classes;

/**
 * Codes the classes 0 … n − 1 as the corners of a regular simplex in n − 1 dimensions: H e_y, where the rows of H are the
 * Helmert contrasts h_i = (1, …, 1, −(i+1), 0, …, 0) / √((i+1)(i+2)), an orthonormal basis of the vectors that sum to 0.
 *
 * <p>HᵀH = I − 11ᵀ/n, so ⟨H e_y, H e_t⟩ = 1[y = t] − 1/n, and corners lie √2 apart.
 */
final class SimplexCode {
    private SimplexCode() {}

    /** H e_y. O(n). */
    static void encodeInto(int classes, int label, double[] alpha) {
        for (int i = 0; i < classes - 1; i++) {
            double scale = 1 / Math.sqrt((i + 1.0) * (i + 2.0));
            alpha[i] = label <= i ? scale : label == i + 1 ? -(i + 1) * scale : 0;
        }
    }

    /** H, n − 1 rows. */
    static double[][] matrix(int classes) {
        double[][] rows = new double[classes - 1][classes];
        double[] alpha = new double[classes - 1];
        for (int t = 0; t < classes; t++) {
            encodeInto(classes, t, alpha);
            for (int i = 0; i < alpha.length; i++) {
                rows[i][t] = alpha[i];
            }
        }
        return rows;
    }

    /** Hc for any numbers c, one of each class. O(n). */
    static void contrastInto(double[] c, double[] alpha, int at) {
        double sum = 0;
        for (int i = 0; i < c.length - 1; i++) {
            sum += c[i];
            alpha[at + i] = (sum - (i + 1) * c[i + 1]) / Math.sqrt((i + 1.0) * (i + 2.0));
        }
    }

    /** Hᵀu, by one pass from the last class to the first: for u = Σ_y p_y H e_y these are p_t − 1/n. O(n). */
    static double[] decode(int classes, double[] u) {
        double[] scores = new double[classes];
        double later = 0;
        for (int t = classes - 1; t >= 0; t--) {
            scores[t] = later;
            if (t > 0) {
                double scaled = u[t - 1] / Math.sqrt(t * (t + 1.0));
                scores[t] -= t * scaled;
                later += scaled;
            }
        }
        return scores;
    }

    /** The first of the largest scores. */
    static int best(double[] scores) {
        int best = 0;
        for (int t = 1; t < scores.length; t++) {
            best = scores[t] > scores[best] ? t : best;
        }
        return best;
    }
}
