package io.plumbrank.measure;

/**
 * A positional measure without an offset: Σ_k φ(k) u(grade at k), or this sum over a normaliser that depends on the judgements
 * alone.
 *
 * <p>Over all orders of a tied group, each of its items stands at each of its positions equally often, so the mean of the
 * measure is the group's mean utility times its sum of discounts (McSherry and Najork 2008). O(n).
 */
public interface Additive extends PositionalMeasure {
    /** The utility of a grade before normalisation; 0 for NaN. */
    double utility(double grade);

    /** What the sum is divided by; 0 where the measure is undefined. */
    default double normaliser(Judgements labels) {
        return 1;
    }

    @Override
    default double evaluate(JudgedList list) {
        double normaliser = normaliser(list.labels());
        if (normaliser == 0) {
            return spec().empty().value();
        }
        double[] grades = list.gradesByPosition(spec().ties());
        int[] starts = list.groupStarts(spec().ties());
        int n = list.retrieved();
        int depth = spec().depth(n);
        double sum = 0;
        for (int group = 0; starts[group] < depth; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            double utilities = 0;
            for (int position = from; position < to; position++) {
                utilities += utility(grades[position]);
            }
            double discounts = 0;
            for (int position = from; position < Math.min(to, depth); position++) {
                discounts += discount(position, n);
            }
            sum += utilities / (to - from) * discounts;
        }
        return sum / normaliser;
    }

    @Override
    default boolean isEmpty(JudgedList list) {
        return normaliser(list.labels()) == 0;
    }

    @Override
    default double[] utilities(double[] grades) {
        double normaliser = normaliser(Judgements.of(grades));
        double[] utilities = new double[grades.length];
        if (normaliser != 0) {
            for (int i = 0; i < grades.length; i++) {
                utilities[i] = utility(grades[i]) / normaliser;
            }
        }
        return utilities;
    }

    @Override
    default double largestUtility(int n) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    default boolean isItemwise() {
        return true;
    }
}
