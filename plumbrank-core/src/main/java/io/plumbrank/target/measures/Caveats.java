package io.plumbrank.target.measures;

/** What scorers of single items cannot reach, in words. */
final class Caveats {
    private Caveats() {}

    /** The promise is over functions of the whole query; this is for an α_i that depends on the label of item i alone. */
    static String itemAlone(Object target) {
        return "the best for a scorer of single items, f(x_i), where relevance depends on more than the item: it attains the"
                + " optimum only where E[α_i | query] depends on x_i alone, which is so for " + target
                + " when relevance depends on the item alone.";
    }

    /** The same for an α_i that depends on the labels of the other items too. */
    static String wholeLabel(Object target) {
        return "the best for a scorer of single items, f(x_i): it attains the optimum only where E[α_i | query] depends on"
                + " x_i alone, which is not so for " + target
                + ", whose α_i carries a factor of the whole label; context features, aggregates over the query's items"
                + " beside each item's own, make the scorer a function of the whole query.";
    }
}
