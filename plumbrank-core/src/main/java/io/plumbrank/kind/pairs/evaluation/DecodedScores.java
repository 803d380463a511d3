package io.plumbrank.kind.pairs.evaluation;

import io.plumbrank.data.Query;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.decode.OpenTies.Decoded;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Scores of queries as a ranker by pairs decodes them, and how decoding went: each query is decoded once, so that the gaps
 * reported are those of the rankings. Where the predicted pairs leave open which of several rankings is the best, it is decoded
 * once more with all open ties decided the other way round, so that what the decision is worth can be said. Thread-safe.
 */
public final class DecodedScores implements Function<Query, double[]> {
    private final Ranker ranker;
    private final Predicate<double[]> condition;
    private final List<MeasureSpec> measures;

    /** By query. A query that comes again, as when reading begins anew, counts once. */
    private final Map<String, Line> lines = new ConcurrentSkipListMap<>();

    /** @param moved by measure, how far it moves when open ties are decided the other way round; NaN where it does not count */
    private record Line(
            double gap, boolean proven, boolean holds, boolean alike, boolean decided, double weight, double[] moved) {}

    /**
     * @param ranker that scores pairs of items
     * @param condition of what is predicted, to be counted
     * @param measures whose spread over open ties is asked for
     */
    public DecodedScores(Ranker ranker, Predicate<double[]> condition, List<MeasureSpec> measures) {
        this.ranker = ranker;
        this.condition = condition;
        this.measures = List.copyOf(measures);
    }

    @Override
    public double[] apply(Query query) {
        PairRankingTarget<Query> target = ranker.pairs().orElseThrow().target();
        double[] u = ranker.outputs(query);
        int[] order = BlindOrder.of(query);
        Decoded decoded = target.decode(u, order, ranker.limits());
        Decoded other = new OpenTies(target.index(), order).mayDecide(u)
                ? target.decode(u, BlindOrder.reversed(order), ranker.limits())
                : decoded;
        lines.put(
                query.id(),
                new Line(
                        decoded.result().gap(),
                        decoded.result().isOptimal(),
                        condition.test(u),
                        decoded.open().alike(),
                        !Arrays.equals(decoded.open().scores(), other.open().scores()),
                        query.weight(),
                        moved(query, decoded, other)));
        return decoded.open().scores();
    }

    private double[] moved(Query query, Decoded decoded, Decoded other) {
        Judgements known = Judgements.of(query);
        return measures.stream()
                .mapToDouble(spec -> Math.abs(spec.measure()
                                .evaluate(known.rankedBy(decoded.open().scores()))
                        - spec.measure().evaluate(known.rankedBy(other.open().scores()))))
                .toArray();
    }

    public int queries() {
        return lines.size();
    }

    public double meanGap() {
        return sum(Line::gap) / queries();
    }

    /** For how many queries the ranking is proven to be the best for what is predicted. */
    public int proven() {
        return (int) sum(line -> line.proven ? 1 : 0);
    }

    /** For how many queries what is predicted obeys the condition. */
    public int conditionHolds() {
        return (int) sum(line -> line.holds ? 1 : 0);
    }

    /** In how many queries items that nothing tells apart have equal scores, so that measures average over their orders. */
    public int averaged() {
        return (int) sum(line -> line.alike ? 1 : 0);
    }

    /** In how many queries a hash of query and item decided between rankings that the predicted pairs leave open. */
    public int decided() {
        return (int) sum(line -> line.decided ? 1 : 0);
    }

    /** How far the mean of one of the measures moves at most between the two ways in which open ties were decided. */
    public double spread(int measure) {
        return sum(line -> Double.isNaN(line.moved[measure]) ? 0 : line.weight * line.moved[measure])
                / sum(line -> Double.isNaN(line.moved[measure]) ? 0 : line.weight);
    }

    private double sum(ToDoubleFunction<Line> value) {
        return lines.values().stream().mapToDouble(value).sum();
    }
}
