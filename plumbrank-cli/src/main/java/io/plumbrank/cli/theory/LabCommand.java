package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.server.Address;
import io.plumbrank.server.lab.LabServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank lab}. */
@Refused(options = {"--format", "--seed", "--threads", "--skip-bad"})
@Command(
        name = "lab",
        description = "Serves interactive pages on the theory to the browser of this machine.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  plumbrank lab",
            "",
            "It prints an address to be opened in a browser, opens nothing itself, and runs until it is stopped (Ctrl-C)."
        })
public final class LabCommand implements Callable<Integer> {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where to listen on 127.0.0.1; default 0, any port that is free.")
    int port;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws InterruptedException {
        Address address = common.checked(() -> new Address(Address.LOOPBACK, port));
        try (LabServer lab = LabServer.start(address)) {
            common.out().println("listening on " + lab.url());
            common.out().flush();
            lab.await();
        }
        return Exit.DONE;
    }
}
