/** The laboratory: searches on small instances for what breaks a promise of the library, or shows how tight it is. */
@SuppressWarnings("module") // those that enter its rooms are built after this one
module io.plumbrank.theory {
    requires ejml.core;
    requires ejml.ddense;
    requires transitive io.plumbrank.core;
    requires static transitive org.jspecify;

    exports io.plumbrank.theory;
    exports io.plumbrank.theory.conditions to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.consistency to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.distributions to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.movielens to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.papers to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.search to
            io.plumbrank.cli,
            io.plumbrank.server;
    exports io.plumbrank.theory.surrogates to
            io.plumbrank.cli,
            io.plumbrank.server;
}
