/** Models as files for other systems, each read back by code of its own. */
module io.plumbrank.export {
    requires com.fasterxml.jackson.core;
    requires ejml.core;
    requires ejml.ddense;
    requires transitive io.plumbrank.core;
    requires java.compiler;
    requires static transitive org.jspecify;

    exports io.plumbrank.export;
}
