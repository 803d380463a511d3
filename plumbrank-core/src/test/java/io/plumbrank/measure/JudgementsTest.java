package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judgements that were asked before, by any measure about any ranking, give the bits of those that were not. */
class JudgementsTest {
    private static final List<MeasureSpec> SPECS = Stream.of(
                    TestSpecs.AVERAGED,
                    MeasureSpec.parseList("ndcg@10,map,map@5,auc,bpref,pd,kendall", Compat.XGBOOST.conventions()),
                    MeasureSpec.parseList("ndcg_cut_10,map,recip_rank,tau,rho", Compat.TREC_EVAL.conventions()),
                    MeasureSpec.parseList("ndcg@10,map,auc,tau,rho", Compat.SKLEARN.conventions()))
            .flatMap(List::stream)
            .toList();

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sharedJudgementsGiveTheBitsOfFreshOnes(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 30);
        assertSharedIsFresh(
                SPECS,
                () -> new Judgements(query.grades().clone(), query.unretrieved().clone(), Integer::compare, null),
                candidates(query.retrieved(), seed));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void thisIsSoForPreferencesBesideGrades(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 2 + random.nextInt(10);
        List<Preference> votes = new ArrayList<>();
        for (int i = 0; i < 3 * items; i++) {
            int above = random.nextInt(items);
            votes.add(new Preference(above, (above + 1 + random.nextInt(items - 1)) % items, random.nextDouble()));
        }
        double[] grades = random.ints(items, 0, 4).asDoubleStream().toArray();
        Query query = Query.of("q", grades, new float[items][1]).withPreferences(PreferenceGraph.sum(items, votes));
        List<MeasureSpec> specs = MeasureSpec.parseList(
                "pd,pd(weight=observed),pd(weight=difference),pd(weight=observed,ties=stable),kendall",
                Conventions.plumbrank());
        assertSharedIsFresh(specs, () -> Judgements.of(query), candidates(items, seed));
    }

    private static void assertSharedIsFresh(
            List<MeasureSpec> specs, Supplier<Judgements> labels, List<double[]> candidates) {
        Judgements shared = labels.get();
        for (double[] scores : candidates) {
            for (MeasureSpec spec : specs) {
                Measure measure = spec.measure();
                JudgedList again = shared.rankedBy(scores);
                JudgedList fresh = labels.get().rankedBy(scores);
                double value = measure.evaluate(again);
                assertThat(Double.doubleToLongBits(value))
                        .as("%s of %s", spec, Arrays.toString(scores))
                        .isEqualTo(Double.doubleToLongBits(measure.evaluate(fresh)));
                assertThat(measure.isEmpty(again))
                        .as(spec.text())
                        .isEqualTo(measure.isEmpty(labels.get().rankedBy(scores)));
            }
        }
    }

    /** With ties and without. */
    private static List<double[]> candidates(int items, long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        return Stream.of(2, 5, 1_000_000)
                .map(distinct ->
                        random.ints(items, 0, distinct).asDoubleStream().toArray())
                .toList();
    }
}
