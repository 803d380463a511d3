/** The command {@code plumbrank}. */
module io.plumbrank.cli {
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.toml;
    requires info.picocli;
    requires io.plumbrank.core;
    requires io.plumbrank.export;
    requires io.plumbrank.report;
    requires io.plumbrank.server;
    requires io.plumbrank.theory;
    requires io.plumbrank.votes;
    requires java.desktop;
    requires java.management;
    requires jdk.unsupported;
    requires static org.jspecify;

    opens io.plumbrank.cli to
            info.picocli;
    opens io.plumbrank.cli.experiments to
            info.picocli;
    opens io.plumbrank.cli.models to
            info.picocli;
    opens io.plumbrank.cli.options to
            info.picocli;
    opens io.plumbrank.cli.output to
            info.picocli;
    opens io.plumbrank.cli.theory to
            info.picocli;
    opens io.plumbrank.cli.train to
            info.picocli;
    opens io.plumbrank.cli.votes to
            info.picocli;

    provides io.plumbrank.data.TableFormat with
            io.plumbrank.cli.worker.ArrayTables;
}
