package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Measures in many variants, and random queries to try them on. */
final class TestSpecs {
    /** Every measure with every value of every key, a few cut-offs and thresholds; ties are averaged. */
    static final List<MeasureSpec> AVERAGED = averaged();

    private TestSpecs() {}

    private static List<MeasureSpec> averaged() {
        List<String> texts = new ArrayList<>();
        for (String cut : List.of("", "@1", "@2", "@3", "@5", "@9")) {
            for (Gain gain : Gain.values()) {
                texts.add("dcg" + cut + "(gain=" + gain.text() + ")");
                for (Ideal ideal : Ideal.values()) {
                    texts.add("ndcg" + cut + "(gain=" + gain.text() + ",ideal=" + ideal.text() + ",empty=one)");
                }
            }
            for (String gain : List.of("exp2", "exp2-int")) {
                texts.add("err" + cut + "(max=4,gain=" + gain + ")");
                texts.add("err" + cut + "(max=3.5,gain=" + gain + ",empty=skip)");
            }
            for (String rel : List.of("rel=1", "rel=2", "rel=>0", "rel=>0.5", "rel=0")) {
                texts.add("rr" + cut + "(" + rel + ",empty=one)");
                for (Ideal ideal : Ideal.values()) {
                    String keys = rel + ",ideal=" + ideal.text();
                    texts.add("map" + cut + "(" + keys + ")");
                    if (!cut.isEmpty()) {
                        texts.add("map" + cut + "(" + keys + ",denominator=capped,empty=one-unweighted)");
                        texts.add("recall" + cut + "(" + keys + ",empty=skip)");
                    } else {
                        texts.add("rprec(" + keys + ")");
                    }
                }
                if (cut.isEmpty()) {
                    Stream.of("wta", "auc", "bpref", "num_rel", "num_rel_ret")
                            .forEach(name -> texts.add(name + "(" + rel + ")"));
                } else {
                    texts.add("p" + cut + "(" + rel + ")");
                    texts.add("p" + cut + "(" + rel + ",denominator=capped)");
                    texts.add("success" + cut + "(" + rel + ",empty=skip)");
                }
            }
        }
        texts.addAll(List.of(
                "eru(v=0,w=2)",
                "eru(v=1,w=5)",
                "eru(v=-0.5,w=1.5)",
                "pd",
                "pd(weight=difference,empty=one)",
                "kendall(ties=average)",
                "spearman(ties=average,empty=skip)",
                "num_q",
                "num_ret"));
        return texts.stream().map(MeasureSpec::parse).toList();
    }

    /** One of each measure, in our conventions. */
    static List<MeasureSpec> ours() {
        return MeasureSpec.parseList(
                "dcg,dcg@3,ndcg,ndcg@3,p@3,recall@3,wta,success@3,map,map@3,rr,rr@3,err(max=3),err@3(max=3),auc,spearman,"
                        + "kendall,eru(v=1,w=5),pd,pd(weight=difference),rprec,bpref,num_q,num_ret,num_rel,num_rel_ret",
                Conventions.plumbrank());
    }

    /** A query of up to {@code most} retrieved items with many ties, unjudged, unretrieved and badly graded items. */
    static Textbook.Case random(long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = Math.max(random.nextInt(most + 1), random.nextInt(most + 1));
        int distinct = 1 + Math.min(random.nextInt(most), random.nextInt(most)); // few, so that tied groups are large
        double[] pool =
                random.nextInt(4) == 0 ? new double[] {0, 0, 1} : new double[] {-1, 0, 0, 0.5, 1, 1, 1.7, 2, 3, 3.5};
        boolean unjudged = random.nextBoolean();
        double[] scores = new double[n];
        double[] grades = new double[n];
        for (int i = 0; i < n; i++) {
            scores[i] = random.nextInt(distinct);
            grades[i] = unjudged && random.nextInt(4) == 0 ? Double.NaN : pool[random.nextInt(pool.length)];
        }
        double[] unretrieved = new double[random.nextInt(3)];
        for (int i = 0; i < unretrieved.length; i++) {
            unretrieved[i] = pool[random.nextInt(pool.length)];
        }
        return new Textbook.Case(scores, grades, unretrieved);
    }

    /** Equal up to rounding, NaN equal to NaN. */
    static void assertSame(double value, double expected, MeasureSpec spec, Object query) {
        if (Double.isNaN(expected)) {
            assertThat(value).as("%s of %s", spec, query).isNaN();
        } else {
            assertThat(value).as("%s of %s", spec, query).isCloseTo(expected, within(1e-12));
        }
    }
}
