package io.plumbrank.cli.votes;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LimitOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.MarginPlot;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.Picture;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.algorithms.DecodeTally;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.decode.algorithms.OrderingSolver;
import io.plumbrank.trec.TrecItems;
import io.plumbrank.trec.TrecRun;
import io.plumbrank.util.internal.AtomicOutput;
import io.plumbrank.votes.Majorities;
import io.plumbrank.votes.OptimalRankings;
import io.plumbrank.votes.PairwiseWeights;
import io.plumbrank.votes.RankAggregation;
import io.plumbrank.votes.RunFusion;
import io.plumbrank.votes.Unranked;
import io.plumbrank.votes.VoteFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank aggregate}. */
@Refused(options = "--skip-bad")
@Command(
        name = "aggregate",
        description =
                "Combines votes into the ranking that contradicts them least (Kemeny), or TREC runs into one run.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank aggregate --votes ballots.soc",
            "  plumbrank aggregate --votes ballots.txt --unranked bottom --optima 10 --points",
            "  plumbrank aggregate --votes weights.csv --decoder exact --work-limit 1e11 --format json",
            "  plumbrank aggregate --votes ballots.soc --margins --plot margins.svg",
            "  plumbrank aggregate --run bm25.run --run dense.run --out fused.run",
            "  plumbrank aggregate --run a.run --run b.run --run c.run --fusion kemeny --pool 20"
        })
public final class AggregateCommand implements Callable<Integer> {
    /** Whether the best ranking is the only one is looked at unasked where that takes a moment. */
    private static final int QUICK_CIRCLE = 14;

    @Option(
            names = "--votes",
            paramLabel = "FILE",
            description =
                    "PrefLib .soc .soi .toc .toi; ballots, a line each, such as apple > pear = fig, with a weight as in 2.5: a > b;"
                            + " CSV of names, best first; CSV of positions under a header of names; CSV of pairwise weights; or a"
                            + " LOLIB matrix (plain or .gz).")
    @Nullable
    Path votes;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "A TREC run to fuse with others (plain or .gz); give two or more. Prints the fused run.")
    List<Path> runs = List.of();

    @Option(
            names = "--decoder",
            paramLabel = "D",
            defaultValue = "auto",
            description =
                    "With --votes: borda, copeland, schulze, algorithm1, local-search, exact or auto; default auto. With --run: the same as --fusion.")
    String decoder = "";

    @Option(
            names = "--unranked",
            paramLabel = "WHAT",
            defaultValue = "ignore",
            description =
                    "With --votes: what a vote says of items that it leaves out: ignore (nothing), or bottom; default ignore.")
    String unranked = "";

    @Option(
            names = "--optima",
            paramLabel = "N",
            description =
                    "With --votes: all rankings that contradict as little as the best, N of them at most; majorities may run in"
                            + " circles among up to 22 items.")
    @Nullable
    Integer optima;

    @Option(
            names = "--points",
            description = "With --votes: the points of Borda, Copeland and Schulze beside each item.")
    boolean points;

    @Option(names = "--margins", description = "With --votes: the table of margins, in the order of the ranking.")
    boolean margins;

    @FileOption(written = true)
    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "With --votes: draws the margins in the order of the ranking (.svg or .png).")
    @Nullable
    Path plot;

    @Option(
            names = "--fusion",
            paramLabel = "RULE",
            description =
                    "With --run: rrf (reciprocal ranks, the default), borda, or kemeny (the best by rrf, in Kemeny's order).")
    @Nullable
    String fusion;

    @Option(names = "--k", paramLabel = "K", description = "With --run: the constant of reciprocal ranks; default 60.")
    @Nullable
    Double k;

    @Option(
            names = "--pool",
            paramLabel = "N",
            description =
                    "With --fusion kemeny: how many items of a query are ordered anew; default " + RunFusion.POOL + ".")
    @Nullable
    Integer pool;

    @Option(
            names = "--tag",
            paramLabel = "NAME",
            description = "With --run: the name of the fused run; default the rule's.")
    @Nullable
    String tag;

    @Option(
            names = "--top",
            paramLabel = "K",
            description = "Only the first K items, of each query with --run; default all.")
    @Nullable
    Integer top;

    @FileOption(written = true)
    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = FileOption.Output.class,
            description = "Where the output goes; default standard output.")
    @Nullable
    Path out;

    @Mixin
    LimitOptions limits = new LimitOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        if ((votes == null) == runs.isEmpty()) {
            throw common.usage("give --votes for votes, or --run twice or more for runs, and not both");
        }
        if (top != null && top < 1) {
            throw common.usage("--top must be at least 1, got " + top);
        }
        DecodeLimits within =
                common.checked(() -> limits.or(DecodeLimits.defaults().withSeed(common.seed)));
        if (votes == null) {
            fuse(within);
        } else {
            aggregate(votes, within);
        }
        return Exit.DONE;
    }

    private void fuse(DecodeLimits within) {
        common.refuse("--unranked", "--optima", "--points", "--margins", "--plot");
        if (common.format != OutputFormat.TABLE) {
            throw common.usage("a fused run is a TREC run: leave out --format");
        }
        if (runs.size() < 2) {
            throw common.usage("one run has nothing to be fused with: give --run twice or more");
        }
        String name = tag == null ? "" : tag.strip();
        if (tag != null && !name.matches("\\S+")) {
            throw common.usage("--tag is a word without blanks, not '" + tag + "'");
        }
        RunFusion.Rule rule = common.checked(() -> RunFusion.Rule.parse(rule()));
        if (rule != RunFusion.Rule.KEMENY) {
            common.refuse("--pool", "--work-limit", "--time-limit");
        }
        RunFusion fuser = common.checked(
                () -> new RunFusion(rule, k == null ? RunFusion.K : k, pool == null ? RunFusion.POOL : pool, within));
        List<Collection<TrecItems>> read = new ArrayList<>();
        for (Path run : runs) {
            read.add(new TrecRun(run, common.readOptions()).load());
        }
        print(writer -> {
            for (List<TrecItems> lists : RunFusion.byQuery(read)) {
                RunFusion.Fused fused = fuser.fuse(lists);
                int count = Math.min(fused.items().size(), top == null ? Integer.MAX_VALUE : top);
                for (int i = 0; i < count; i++) {
                    writer.println(fused.queryId() + " Q0 " + fused.items().get(i) + " " + (i + 1) + " "
                            + fused.scores().get(i) + " " + (name.isEmpty() ? "plumbrank-" + rule.text() : name));
                }
            }
        });
    }

    private String rule() {
        if (fusion != null) {
            common.refuse("--decoder");
            return fusion;
        }
        return decoder.equals("auto") ? "rrf" : decoder;
    }

    private void aggregate(Path file, DecodeLimits within) throws IOException {
        common.refuse("--fusion", "--k", "--pool", "--tag");
        if (plot != null && !Picture.canWrite(plot)) {
            throw common.usage("--plot draws .svg or .png, not '" + plot + "'");
        }
        if (optima != null && optima < 1) {
            throw common.usage("--optima must be at least 1, got " + optima);
        }
        OrderingDecoder with = common.checked(() -> OrderingDecoder.parse(decoder));
        Unranked leftOut = common.checked(() -> Unranked.parse(unranked));
        PairwiseWeights weights = VoteFile.read(file, leftOut);
        RankAggregation aggregation = RankAggregation.of(weights, with, within);
        OrderingSolver.faults().forEach(common::note);
        noteLimit(aggregation.result(), within);
        Majorities majorities = Majorities.of(weights);
        VoteReport report = new VoteReport(
                aggregation,
                within,
                majorities,
                optima(weights, aggregation).orElse(null),
                new VoteReport.Wanted(optima != null, points, margins, top == null ? Integer.MAX_VALUE : top));
        if (optima != null && report.optima() == null) {
            common.note("whether other rankings are as good is not known: the majorities run in circles among "
                    + OptimalRankings.largestCircle(weights.orderingInUnits()) + " items, more than 22");
        }
        print(writer -> report.print(common.format, writer));
        if (plot != null) {
            MarginPlot.write(plot, majorities, aggregation.result().ranking());
        }
    }

    /** Those that are asked for, or two to tell whether the best is the only one, where that takes a moment. */
    private Optional<OptimalRankings> optima(PairwiseWeights weights, RankAggregation aggregation) {
        LinearOrdering problem = weights.orderingInUnits();
        if (aggregation.hidden() > 0) {
            return Optional.empty();
        }
        if (optima != null) {
            return OptimalRankings.of(problem, optima);
        }
        return OptimalRankings.largestCircle(problem) <= QUICK_CIRCLE
                ? OptimalRankings.of(problem, 1)
                : Optional.empty();
    }

    private void print(Consumer<PrintWriter> text) {
        if (out == null || out.equals(FileOption.STANDARD_OUTPUT)) {
            text.accept(common.out());
            return;
        }
        try (AtomicOutput file = AtomicOutput.create(out)) {
            PrintWriter writer = new PrintWriter(new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8));
            text.accept(writer);
            if (writer.checkError()) {
                throw new UncheckedIOException(new IOException(out + ": cannot be written"));
            }
            file.commit();
        }
    }

    /** Notes that a limit was reached. */
    private void noteLimit(DecodeResult result, DecodeLimits within) {
        if (result.optimality() == Optimality.STOPPED) {
            common.note("the search met its limit of " + DecodeTally.words(within) + " with a gap of "
                    + VoteReport.plain(result.gap())
                    + (within.usesClock()
                            ? "; another run may give another ranking, which --work-limit in place of --time-limit avoids"
                            : ""));
        }
    }
}
