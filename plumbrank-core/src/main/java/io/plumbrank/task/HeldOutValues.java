package io.plumbrank.task;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What candidates reached on each instance that they were not fitted to, so that two can be compared on the same instances. An
 * instance goes by its number in the file; beyond {@value #MOST} of them several share a place, so that memory has a bound, and the
 * sums of a place stand for a value: means stay the same, and their standard errors are those of means over places.
 */
public final class HeldOutValues implements Serializable {
    private static final long serialVersionUID = 1;

    /** How many places there are at most. */
    public static final int MOST = 1000;

    private final double[][] shares;
    private final double[][] risks;
    private final double[] weights;
    private final long[] counts;
    private final int[] next;

    /** Of which the one of least risk alone is a choice; 0 for a candidate that is one by itself. */
    private final int[] families;

    private long[] numbers = {};
    private int places;

    public HeldOutValues(int candidates) {
        this(
                new double[candidates][MOST],
                new double[candidates][MOST],
                new double[MOST],
                new long[MOST],
                0,
                new int[candidates]);
    }

    private HeldOutValues(
            double[][] shares, double[][] risks, double[] weights, long[] counts, int places, int[] families) {
        this.shares = shares;
        this.risks = risks;
        this.weights = weights;
        this.families = families;
        this.counts = counts;
        this.places = places;
        this.next = new int[shares.length];
    }

    /** The next values of every candidate are of these instances, in this order. */
    public void expect(long[] instances) {
        numbers = instances;
        Arrays.fill(next, 0);
    }

    /**
     * The value of a candidate on its next instance.
     *
     * @param share of the sum, weight included; NaN where the measure does not count
     * @param risk of the surrogate
     */
    public void add(int candidate, double share, double weight, double risk) {
        int place = (int) (numbers[next[candidate]++] % MOST);
        places = Math.max(places, place + 1);
        risks[candidate][place] += weight * risk;
        counts[place] += candidate == 0 ? 1 : 0;
        if (!Double.isNaN(share)) {
            shares[candidate][place] += share;
            weights[place] += candidate == 0 ? weight : 0;
        }
    }

    /** Those of the same candidates on other instances. */
    public void add(HeldOutValues other) {
        for (int c = 0; c < shares.length; c++) {
            for (int place = 0; place < other.places; place++) {
                shares[c][place] += other.shares[c][place];
                risks[c][place] += other.risks[c][place];
            }
        }
        for (int place = 0; place < other.places; place++) {
            weights[place] += other.weights[place];
            counts[place] += other.counts[place];
        }
        places = Math.max(places, other.places);
    }

    public int candidates() {
        return shares.length;
    }

    /** How many places have been used. */
    public int places() {
        return places;
    }

    /** How many instances there are, whether they count or not. */
    public long instances() {
        return Arrays.stream(counts).sum();
    }

    public double share(int candidate, int place) {
        return shares[candidate][place];
    }

    /** The largest difference between two values, of any candidates on any instances. */
    public double range() {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double[] own : shares) {
            for (int place = 0; place < places; place++) {
                if (weights[place] > 0) {
                    least = Math.min(least, own[place] / weights[place]);
                    most = Math.max(most, own[place] / weights[place]);
                }
            }
        }
        return most > least ? most - least : 0;
    }

    /** Of the surrogate, weight included. */
    public double risk(int candidate, int place) {
        return risks[candidate][place];
    }

    /** Whether a candidate is a choice by itself, and not by the least risk in its family. */
    public boolean isAlone(int candidate) {
        return families[candidate] == 0;
    }

    /** Whether two candidates are of one family, of which the one of least risk alone is a choice. */
    public boolean areOfOneFamily(int one, int other) {
        return families[one] != 0 && families[one] == families[other];
    }

    public double weight(int place) {
        return weights[place];
    }

    /** The same in as little memory as they take. */
    public HeldOutValues trimmed() {
        return new HeldOutValues(
                trimmed(shares),
                trimmed(risks),
                Arrays.copyOf(weights, places),
                Arrays.copyOf(counts, places),
                places,
                families.clone());
    }

    private double[][] trimmed(double[][] all) {
        double[][] own = new double[all.length][];
        Arrays.setAll(own, c -> Arrays.copyOf(all[c], places));
        return own;
    }

    /** A copy in which the values of all candidates are less by so much, place by place. */
    public HeldOutValues less(double[] gains) {
        double[][] fewer = new double[shares.length][];
        Arrays.setAll(fewer, c -> {
            double[] own = shares[c].clone();
            for (int place = 0; place < places; place++) {
                own[place] -= gains[place];
            }
            return own;
        });
        return new HeldOutValues(fewer, risks, weights, counts, places, families);
    }

    /** The same where candidates of one family, by numbers from 1 on, are chosen among by risk; 0 is none. */
    public HeldOutValues inFamilies(int[] numbered) {
        return new HeldOutValues(shares, risks, weights, counts, places, numbered.clone());
    }

    /** Those of the same candidates on the instances of several files, whose places take turns. */
    public static HeldOutValues interleaved(List<HeldOutValues> parts) {
        HeldOutValues all = new HeldOutValues(parts.get(0).candidates());
        for (int part = 0; part < parts.size(); part++) {
            HeldOutValues own = parts.get(part);
            for (int place = 0; place < own.places; place++) {
                int to = (place * parts.size() + part) % MOST;
                for (int c = 0; c < own.shares.length; c++) {
                    all.shares[c][to] += own.shares[c][place];
                    all.risks[c][to] += own.risks[c][place];
                }
                all.weights[to] += own.weights[place];
                all.counts[to] += own.counts[place];
                all.places = Math.max(all.places, to + 1);
            }
        }
        return all.trimmed();
    }

    /** The candidates of several, one after another; all on the same instances. */
    public static HeldOutValues sideBySide(List<HeldOutValues> all) {
        List<double[]> shares = new ArrayList<>();
        List<double[]> risks = new ArrayList<>();
        List<Integer> families = new ArrayList<>();
        for (HeldOutValues each : all) {
            int known = families.stream().mapToInt(family -> family).max().orElse(0);
            shares.addAll(List.of(each.shares));
            risks.addAll(List.of(each.risks));
            Arrays.stream(each.families).forEach(family -> families.add(family == 0 ? 0 : known + family));
        }
        HeldOutValues first = all.get(0);
        return new HeldOutValues(
                shares.toArray(double[][]::new),
                risks.toArray(double[][]::new),
                first.weights,
                first.counts,
                first.places,
                families.stream().mapToInt(family -> family).toArray());
    }
}
