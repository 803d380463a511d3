package io.plumbrank.theory.consistency;

import io.plumbrank.data.Dataset;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;

/** Generates queries whose p(y|x) is known, so that a model can be compared with the best there is. */
public interface KnownProblem {
    KnownQuery next();

    default List<KnownQuery> next(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    /** Queries with one judgement each, as data have them. */
    static Dataset judged(List<KnownQuery> queries, SplittableRandom random) {
        return new Dataset(queries.stream().map(query -> query.draw(random)).toList());
    }

    /** The mean over queries of the exact expectation of a measure. */
    static double expected(List<KnownQuery> queries, MeasureSpec spec, Function<KnownQuery, double[]> scores) {
        Measure measure = spec.measure();
        return queries.stream()
                .mapToDouble(query -> query.expectedMeasure(measure, scores.apply(query)))
                .average()
                .orElseThrow();
    }

    /**
     * The best that a ranker can reach: for MAP, PD and Kendall's τ the best ranking for the expected pairs, where there are at most
     * {@value KnownQuery#FEW_ITEMS} items; else sorted by E[α].
     *
     * @throws IllegalArgumentException if neither is best: for ERR and the like, and for MAP and PD of many items
     */
    static double best(List<KnownQuery> queries, MeasureSpec spec) {
        RankingTarget<double[]> target = RankingTargets.of(spec);
        boolean few = queries.stream().allMatch(query -> query.items() <= KnownQuery.FEW_ITEMS);
        Optional<PairRankingTarget<double[]>> pairs = target.byPairs();
        if (few && pairs.isPresent()) {
            return expected(queries, spec, query -> query.best(pairs.get()).asScores());
        }
        if (target.condition().isPresent()) {
            throw new IllegalArgumentException("the best ranking for " + spec.typed()
                    + " does not follow from scores; take dcg, ndcg, p, recall or auc");
        }
        return expected(queries, spec, query -> query.expectedEncoding(target));
    }
}
