package io.plumbrank.theory.surrogates;

/**
 * ϕ of the user's own, tested to be convex and falling at 0 on [−{@value #REACH}, {@value #REACH}], where minimisers are looked for.
 */
record FormulaLoss(Formula formula) implements MarginLoss {
    private static final double REACH = 20;
    private static final int STEPS = 4000;

    /** What a text begins with that is a formula and not a name. */
    static final String PREFIX = "phi=";

    static boolean isFormula(String surrogate) {
        return surrogate.strip().startsWith(PREFIX);
    }

    /** @throws IllegalArgumentException if it is no formula, or not convex and falling at 0; the message is one line */
    static FormulaLoss parse(String surrogate) {
        FormulaLoss loss = new FormulaLoss(Formula.parse(surrogate.strip().substring(PREFIX.length())));
        double before = Double.NEGATIVE_INFINITY;
        for (int step = 0; step <= STEPS; step++) {
            double z = REACH * (2.0 * step / STEPS - 1);
            double slope = loss.slope(z);
            if (!Double.isFinite(loss.value(z)) || !Double.isFinite(slope)) {
                throw new IllegalArgumentException("phi must be finite from -20 to 20, and is not at " + z);
            }
            if (slope < before - 1e-9 * Math.max(1, Math.abs(before))) {
                throw new IllegalArgumentException("phi must be convex, and its slope falls at " + z);
            }
            before = slope;
        }
        if (!(loss.slope(0) < 0)) {
            throw new IllegalArgumentException(
                    "phi must fall at 0, so that items that should be ahead are pushed ahead; its slope is "
                            + loss.slope(0));
        }
        return loss;
    }

    @Override
    public double value(double z) {
        return formula.value(z);
    }

    @Override
    public double slope(double z) {
        return formula.slope(z);
    }
}
