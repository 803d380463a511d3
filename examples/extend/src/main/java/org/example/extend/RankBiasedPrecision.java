package org.example.extend;

import io.plumbrank.measure.Additive;
import io.plumbrank.measure.MeasureKind;
import io.plumbrank.measure.MeasureProvider;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Structure;
import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Numbers;
import java.util.List;

/**
 * Rank-biased precision (1 − p) Σ_k p^(k−1) · [item at k is relevant] of Moffat and Zobel (2008): what a reader finds per look who goes
 * on from each item to the next with probability p. O(n).
 *
 * <p>It is positional: a sum over positions of a discount times what the item there is worth. So every order-preserving surrogate is
 * calibrated with it (CUG13, Theorem 3.2), and the library says so without a further line here.
 */
public record RankBiasedPrecision(MeasureSpec spec, double p) implements Additive {
    private static final Key<Double> P =
            new Key<>("p", 0.8, List.of(), "0.8", RankBiasedPrecision::patience, Numbers::text);

    /** Measure text is {@code rbp}, {@code rbp@10}, {@code rbp(p=0.95,rel=2)} and so on; {@code rel} and {@code ties} are the library's. */
    private static final MeasureKind KIND = MeasureKind.of(
                    Structure.POSITIONAL, "rbp rank_biased_precision", RankBiasedPrecision::new)
            .mayBeCut()
            .keys(P, Key.REL, Key.TIES);

    private RankBiasedPrecision(MeasureSpec spec) {
        this(spec, spec.get(P));
    }

    private static double patience(String text) {
        double p = Key.number("p", text, "a number from 0 to 1");
        if (p < 0 || p >= 1) {
            throw new IllegalArgumentException("p must be at least 0 and below 1, found '" + text + "'");
        }
        return p;
    }

    @Override
    public double discount(int position, int n) {
        return position < depth(n) ? (1 - p) * Math.pow(p, position) : 0;
    }

    @Override
    public double utility(double grade) {
        return spec.relevance().test(grade) ? 1 : 0;
    }

    /** Utilities are 0 or 1 whatever the data, so that surrogates with a bound need no look at them. */
    @Override
    public double largestUtility(int n) {
        return 1;
    }

    /** Brings it; the services line names this class. */
    public static final class Provider implements MeasureProvider {
        @Override
        public List<MeasureKind> kinds() {
            return List.of(KIND);
        }
    }
}
