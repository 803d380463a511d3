package io.plumbrank.learn.instances;

/**
 * The derivatives of what training minimises, for the rows of one group (a query's items). The learner knows no more of the
 * surrogate than this. An instance is used by one thread at a time.
 */
@FunctionalInterface
public interface GroupDerivatives {
    /**
     * Writes ∂ψ/∂s and a bound on ∂²ψ/∂s² or its value; looks at and writes the first {@code rows} entries.
     *
     * @param scores of the group's rows; of a row with several outputs, all of them
     * @param targets of the group's rows
     * @param rows how many scores there are
     * @param curvature not negative
     */
    void into(double[] scores, double[] targets, int rows, double[] gradient, double[] curvature);
}
