package io.plumbrank.cli;

import io.plumbrank.data.votes.PairwiseWeights;
import io.plumbrank.data.votes.Unranked;
import io.plumbrank.data.votes.VoteFile;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Optimality;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.decode.OrderingSolver;
import io.plumbrank.decode.RankAggregation;
import io.plumbrank.model.DecodeTally;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank aggregate}. */
@Refused(options = "--skip-bad")
@Command(
        name = "aggregate",
        description = "Puts votes together into the ranking that contradicts them least (Kemeny).",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank aggregate --votes ballots.soc",
            "  plumbrank aggregate --votes ballots.txt --unranked bottom",
            "  plumbrank aggregate --votes weights.csv --decoder exact --work-limit 1e11 --format json"
        })
final class AggregateCommand implements Callable<Integer> {
    @Option(
            names = "--votes",
            required = true,
            paramLabel = "FILE",
            description =
                    "PrefLib .soc .soi .toc .toi; ballots, a line each, such as apple > pear = fig, with a weight as in 2.5: a > b;"
                            + " CSV of names, best first; CSV of positions under a header of names; CSV of pairwise weights; or a"
                            + " LOLIB matrix (plain or .gz).")
    Path votes = Path.of("");

    @Option(
            names = "--decoder",
            paramLabel = "D",
            defaultValue = "auto",
            description = "borda, copeland, algorithm1, local-search, exact or auto; default auto.")
    String decoder = "";

    @Option(
            names = "--unranked",
            paramLabel = "WHAT",
            defaultValue = "ignore",
            description = "What a vote says of items that it leaves out: ignore (nothing), or bottom; default ignore.")
    String unranked = "";

    @Mixin
    LimitOptions limits = new LimitOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.refuse("--skip-bad");
        OrderingDecoder with;
        Unranked leftOut;
        DecodeLimits within;
        try {
            with = OrderingDecoder.parse(decoder);
            leftOut = Unranked.parse(unranked);
            within = limits.or(DecodeLimits.defaults().withSeed(common.seed));
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        PairwiseWeights weights = VoteFile.read(votes, leftOut);
        RankAggregation aggregation = RankAggregation.of(weights, with, within);
        OrderingSolver.faults().forEach(common::note);
        noteLimit(aggregation.result(), within);
        switch (common.format) {
            case TABLE -> printTable(aggregation, within);
            case JSON -> printJson(aggregation);
            case CSV -> printCsv(aggregation);
        }
        return Exit.DONE;
    }

    /** What the limit cost, if it was met. */
    private void noteLimit(DecodeResult result, DecodeLimits within) {
        if (result.optimality() == Optimality.STOPPED) {
            common.note("the search met its limit of " + DecodeTally.words(within) + " with a gap of "
                    + plain(result.gap())
                    + (within.usesClock()
                            ? "; another run may give another ranking, which --work-limit in place of --time-limit avoids"
                            : ""));
        }
    }

    private void printJson(RankAggregation aggregation) {
        DecodeResult result = aggregation.result();
        Json.print(
                common.out(),
                json -> json.field("ranking", aggregation.ranking())
                        .field("value", result.value())
                        .field("bound", result.bound())
                        .field("gap", result.gap())
                        .field("optimal", result.isOptimal())
                        .field("method", result.method())
                        .field("seconds", result.elapsed().toNanos() / 1e9)
                        .field("acyclic", aggregation.acyclic())
                        .field("lowNoise", aggregation.lowNoise())
                        .field("hidden", aggregation.hidden()));
    }

    private void printCsv(RankAggregation aggregation) {
        common.out().println("rank,item");
        for (int i = 0; i < aggregation.ranking().size(); i++) {
            common.out().println((i + 1) + "," + Texts.csv(aggregation.ranking().get(i)));
        }
    }

    private void printTable(RankAggregation aggregation, DecodeLimits within) {
        PrintWriter out = common.out();
        DecodeResult result = aggregation.result();
        TextTable table = new TextTable(">rank", "item");
        for (int i = 0; i < aggregation.ranking().size(); i++) {
            table.row(Integer.toString(i + 1), aggregation.ranking().get(i));
        }
        table.print(out);
        out.println();
        out.println("Contradicts a weight of " + plain(result.value()) + "; "
                + (result.isOptimal()
                        ? "no ranking contradicts less (proven by " + result.method() + ")."
                        : "no ranking contradicts less than " + plain(result.bound()) + ", so it is at most "
                                + plain(result.gap()) + " from the best (" + result.method() + ")."));
        if (aggregation.hidden() > 0) {
            out.println("Certainty ends at " + plain(aggregation.hidden())
                    + ", which is what rounding may hide in sums of weights that are so far apart; weights that add up"
                    + " to less than 10^12 are compared exactly.");
        } else if (!result.isOptimal()) {
            out.println("More work may close the gap: --decoder auto --work-limit "
                    + (within.usesClock() || within.steps() > Long.MAX_VALUE / 10
                            ? "1e11"
                            : BigDecimal.valueOf(10 * Math.max(1, within.steps()))
                                    .round(new MathContext(1))
                                    .toString()
                                    .replace("E+", "e")));
        }
        out.println(
                aggregation.acyclic()
                        ? "The majority graph has no cycle, so algorithm1 would have been exact."
                        : "The majority graph has cycles: no ranking agrees with every majority.");
        out.println(
                aggregation.lowNoise()
                        ? "Majorities add up along paths (low noise), so borda would have been exact too."
                        : "Majorities do not add up along paths (no low noise), so borda comes with no promise.");
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }
}
