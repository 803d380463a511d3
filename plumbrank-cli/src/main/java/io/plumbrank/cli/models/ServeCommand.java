package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.LimitOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.server.Address;
import io.plumbrank.server.Limits;
import io.plumbrank.server.ModelServer;
import io.plumbrank.server.ModelSource;
import io.plumbrank.server.ServerSettings;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank serve}. */
@Refused(options = {"--format", "--seed", "--skip-bad"})
@Command(
        name = "serve",
        description = "Serves models over HTTP until SIGTERM or Ctrl-C.",
        sortOptions = false,
        footer = {
            "",
            "A model file that is replaced by another (written beside it and renamed) is taken within a second. The"
                    + " log is one",
            "JSON object per line on standard error; --quiet leaves it out.",
            "",
            "Examples:",
            "  plumbrank serve --model ranker.json",
            "  plumbrank serve --model shop=ranker.json --model costs=classes.json --port 9000",
            "  plumbrank serve --model ranker.json --host 0.0.0.0 --token-file token --key-store keys.p12 \\",
            "                  --key-store-password-file password"
        })
public final class ServeCommand implements Callable<Integer> {
    private static final int LONGEST_SECRET = 4096;
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})\\s*(|kb|mb|gb)");

    @Option(
            names = "--model",
            required = true,
            paramLabel = "[NAME=]MODEL",
            description =
                    "What plumbrank train wrote, or a ranker of XGBoost, LightGBM or RankLib; may be given several times. The name is that of the file without extensions.")
    List<String> models = List.of();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "Where to listen; 0 is any port that is free; default ${DEFAULT-VALUE}.")
    int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = Address.LOOPBACK,
            description =
                    "The address of this machine to listen at; default ${DEFAULT-VALUE}, which other machines cannot"
                            + " reach; 0.0.0.0 is all.")
    String host = Address.LOOPBACK;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description = "A name by which clients may call the server, besides the address it listens at; may be given"
                    + " several times; * allows any. With --token-file, any name is allowed unless one is given.")
    Set<String> allowedHosts = Set.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "A file whose first line clients must send as Authorization: Bearer LINE; all paths but /healthz"
                            + " want it.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            description = "A key with its certificate, PKCS#12 or JKS, for HTTPS.")
    @Nullable
    Path keyStore;

    @Option(
            names = "--key-store-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password of the key store.")
    @Nullable
    Path passwordFile;

    @Option(
            names = "--max-body",
            paramLabel = "SIZE",
            defaultValue = "16MB",
            description = "The largest body of a request; default ${DEFAULT-VALUE}.")
    String maxBody = "16MB";

    @Option(
            names = "--max-items",
            paramLabel = "N",
            defaultValue = "10000",
            description = "The most items or rows of a request; default ${DEFAULT-VALUE}.")
    int maxItems = 10_000;

    @Option(
            names = "--time-limit",
            paramLabel = "T",
            defaultValue = "10s",
            description =
                    "How long a request may take; decoders of pairs stop in time and say how far from the best they may"
                            + " be; default ${DEFAULT-VALUE}.")
    String timeLimit = "10s";

    @Option(
            names = "--queue",
            paramLabel = "N",
            defaultValue = "64",
            description =
                    "How many requests may wait while --threads others are worked on; more are turned away with 503;"
                            + " default ${DEFAULT-VALUE}.")
    int queue = 64;

    @Option(
            names = "--notice",
            paramLabel = "T",
            defaultValue = "0s",
            description =
                    "How long, once told to stop, to go on taking requests while /readyz says 503, so that a balancer"
                            + " sends no more; default ${DEFAULT-VALUE}.")
    String notice = "0s";

    @Option(
            names = "--allow-other-features",
            description = "Takes a new file of a model even if it has other features than the one it replaces, so that"
                    + " clients must change what they send.")
    boolean otherFeatures;

    @Option(
            names = "--feature-base",
            paramLabel = "0|1",
            description =
                    "With unnamed rankers of XGBoost: what feature numbers count from, as in predict; without it they"
                            + " take arrays alone.")
    @Nullable
    Integer featureBase;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (featureBase != null && featureBase != 0 && featureBase != 1) {
            throw common.usage("--feature-base is 0 or 1, not " + featureBase);
        }
        List<ModelSource> sources = models.stream()
                .map(text -> common.checked(() -> ModelSource.parse(text)))
                .toList();
        ServerSettings settings = common.checked(this::settings);
        if (settings.token() == null && !isLoopback(host)) {
            common.note(
                    "whoever can reach " + host + " can ask these models: --token-file lets in those who know a token");
        }
        if (settings.token() != null && settings.tls() == null && !isLoopback(host)) {
            common.note("the token crosses the network in plain text: --key-store encrypts it, or a proxy with TLS");
        }
        ModelServer server = common.checked(() -> ModelServer.start(sources, featureBase, settings, log()));
        Runtime.getRuntime().addShutdownHook(new Thread(server::drain, "plumbrank-drain"));
        common.out().println("listening on " + server.url());
        common.out().flush();
        server.await();
        return Exit.DONE;
    }

    private Consumer<String> log() {
        if (common.quiet) {
            return line -> {};
        }
        return line -> {
            var err = common.spec.commandLine().getErr();
            err.println(line);
            err.flush();
        };
    }

    private ServerSettings settings() {
        Limits limits = new Limits(bytes(maxBody), maxItems, LimitOptions.duration(timeLimit), common.threads(), queue);
        if ((keyStore == null) != (passwordFile == null)) {
            throw new IllegalArgumentException("--key-store and --key-store-password-file go together");
        }
        return new ServerSettings(
                new Address(host, port),
                tokenFile == null ? null : firstLine(tokenFile),
                keyStore == null || passwordFile == null
                        ? null
                        : new ServerSettings.Tls(requireFile(keyStore), firstLine(passwordFile)),
                allowedHosts,
                limits,
                Duration.ofSeconds(1),
                otherFeatures,
                LimitOptions.duration(notice));
    }

    private static Path requireFile(Path file) {
        if (!Files.isReadable(file)) {
            throw new InputException(file.toString(), 0, "no file that can be read", "a key store");
        }
        return file;
    }

    private static String firstLine(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(LONGEST_SECRET + 1);
            String text = new String(begin, StandardCharsets.UTF_8);
            if (begin.length > LONGEST_SECRET && text.lines().count() < 2) {
                throw new InputException(
                        file.toString(), 1, "a longer line", "a secret of at most " + LONGEST_SECRET + " bytes");
            }
            return text.lines().findFirst().orElse("").strip();
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), 0, "no such file", "one whose first line is the secret", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number of bytes, such as {@code 16MB}. */
    static long bytes(String text) {
        Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new IllegalArgumentException("a size is like 500KB or 16MB, not '" + text + "'");
        }
        long unit = switch (size.group(2)) {
            case "kb" -> 1L << 10;
            case "mb" -> 1L << 20;
            case "gb" -> 1L << 30;
            default -> 1;
        };
        return Long.parseLong(size.group(1)) * unit;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // listening will say so
        }
    }
}
