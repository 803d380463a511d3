package io.plumbrank.theory.consistency;

import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A generated search problem whose p(y|x) is known: each query means one of a few things, and the label of a query is the
 * judgement of one user, who has one of these intents. A document is <em>special</em>, and then good or excellent (grade 2 to
 * 4) for the users with one intent and useless to the others; or <em>plain</em>, and fair (grade 1) for nearly everybody; or
 * useless.
 *
 * <p>The features of a document are, in this order: the share of users that it serves; how well it serves them, y/4; its gain
 * as a share of the largest in the query, on average over all users; and two that say nothing. A loss that counts which document is preferred more often puts
 * plain documents first, and one that weighs gains puts special ones first.
 *
 * <p>The same seed gives the same problem. Not thread-safe.
 */
public final class AmbiguousSearch implements KnownProblem {
    private static final int INTENTS = 4;
    private static final int TOP_GRADE = 4;

    private final SplittableRandom random;
    private final int items;
    private int made;

    /** @param items how many documents a query has */
    public AmbiguousSearch(long seed, int items) {
        this.random = new SplittableRandom(seed);
        this.items = items;
    }

    @Override
    public KnownQuery next() {
        double[] probabilities = new double[INTENTS];
        double total = 0;
        for (int k = 0; k < INTENTS; k++) {
            probabilities[k] = -Math.log(1 - random.nextDouble());
            total += probabilities[k];
        }
        for (int k = 0; k < INTENTS; k++) {
            probabilities[k] /= total;
        }
        double[][] labels = new double[INTENTS][items];
        double[] largest = new double[INTENTS];
        for (int item = 0; item < items; item++) {
            double[] grades = grades();
            for (int k = 0; k < INTENTS; k++) {
                labels[k][item] = grades[k];
                largest[k] = Math.max(largest[k], gain(grades[k]));
            }
        }
        float[][] features = new float[items][];
        for (int item = 0; item < items; item++) {
            features[item] = features(item, labels, probabilities, largest);
        }
        return new KnownQuery("q" + ++made, features, LabelDistribution.of(List.of(labels), probabilities));
    }

    /** The grade of a document for each intent. */
    private double[] grades() {
        double[] grades = new double[INTENTS];
        double kind = random.nextDouble();
        if (kind < 0.4) {
            grades[random.nextInt(INTENTS)] = 2 + random.nextInt(TOP_GRADE - 1);
        } else if (kind < 0.7) {
            Arrays.fill(grades, 1);
            grades[random.nextInt(INTENTS)] = random.nextInt(2);
        }
        return grades;
    }

    private static double gain(double grade) {
        return Math.pow(2, grade) - 1;
    }

    private float[] features(int item, double[][] labels, double[] probabilities, double[] largest) {
        double served = 0;
        double best = 0;
        double share = 0;
        for (int k = 0; k < INTENTS; k++) {
            double grade = labels[k][item];
            served += grade > 0 ? probabilities[k] : 0;
            best = Math.max(best, grade);
            share += grade > 0 ? probabilities[k] * gain(grade) / largest[k] : 0;
        }
        return new float[] {
            (float) served,
            (float) (best / TOP_GRADE),
            (float) share,
            (float) random.nextDouble(),
            (float) random.nextDouble()
        };
    }
}
