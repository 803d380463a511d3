package io.plumbrank.measure;

/** What a query counts on which the measure is undefined, such as NDCG without a relevant item. */
public enum EmptyQuery {
    /** 0: trec_eval, RankLib, scikit-learn; our default. */
    ZERO("zero"),
    /** 1, with the query's weight. */
    ONE("one"),
    /** 1 whatever the query's weight: XGBoost and LightGBM. */
    ONE_UNWEIGHTED("one-unweighted"),
    /** The query is left out of the mean. */
    SKIP("skip");

    private final String text;

    EmptyQuery(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
