package io.plumbrank.measure.settings;

/** What a query counts on which the measure is undefined, such as NDCG without a relevant item. */
public enum EmptyQuery implements Word {
    /** 0: trec_eval, RankLib, scikit-learn; our default. */
    ZERO,
    /** 1, with the query's weight: XGBoost and LightGBM in MAP. */
    ONE,
    /** 1 added to the weighted sum whatever the query's weight: XGBoost and LightGBM in NDCG. */
    ONE_UNWEIGHTED,
    /** The query is left out of the mean: XGBoost in AUC. */
    SKIP;

    /** What the measure is on an empty query; NaN where the query does not count. */
    public double value() {
        return switch (this) {
            case ZERO -> 0;
            case ONE, ONE_UNWEIGHTED -> 1;
            case SKIP -> Double.NaN;
        };
    }

    /** The same with 0 for a query that does not count: its part in a sum over queries. */
    public double valueInSum() {
        return this == SKIP ? 0 : value();
    }
}
