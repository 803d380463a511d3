package io.plumbrank.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What candidates reached on each instance that they were not fitted to, so that two can be compared on the same instances. An
 * instance goes by its number in the file; beyond {@value #MOST} of them several share a place, so that memory has a bound, and the
 * sums of a place stand for a value: means stay the same, and their standard errors are those of means over places.
 */
final class HeldOutValues implements Serializable {
    private static final long serialVersionUID = 1;

    /** How many places there are at most. */
    static final int MOST = 1000;

    private final double[][] shares;
    private final double[] weights;
    private final int[] next;
    private long[] numbers = {};
    private int places;

    HeldOutValues(int candidates) {
        this(new double[candidates][MOST], new double[MOST], 0);
    }

    private HeldOutValues(double[][] shares, double[] weights, int places) {
        this.shares = shares;
        this.weights = weights;
        this.places = places;
        this.next = new int[shares.length];
    }

    /** The next values of every candidate are of these instances, in this order. */
    void expect(long[] instances) {
        numbers = instances;
        Arrays.fill(next, 0);
    }

    /**
     * The value of a candidate on its next instance.
     *
     * @param share of the sum, weight included; NaN where the measure does not count
     */
    void add(int candidate, double share, double weight) {
        int place = (int) (numbers[next[candidate]++] % MOST);
        places = Math.max(places, place + 1);
        if (!Double.isNaN(share)) {
            shares[candidate][place] += share;
            weights[place] += candidate == 0 ? weight : 0;
        }
    }

    /** Those of the same candidates on other instances. */
    void add(HeldOutValues other) {
        for (int c = 0; c < shares.length; c++) {
            for (int place = 0; place < other.places; place++) {
                shares[c][place] += other.shares[c][place];
            }
        }
        for (int place = 0; place < other.places; place++) {
            weights[place] += other.weights[place];
        }
        places = Math.max(places, other.places);
    }

    int candidates() {
        return shares.length;
    }

    /** How many places have been used. */
    int places() {
        return places;
    }

    double share(int candidate, int place) {
        return shares[candidate][place];
    }

    double weight(int place) {
        return weights[place];
    }

    /** The same in as little memory as they take. */
    HeldOutValues trimmed() {
        double[][] own = new double[shares.length][];
        Arrays.setAll(own, c -> Arrays.copyOf(shares[c], places));
        return new HeldOutValues(own, Arrays.copyOf(weights, places), places);
    }

    /** The candidates of several, one after another; all on the same instances. */
    static HeldOutValues sideBySide(List<HeldOutValues> all) {
        List<double[]> shares = new ArrayList<>();
        all.forEach(each -> shares.addAll(List.of(each.shares)));
        HeldOutValues first = all.get(0);
        return new HeldOutValues(shares.toArray(double[][]::new), first.weights, first.places);
    }
}
