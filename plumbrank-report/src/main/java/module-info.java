/** The HTML report and the card of a model, and what a model goes by. */
module io.plumbrank.report {
    requires transitive io.plumbrank.core;
    requires static transitive org.jspecify;

    exports io.plumbrank.explain;
    exports io.plumbrank.report;
}
