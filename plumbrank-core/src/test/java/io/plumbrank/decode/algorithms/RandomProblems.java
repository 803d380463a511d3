package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import java.util.SplittableRandom;

/** Random problems of many kinds, and their optima by going through all rankings. */
final class RandomProblems {
    private static final int KINDS = 8;

    private RandomProblems() {}

    /**
     * A linear ordering of the kind that the seed says: ties, zeros, negative weights, disconnected, isolated items,
     * mixed magnitudes.
     */
    static LinearOrdering ordering(int r, long seed) {
        SplittableRandom random = new SplittableRandom(31 * seed + r);
        int kind = Math.floorMod(seed, KINDS);
        double[][] w = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                w[i][j] = weight(kind, i, j, random);
            }
        }
        return LinearOrdering.of(w);
    }

    private static double weight(int kind, int i, int j, SplittableRandom random) {
        return switch (kind) {
            case 0 -> random.nextDouble();
            // many ties between weights and between differences
            case 1 -> random.nextInt(3);
            // most pairs say nothing
            case 2 -> random.nextInt(3) == 0 ? random.nextInt(1, 10) : 0;
            case 3 -> random.nextDouble() - 0.5;
            // three groups of items that know nothing of each other
            case 4 -> i % 3 == j % 3 ? random.nextInt(10) - 4 : 0;
            // isolated items beside a cycle or two
            case 5 -> i % 2 == 0 && j % 2 == 0 ? random.nextDouble() : 1;
            // what two voters with the same few grades would say, on a scale far from 1
            case 6 -> 1e7 * random.nextInt(4) / 3;
            // a few weights so large that the others are a small part of the total, though far from rounding
            case 7 -> random.nextInt(6) == 0 ? 1e9 * random.nextInt(1, 4) + 0.25 : 0.25 * random.nextInt(8);
            default -> throw new IllegalArgumentException("kind " + kind);
        };
    }

    static double leastValue(LinearOrdering problem) {
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(problem.size(), ranking -> least[0] = Math.min(least[0], contradicted(problem, ranking)));
        return least[0];
    }

    /** The definition, word for word: the weight of the pairs (i, j) with i below j. */
    static double contradicted(LinearOrdering problem, Ranking ranking) {
        double sum = 0;
        for (int i = 0; i < problem.size(); i++) {
            for (int j = 0; j < problem.size(); j++) {
                if (i != j && ranking.positionOf(i) > ranking.positionOf(j)) {
                    sum += problem.weight(i, j);
                }
            }
        }
        return sum;
    }

    /** A MAP problem: any numbers, few numbers, zeros, negative numbers, averaged labels, items independent of each other. */
    static MapAssignment map(int r, long seed) {
        SplittableRandom random = new SplittableRandom(17 * seed + r);
        double[][] u = new double[r][r];
        int kind = Math.floorMod(seed, 6);
        if (kind == 4) {
            addLabels(u, random, 1 + random.nextInt(6));
            return MapAssignment.of(u);
        }
        double[] relevance = random.doubles(r).toArray();
        for (int i = 0; i < r; i++) {
            for (int j = 0; j <= i; j++) {
                u[i][j] = switch (kind) {
                    case 0 -> random.nextDouble();
                    case 1 -> random.nextInt(3);
                    case 2 -> random.nextInt(3) == 0 ? random.nextDouble() : 0;
                    // P_reinforce: an item that is ahead has more in common with every other
                    case 5 -> relevance[i] * (i == j ? 1 : relevance[j]);
                    default -> random.nextDouble() - 0.5;
                };
            }
        }
        return MapAssignment.of(u);
    }

    /** Adds the mean of y_i y_j / ‖y‖₁ over random labels y, whose relevance probabilities differ by item. */
    static void addLabels(double[][] u, SplittableRandom random, int labels) {
        int r = u.length;
        double[] probability = new double[r];
        for (int i = 0; i < r; i++) {
            probability[i] = Math.pow(random.nextDouble(), 2);
        }
        for (int label = 0; label < labels; label++) {
            boolean[] relevant = new boolean[r];
            int count = 0;
            for (int i = 0; i < r; i++) {
                relevant[i] = random.nextDouble() < probability[i];
                count += relevant[i] ? 1 : 0;
            }
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    u[i][j] += relevant[i] && relevant[j] ? 1.0 / count / labels : 0;
                }
            }
        }
    }

    static double largestValue(MapAssignment problem) {
        double[] largest = {Double.NEGATIVE_INFINITY};
        Ranking.forEach(problem.size(), ranking -> largest[0] = Math.max(largest[0], assigned(problem, ranking)));
        return largest[0];
    }

    /** The definition, word for word: Σ_{i≥j} u_ij / max(σ(i), σ(j)). */
    static double assigned(MapAssignment problem, Ranking ranking) {
        double sum = 0;
        for (int i = 0; i < problem.size(); i++) {
            for (int j = 0; j <= i; j++) {
                sum += problem.pair(i, j) / (1 + Math.max(ranking.positionOf(i), ranking.positionOf(j)));
            }
        }
        return sum;
    }
}
