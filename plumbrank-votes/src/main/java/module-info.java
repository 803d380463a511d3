/** Votes, runs of search engines and what they are worth, and the rankings that they are aggregated into. */
@SuppressWarnings("module") // the command and the service are built after this one
module io.plumbrank.votes {
    requires transitive io.plumbrank.core;
    requires static transitive org.jspecify;

    exports io.plumbrank.runs;
    exports io.plumbrank.trec to
            io.plumbrank.cli;
    exports io.plumbrank.votes to
            io.plumbrank.cli,
            io.plumbrank.server;
}
