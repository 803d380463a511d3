/** The laboratory: searches on small instances for what breaks a promise of the library, or shows how tight it is. */
module io.plumbrank.theory {
    requires ejml.core;
    requires ejml.ddense;
    requires transitive io.plumbrank.core;
    requires static transitive org.jspecify;

    exports io.plumbrank.theory;
    exports io.plumbrank.theory.conditions;
    exports io.plumbrank.theory.consistency;
    exports io.plumbrank.theory.distributions;
    exports io.plumbrank.theory.movielens;
    exports io.plumbrank.theory.papers;
    exports io.plumbrank.theory.search;
    exports io.plumbrank.theory.surrogates;
}
