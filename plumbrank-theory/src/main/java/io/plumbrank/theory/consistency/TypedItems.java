package io.plumbrank.theory.consistency;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Queries whose items are of different types, some of those that there are, in random order; the features of an item say which type
 * it has. How users grade types is known, so that p(y|x) is, and all that a pair of items has to tell is in their types.
 *
 * <p>The same seed gives the same problem. Not thread-safe.
 */
public final class TypedItems implements KnownProblem {
    private final SplittableRandom random;
    private final LabelDistribution<double[]> grades;
    private final int items;
    private int made;

    /** @param items how many a query has, at most as many as there are types */
    TypedItems(long seed, LabelDistribution<double[]> grades, int items) {
        this.random = new SplittableRandom(seed);
        this.grades = grades;
        this.items = items;
        if (items < 1 || items > grades.label(0).length) {
            throw new IllegalArgumentException(
                    "items must be between 1 and the " + grades.label(0).length + " types, got " + items);
        }
    }

    /**
     * Four items of five types that stand in a circle. A user has a favourite and prefers the others in the order of the circle from
     * there on; favourites are chosen with probabilities .1, .3, .18, .27, .15. So between any two neighbours most users prefer the
     * first: expected preferences run round the circle, which breaks P_DAG, and with it P_f.
     */
    public static TypedItems circle(long seed) {
        double[] favourites = {0.1, 0.3, 0.18, 0.27, 0.15};
        int types = favourites.length;
        List<double[]> labels = new ArrayList<>();
        for (int first = 0; first < types; first++) {
            double[] label = new double[types];
            for (int type = 0; type < types; type++) {
                label[type] = types - Math.floorMod(type - first, types);
            }
            labels.add(label);
        }
        return new TypedItems(seed, LabelDistribution.of(labels, favourites), 4);
    }

    /**
     * Four items, of which these are relevant: the third alone with probability .2, the second alone with .2, the first and the
     * fourth with .15, the third and the fourth with .1, and all but the third with .35. What an item is worth depends on its company:
     * P_reinforce is broken. Sorting by any fit of y/‖y‖₁ loses 5/144 of average precision, and sorting by what pairs say of which one
     * is relevant loses 3/80, however much it is regularised.
     */
    public static TypedItems company(long seed) {
        List<double[]> labels = List.of(
                new double[] {0, 0, 1, 0},
                new double[] {0, 1, 0, 0},
                new double[] {1, 0, 0, 1},
                new double[] {0, 0, 1, 1},
                new double[] {1, 1, 0, 1});
        return new TypedItems(seed, LabelDistribution.of(labels, 0.2, 0.2, 0.15, 0.1, 0.35), 4);
    }

    @Override
    public KnownQuery next() {
        int types = grades.label(0).length;
        int[] order = new int[types];
        for (int k = 0; k < types; k++) {
            int other = random.nextInt(k + 1);
            order[k] = order[other];
            order[other] = k;
        }
        float[][] features = new float[items][types];
        for (int item = 0; item < items; item++) {
            features[item][order[item]] = 1;
        }
        List<double[]> labels = new ArrayList<>();
        for (double[] all : grades.labels()) {
            double[] label = new double[items];
            for (int item = 0; item < items; item++) {
                label[item] = all[order[item]];
            }
            labels.add(label);
        }
        return new KnownQuery("q" + ++made, features, LabelDistribution.of(labels, grades.probabilities()));
    }
}
