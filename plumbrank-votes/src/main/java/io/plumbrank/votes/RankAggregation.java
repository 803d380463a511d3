package io.plumbrank.votes;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Votes aggregated into one ranking, as {@code plumbrank aggregate} prints it.
 *
 * <pre>{@code
 * PairwiseWeights votes = VoteFile.read(Path.of("votes.soc"), Unranked.IGNORE);
 * RankAggregation kemeny = RankAggregation.of(votes, OrderingDecoder.AUTO, DecodeLimits.defaults());
 * kemeny.ranking();           // the names, best first
 * kemeny.result().value();    // the Kemeny score: the weight of the pairs that the ranking contradicts
 * }</pre>
 *
 * @param ranking the names, best first
 * @param result the ranking by item, its value, bound and the rest; the elapsed time counts all that {@link #of} does
 * @param acyclic whether the majority graph has no cycle (P_DAG); then Algorithm 1 is exact
 * @param lowNoise whether majorities add up along paths (DMJ10, Definition 8); then Borda's rule is exact too
 * @param hidden what rounding may hide of the difference between two rankings where that is as much as a majority, so that
 *     only {@link DecodeResult#gap} is certain; else 0
 */
public record RankAggregation(
        List<String> ranking, DecodeResult result, boolean acyclic, boolean lowNoise, double hidden) {
    public RankAggregation {
        ranking = List.copyOf(ranking);
    }

    /**
     * Aggregates within the limits. After the decoder the graph is looked at: O(r²), and O(r³) if it has no cycle. The
     * time limit does not hold for that, the elapsed time of the result counts it.
     */
    public static RankAggregation of(PairwiseWeights votes, OrderingDecoder decoder, DecodeLimits limits) {
        double units = votes.unitsPerOne();
        LinearOrdering problem = votes.orderingInUnits();
        long start = System.nanoTime();
        DecodeResult result = decoder.decode(problem, limits);
        List<String> ranking = IntStream.range(0, votes.size())
                .mapToObj(position -> votes.names().get(result.ranking().itemAt(position)))
                .toList();
        LinearOrdering majorities = problem.majorities();
        boolean acyclic = majorities.isAcyclic(0);
        boolean lowNoise = acyclic && majorities.isLowNoise();
        boolean certain = isCertain(problem, result);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        DecodeResult timed = new DecodeResult(
                result.ranking(),
                result.value() / units,
                (certain ? result.bound() : Math.min(result.bound(), result.value() - problem.hidden())) / units,
                certain || !result.isOptimal() ? result.optimality() : Optimality.UNPROVEN,
                result.method(),
                elapsed);
        return new RankAggregation(ranking, timed, acyclic, lowNoise, certain ? 0 : problem.hidden() / units);
    }

    /**
     * Whether what the decoder says holds to the last unit: sums are so small that they tell integers apart, or the ranking
     * contradicts no majority, or dynamic programming compared nothing but exact sums.
     */
    private static boolean isCertain(LinearOrdering problem, DecodeResult result) {
        return problem.isCertain()
                || problem.meetsSumOfMinima(result.ranking())
                || (problem.isExact() && result.method().equals("subset-dp"));
    }
}
