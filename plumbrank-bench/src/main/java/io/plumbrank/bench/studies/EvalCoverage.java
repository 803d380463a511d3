package io.plumbrank.bench.studies;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.PValues;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelChoice.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Counts how often the intervals and tests of {@code eval}, {@code experiment} and {@code report} hold the truth, over many generated sets:
 * means of a ranker and of rows, and differences of two that are equally good.
 *
 * <pre>bench/run EvalCoverage [SETS]</pre>
 *
 * <p>Queries have 8 items with grades 0 to 3 and scores that know a part of them. Rows cost 0 or 1 (classes), their shortfall of Kendall's tau
 * over four labels (labels), or a number of three columns (costs), of which 'always t' is one. Weighted sets have weights of 1 to 4.
 */
public final class EvalCoverage {
    private static final int SETS = 1000;
    private static final int MANY = 200_000;
    private static final int ITEMS = 8;
    private static final Resamples HOW = new Resamples(1_000, 1_000, 0.95, 1, 1);
    private static final List<String> ROWS = List.of("classes", "labels", "costs");

    private EvalCoverage() {}

    /** Intervals of one mean, and tests of one difference. */
    private static final class Tally {
        private int stated;
        private int held;
        private int randomisation;
        private int student;
        private double width;

        void add(double low, double high, double truth, PValues p) {
            if (!Double.isNaN(low)) {
                stated++;
                held += low - 1e-12 <= truth && truth <= high + 1e-12 ? 1 : 0;
                width += (high - low) / 2;
            }
            randomisation += p.randomization() <= 0.05 ? 1 : 0;
            student += p.t() <= 0.05 ? 1 : 0;
        }

        void print(String name, int sets) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.1f %% | %.3f | %.1f %% | %.1f %% |%n",
                    name,
                    stated,
                    100.0 * held / stated,
                    width / stated,
                    100.0 * randomisation / sets,
                    100.0 * student / sets);
        }
    }

    public static void main(String[] args) {
        int sets = args.length > 0 ? Integer.parseInt(args[0]) : SETS;
        System.out.println(
                "| case | intervals | 95 % interval holds the truth | half width | randomisation test rejects equals | t-test rejects equals |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        for (int size : new int[] {6, 20, 60}) {
            for (String measure : List.of("ndcg@5", "map", "p@3(rel=2)")) {
                rankers(measure, size, false, sets);
            }
            rankers("ndcg@5", size, true, sets);
            for (String kind : ROWS) {
                rows(kind, size, false, sets);
                rows(kind, size, true, sets);
            }
        }
    }

    private static void rankers(String measure, int size, boolean weighted, int sets) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        Evaluator evaluator =
                new Evaluator(List.of(spec), ReadOptions.defaults().withThreads(1));
        SplittableRandom random = new SplittableRandom(1);
        double truth = 0;
        for (int q = 0; q < MANY; q++) {
            Query query = query(q, random, 1);
            truth += spec.measure()
                            .evaluate(Judgements.of(query).rankedBy(column(0).apply(query)))
                    / MANY;
        }
        Tally tally = new Tally();
        for (int set = 0; set < sets; set++) {
            SplittableRandom own = new SplittableRandom(31L * set + size);
            List<Query> queries = new ArrayList<>();
            for (int q = 0; q < size; q++) {
                queries.add(query(q, own, weighted ? 1 + own.nextInt(4) : 1));
            }
            Evaluation evaluation =
                    evaluator.rankers(QuerySource.of(queries), List.of("one", "other"), List.of(column(0), column(1)));
            Summary one = evaluation.summaries(HOW).get(0);
            Comparison two = evaluation.comparisons(HOW).get(0);
            tally.add(one.low(), one.high(), truth, two.p());
        }
        tally.print(measure + (weighted ? ", weighted, " : ", ") + size + " queries", sets);
    }

    private static Function<Query, double[]> column(int number) {
        return query -> {
            double[] scores = new double[query.size()];
            Arrays.setAll(scores, i -> query.feature(i, number));
            return scores;
        };
    }

    /** Two features know as much of the grades. */
    private static Query query(int number, SplittableRandom random, double weight) {
        float[][] x = new float[ITEMS][2];
        double[] grades = new double[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            grades[i] = random.nextInt(4);
            x[i][0] = (float) (grades[i] + 3 * random.nextDouble(-1, 1));
            x[i][1] = (float) (grades[i] + 3 * random.nextDouble(-1, 1));
        }
        return Query.of("q" + number, grades, x).withWeight(weight);
    }

    private static void rows(String kind, int size, boolean weighted, int sets) {
        SplittableRandom random = new SplittableRandom(2);
        double truth = 0;
        for (int row = 0; row < MANY; row++) {
            truth += cost(kind, random) / MANY;
        }
        Tally tally = new Tally();
        for (int set = 0; set < sets; set++) {
            SplittableRandom own = new SplittableRandom(31L * set + size);
            double[] weights = own.doubles(size)
                    .map(uniform -> weighted ? 1 + Math.floor(4 * uniform) : 1)
                    .toArray();
            RowLosses one = rows(kind, weights, own);
            PValues p = rows(kind, weights, own).against(one, HOW);
            Estimate mean = one.estimate();
            tally.add(mean.mean() - mean.reach(), mean.mean() + mean.reach(), truth, p);
        }
        tally.print(kind + (weighted ? ", weighted, " : ", ") + size + " rows", sets);
    }

    private static RowLosses rows(String kind, double[] weights, SplittableRandom random) {
        return new RowLosses(
                Arrays.stream(weights).map(weight -> cost(kind, random)).toArray(), weights);
    }

    private static double cost(String kind, SplittableRandom random) {
        return switch (kind) {
            case "classes" -> random.nextInt(10) < 3 ? 1 : 0;
            case "labels" -> {
                int wrong = 0;
                for (int pair = 0; pair < 6; pair++) {
                    wrong += random.nextInt(4) == 0 ? 1 : 0;
                }
                yield 1 - wrong / 3.0;
            }
            default -> -Math.log(1 - random.nextDouble());
        };
    }
}
