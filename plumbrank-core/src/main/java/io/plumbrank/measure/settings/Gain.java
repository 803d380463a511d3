package io.plumbrank.measure.settings;

/**
 * What an item of a grade is worth to DCG, NDCG and ERR. A missing judgement is worth 0 under every gain, and so is a negative
 * grade under all but {@link #SIGNED}; every gain rises with the grade.
 */
public enum Gain implements Word {
    /** 2^y − 1: Burges et al. 2005, XGBoost, LightGBM; our default. */
    EXPONENTIAL("exp2"),
    /** y itself: Järvelin and Kekäläinen 2002, trec_eval, scikit-learn. */
    LINEAR("linear"),
    /** y itself, below 0 too: DCG of scikit-learn, which refuses NDCG of negative grades. To evaluate with, not to train for. */
    SIGNED("signed"),
    /** 2^⌊y⌋ − 1, the label cut to an integer: RankLib. */
    EXPONENTIAL_INT("exp2-int");

    /** Sums of gains must stay finite, and 2^1000 leaves room for 2^23 items. */
    public static final double LARGEST_EXPONENT = 1000;

    private static final double[] SMALL = new double[32];

    static {
        for (int y = 0; y < SMALL.length; y++) {
            SMALL[y] = (1L << y) - 1;
        }
    }

    private final String text;

    Gain(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /**
     * The gain of a grade.
     *
     * @param grade NaN where there is no judgement
     * @throws GradeException if the grade is above 1000 and the gain is a power of it
     */
    public double of(double grade) {
        if (this == SIGNED && !Double.isNaN(grade)) {
            return grade;
        }
        if (!(grade > 0)) {
            return 0;
        }
        if (this == LINEAR) {
            return grade;
        }
        int whole = (int) grade;
        if (whole < SMALL.length && (whole == grade || this == EXPONENTIAL_INT)) {
            return SMALL[whole];
        }
        if (grade > LARGEST_EXPONENT) {
            throw new GradeException("grade " + Numbers.text(grade) + " is too large for gain=" + text
                    + ", whose values end at 2^1000; use gain=linear");
        }
        return Math.pow(2, this == EXPONENTIAL_INT ? whole : grade) - 1;
    }
}
