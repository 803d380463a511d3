/** The service and the lab over HTTP. */
module io.plumbrank.server {
    requires com.fasterxml.jackson.core;
    requires io.javalin;
    requires transitive io.plumbrank.core;
    requires io.plumbrank.report;
    requires io.plumbrank.theory;
    requires io.plumbrank.votes;
    requires kotlin.stdlib;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires org.eclipse.jetty.server;
    requires static transitive org.jspecify;

    exports io.plumbrank.server;
    exports io.plumbrank.server.lab;
}
