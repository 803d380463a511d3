package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.model.Ranker.Ranked;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Scores of queries as a ranker decodes them, and how decoding went: each query is decoded once, so that the gaps reported are
 * those of the rankings. Thread-safe.
 */
public final class DecodedScores implements Function<Query, double[]> {
    private final Ranker ranker;
    private final Predicate<double[]> condition;

    /** By query. A query that comes again, as when reading begins anew, counts once. */
    private final Map<String, Line> lines = new ConcurrentSkipListMap<>();

    private record Line(double gap, boolean proven, boolean holds) {}

    /** @param condition of what is predicted, to be counted */
    public DecodedScores(Ranker ranker, Predicate<double[]> condition) {
        this.ranker = ranker;
        this.condition = condition;
    }

    @Override
    public double[] apply(Query query) {
        Ranked ranked = ranker.decode(query, ranker.limits());
        lines.put(query.id(), new Line(ranked.gap(), ranked.proven(), condition.test(ranker.outputs(query))));
        return ranked.scores();
    }

    /** How many queries were decoded. */
    public int queries() {
        return lines.size();
    }

    /** The mean of the gaps. */
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

    private double sum(ToDoubleFunction<Line> value) {
        return lines.values().stream().mapToDouble(value).sum();
    }
}
