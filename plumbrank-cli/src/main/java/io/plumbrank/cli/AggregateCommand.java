package io.plumbrank.cli;

import io.plumbrank.data.votes.PairwiseWeights;
import io.plumbrank.data.votes.Unranked;
import io.plumbrank.data.votes.VoteFile;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.decode.OrderingSolver;
import io.plumbrank.decode.RankAggregation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
            "  plumbrank aggregate --votes weights.csv --decoder exact --time-limit 60s --format json"
        })
final class AggregateCommand implements Callable<Integer> {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|min|h)?");

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
            names = "--time-limit",
            paramLabel = "T",
            defaultValue = "10s",
            description = "Such as 500ms, 10s, 2m; the best ranking by then is printed with its gap; default 10s.")
    String timeLimit = "";

    @Option(
            names = "--unranked",
            paramLabel = "WHAT",
            defaultValue = "ignore",
            description = "What a vote says of items that it leaves out: ignore (nothing), or bottom; default ignore.")
    String unranked = "";

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.refuse("--skip-bad");
        OrderingDecoder with;
        Unranked leftOut;
        DecodeLimits limits;
        try {
            with = OrderingDecoder.parse(decoder);
            leftOut = Unranked.parse(unranked);
            limits = new DecodeLimits(duration(timeLimit), common.seed);
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
        PairwiseWeights weights = VoteFile.read(votes, leftOut);
        RankAggregation aggregation = RankAggregation.of(weights, with, limits);
        OrderingSolver.faults().forEach(common::note);
        switch (common.format) {
            case TABLE -> printTable(aggregation);
            case JSON -> printJson(aggregation);
            case CSV -> printCsv(aggregation);
        }
        return Exit.DONE;
    }

    static Duration duration(String text) {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no time; write it like 500ms, 10s or 2m");
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        double seconds = Double.parseDouble(matcher.group(1))
                * switch (unit) {
                    case "ms" -> 1e-3;
                    case "s" -> 1;
                    case "h" -> 3600;
                    default -> 60;
                };
        return Duration.ofNanos((long) Math.min(seconds * 1e9, Long.MAX_VALUE / 4.0));
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

    private void printTable(RankAggregation aggregation) {
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
            out.println("More time may close the gap: --decoder auto --time-limit 60s");
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
