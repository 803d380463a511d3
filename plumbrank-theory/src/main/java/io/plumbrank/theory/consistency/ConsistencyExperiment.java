package io.plumbrank.theory.consistency;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.Task;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * How far below the best a ranker stays as its training data grow: calibrated surrogates come as near as the model allows, and
 * others need not. The expected measure is exact for every test query; the training data and the choice of λ are random, and
 * repeated.
 *
 * @param problem makes a problem of a seed
 * @param measure what to rank for
 * @param trainer with the learner and the settings; its task does not matter
 * @param queries how many to train on, each in turn; a quarter as many again, at least 50, choose λ
 * @param repeats how often, with fresh training data
 * @param testQueries how many fresh queries the excess is a mean of
 */
public record ConsistencyExperiment(
        LongFunction<KnownProblem> problem,
        MeasureSpec measure,
        Trainer<?> trainer,
        List<Integer> queries,
        int repeats,
        int testQueries) {

    /** @throws IllegalArgumentException if a number is below 1, or the best for the measure is not known */
    public ConsistencyExperiment {
        queries = List.copyOf(queries);
        if (queries.isEmpty() || queries.stream().anyMatch(n -> n < 1) || repeats < 1 || testQueries < 1) {
            throw new IllegalArgumentException("numbers of queries and repeats must be at least 1, got " + queries
                    + ", " + repeats + " and " + testQueries);
        }
        KnownProblem.best(problem.apply(0).next(1), measure);
    }

    /** A point of a curve: the best expected measure less the one reached, as a mean over repeats, with its error. */
    public record Point(String surrogate, int queries, double excess, double standardError) {}

    /** The curve of one surrogate, given by its text. */
    public List<Point> curve(String surrogate, Progress progress) throws IOException {
        return curve(surrogate, ItemTask.of(measure).withSurrogates(Surrogates.parse(surrogate)), progress);
    }

    /** The curve of the surrogate of pairs, with decoder auto. */
    public List<Point> curveOfPairs(Progress progress) throws IOException {
        return curve("pairs", PairTask.of(measure), progress);
    }

    private List<Point> curve(String name, Task<?> task, Progress progress) throws IOException {
        Trainer<?> one = Trainer.of(task).withSettings(trainer.settings()).withLearners(trainer.learners());
        long seed = trainer.settings().seed();
        double sign = measure.largerIsBetter() ? 1 : -1;
        List<KnownQuery> test = problem.apply(seed).next(testQueries);
        double best = KnownProblem.best(test, measure);
        List<Point> points = new ArrayList<>();
        for (int n : queries) {
            double[] excess = new double[repeats];
            for (int repeat = 0; repeat < repeats; repeat++) {
                // the first stream of the seed is the test data's
                Function<Query, double[]> scores = trained(one, n, new SplittableRandom(seed + 1 + repeat), progress);
                excess[repeat] =
                        sign * (best - KnownProblem.expected(test, measure, query -> scores.apply(query.unjudged())));
            }
            points.add(point(name, n, excess));
        }
        return points;
    }

    private Function<Query, double[]> trained(Trainer<?> one, int n, SplittableRandom random, Progress progress)
            throws IOException {
        KnownProblem fresh = problem.apply(random.nextLong());
        Dataset train = KnownProblem.judged(fresh.next(n), random);
        Dataset valid = KnownProblem.judged(fresh.next(Math.max(50, n / 4)), random);
        try {
            return one.train(QuerySource.of("train", train), QuerySource.of("valid", valid), progress)
                    .predictor()
                    .as(Ranker.class)
                    .orElseThrow()::scores;
        } catch (InputException e) {
            throw new IllegalStateException("generated data are good data", e);
        }
    }

    private static Point point(String surrogate, int n, double[] excess) {
        double mean = 0;
        for (double value : excess) {
            mean += value / excess.length;
        }
        double squares = 0;
        for (double value : excess) {
            squares += (value - mean) * (value - mean);
        }
        double error = excess.length < 2 ? Double.NaN : Math.sqrt(squares / (excess.length - 1) / excess.length);
        return new Point(surrogate, n, mean, error);
    }
}
