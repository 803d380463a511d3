package io.plumbrank.learn.pairs;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.PairIndex;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.features.FeatureReference;
import java.io.IOException;

/**
 * Products of the features of two items. With z̃ = (1, x − reference), a missing value 0, the features of a pair are
 *
 * <ul>
 *   <li>antisymmetric: z̃_ib z̃_ja − z̃_ia z̃_jb for a &lt; b, so that u_ij = z̃_iᵀBz̃_j with any B = −Bᵀ: differences of features, and
 *       products that can express circles;
 *   <li>symmetric: z̃_ib z̃_ja + z̃_ia z̃_jb for a &lt; b, and z̃_ia z̃_ja, so that B is any symmetric matrix.
 * </ul>
 *
 * <p>Without products only a = 0 is left: differences, or sums. The linear span does not depend on the reference. Their sums over
 * all pairs of a query come from sums over its items ({@code PairAccumulator}). Immutable, with value equality.
 *
 * @param reference of rows that hold two items, with the same reference for both
 * @param products whether there are products of two features
 */
public record ProductPairs(FeatureReference reference, boolean antisymmetric, boolean products)
        implements PairFeatures {
    private static final long serialVersionUID = 1;

    /** @param items where the features of an item lie */
    public static ProductPairs of(FeatureReference items, boolean antisymmetric, boolean products) {
        return new ProductPairs(PairFeatures.twice(items), antisymmetric, products);
    }

    /** The largest a. */
    public int lastRow() {
        return products ? itemInputs() : 0;
    }

    /** The smallest b that goes with a; (0, 0), the constant, is no feature. */
    public int firstColumn(int a) {
        return antisymmetric || a == 0 ? a + 1 : a;
    }

    /** Where feature (a, b) stands, less b; feature 0 at 1, behind the leading place. */
    public int base(int a) {
        return 1 + PairIndex.STRICT.row(a, coordinates());
    }

    @Override
    public int size(int inputs) {
        return products ? PairIndex.STRICT.size(coordinates()) - (antisymmetric ? 0 : 1) : itemInputs();
    }

    /** a &lt; b are strict pairs of the k + 1 coordinates of z̃; with a ≤ b, (a, b + 1) are those of one more. */
    private int coordinates() {
        return itemInputs() + (antisymmetric ? 1 : 2);
    }

    /** Writes z̃ of an item whose features begin at {@code at}. */
    public void extendInto(float[] x, int at, double[] extended) {
        extended[0] = 1;
        reference.shiftInto(x, at, itemInputs(), 1, extended);
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        int k = itemInputs();
        double[] first = new double[1 + k];
        double[] second = new double[1 + k];
        for (int row = 0; row < rows; row++) {
            extendInto(x, at + row * inputs, first);
            extendInto(x, at + row * inputs + k, second);
            for (int a = 0; a <= lastRow(); a++) {
                int base = base(a);
                for (int b = firstColumn(a); b <= k; b++) {
                    double one = first[b] * second[a];
                    double other = first[a] * second[b];
                    z[row][base + b] = antisymmetric ? one - other : a == b ? one : one + other;
                }
            }
        }
    }

    /** {@code products} in files. */
    public static final class Codec implements PairFeaturesCodec<ProductPairs> {
        @Override
        public String name() {
            return "products";
        }

        @Override
        public Class<ProductPairs> featuresType() {
            return ProductPairs.class;
        }

        @Override
        public void writeFeatures(ProductPairs pairs, JsonGenerator json) throws IOException {
            json.writeBooleanField("products", pairs.products);
        }

        @Override
        public ProductPairs readFeatures(FeatureReference items, boolean antisymmetric, Fields json) {
            return of(items, antisymmetric, json.bool("products"));
        }
    }
}
