package io.plumbrank.measure;

/** Which judged items make up the perfect ranking, or the number of relevant items, that a value is divided by. */
public enum Ideal {
    /** All judged items: trec_eval; our default. */
    JUDGED("judged"),
    /** Only those that were retrieved, since the tool sees no others: XGBoost, LightGBM, RankLib. */
    RETRIEVED("retrieved");

    private final String text;

    Ideal(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
