package io.plumbrank.learn.instances;

import org.jspecify.annotations.Nullable;

/**
 * One instance as learners see it: a group of rows with what they aim at. A row with a class, or with a ranking of labels, is one
 * row with d targets; a query is one row per item, with one target each; a query by pairs has {@link PairTargets} in their place.
 */
public interface Instance {
    int rows();

    /** How many features its rows have. */
    int width();

    /** The features of its rows, row-major, NaN for missing; {@code width} of each, those that it lacks missing. */
    float[] x(int width);

    /** Writes what {@link #x} gives, {@link #rows} times {@code width} values from {@code at} on. */
    default void xInto(int width, float[] out, int at) {
        float[] x = x(width);
        System.arraycopy(x, 0, out, at, x.length);
    }

    /** What its features are past its width, and those that {@link #visitValues} leaves out. */
    default Padding padding() {
        return Padding.MISSING;
    }

    /** Takes values. */
    @FunctionalInterface
    interface ValueVisitor {
        /** @param x NaN for missing, where what is left out is not */
        void visit(int row, int feature, float x);
    }

    /** Hands on the values of its rows but for those that are as its {@link #padding}, row after row, features ascending. */
    default void visitValues(ValueVisitor visitor) {
        int width = width();
        float[] x = x(width);
        Padding padding = padding();
        for (int row = 0; row < rows(); row++) {
            for (int j = 0; j < width; j++) {
                if (Float.compare(x[row * width + j], padding.at(j)) != 0) {
                    visitor.visit(row, j, x[row * width + j]);
                }
            }
        }
    }

    /** What its rows aim at, row-major; empty where {@link #pairs} takes its place. */
    double[] targets();

    /** What the pairs of its rows aim at; null where rows have targets of their own. */
    default @Nullable PairTargets pairs() {
        return null;
    }

    /**
     * Which of its targets are known, where {@link Instances#hasGaps}; the others are numbers that mean nothing, and their outputs
     * are not fitted to it. Null where all are known.
     */
    default boolean @Nullable [] known() {
        return null;
    }

    double weight();

    /** Whether its rows count differently within it. */
    default boolean hasRowWeights() {
        return false;
    }

    /** How much a row counts within it. */
    default double rowWeight(int row) {
        return 1;
    }

    /** The 1-based line where it begins in its file, for messages; 0 if it comes from none. */
    long line();

    /**
     * Targets of a regression on the pairs of a query. Items of one class, such as those with the same grade, have the same targets,
     * which makes sums over pairs cheap.
     *
     * @param classes the class of each item, from 0
     * @param alpha the target of a pair of different items, by their classes: symmetric, or antisymmetric with zeros for one class
     * @param single the target of each item on its own; null where there is none
     */
    record PairTargets(int[] classes, double[][] alpha, double @Nullable [] single) {
        /** @throws IllegalArgumentException if the instance's pairs have no targets */
        public static PairTargets of(Instance instance) {
            PairTargets targets = instance.pairs();
            if (targets == null) {
                throw new IllegalArgumentException("an instance without targets of pairs");
            }
            return targets;
        }

        /** The target of a pair. */
        public double of(int i, int j) {
            return alpha[classes[i]][classes[j]];
        }

        public int items() {
            return classes.length;
        }
    }
}
