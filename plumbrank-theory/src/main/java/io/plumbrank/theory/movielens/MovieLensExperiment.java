package io.plumbrank.theory.movielens;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.model.Ranker;
import io.plumbrank.theory.movielens.MovieLensSetting.Kind;
import io.plumbrank.theory.movielens.Ratings.Rating;
import io.plumbrank.train.Trainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * DMJ10, section 4: ratings fall into five parts at random; three train, one chooses λ or the rounds, one tests. Run k takes part
 * k mod 5 for the test and the next one for validation; every five runs the parts are drawn anew. A pair is drawn by drawing a user,
 * and then two movies of his with unequal ratings, all alike; pairs of a smaller training size are the first of a larger one.
 *
 * <p>The loss is DMJ10's equation 7: the mean over test pairs of the difference of ratings where the pair is misordered, half of it
 * where it is tied. For training on pairs each is a query of two items that weighs the difference, which is the paper's sum up to
 * a factor; its θ is one with the choice of λ, since only their ratio changes an order.
 *
 * @param ratings what is known
 * @param settings what is compared
 * @param sizes numbers of training pairs
 * @param runs how many
 * @param testPairs of validation and of test
 * @param ownRatings whether a training rating stays in its own features, which then say more in training than in the test
 * @param how seed and threads
 */
public record MovieLensExperiment(
        Ratings ratings,
        List<MovieLensSetting> settings,
        List<Integer> sizes,
        int runs,
        int testPairs,
        boolean ownRatings,
        Settings how) {
    /** As many as in the paper. */
    public static final int RUNS = 15;

    /** As many as in the paper. */
    public static final int TEST_PAIRS = 40_000;

    private static final int PARTS = 5;

    /** @throws IllegalArgumentException if a number is below 1, or nothing is to be compared */
    public MovieLensExperiment {
        settings = List.copyOf(settings);
        sizes = List.copyOf(sizes);
        if (settings.isEmpty() || sizes.isEmpty() || sizes.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("at least one setting and one size of at least 1 are needed");
        }
        if (runs < 1 || testPairs < 1) {
            throw new IllegalArgumentException("runs and pairs must be at least 1, got " + runs + " and " + testPairs);
        }
    }

    /** The experiment of the paper, and our settings beside its own. */
    public static MovieLensExperiment of(Ratings ratings, Settings how) {
        return new MovieLensExperiment(
                ratings, List.of(MovieLensSetting.values()), MovieLensSetting.SIZES, RUNS, TEST_PAIRS, false, how);
    }

    /** One cell of the table: the losses of each run, and the mean seconds of training. */
    public record Cell(MovieLensSetting setting, int size, List<Double> losses, double seconds) {
        public Cell {
            losses = List.copyOf(losses);
        }

        /** The mean over runs. */
        public double mean() {
            return losses.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }

        /** Of the mean; NaN for one run. */
        public double standardError() {
            double mean = mean();
            double squares = losses.stream()
                    .mapToDouble(loss -> (loss - mean) * (loss - mean))
                    .sum();
            int n = losses.size();
            return n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n);
        }

        /** What the paper has. */
        public OptionalDouble paper() {
            return setting.paper(size);
        }
    }

    /** Two ratings of a user, the higher one first. */
    private record Pair(int high, int low) {}

    /** Ratings with their features. */
    private record Part(List<Rating> ratings, float[][] x) {
        static Part of(List<Rating> ratings, RatingFeatures features) {
            return new Part(ratings, ratings.stream().map(features::of).toArray(float[][]::new));
        }

        int difference(Pair pair) {
            return ratings.get(pair.high).stars() - ratings.get(pair.low).stars();
        }

        List<Integer> all() {
            return IntStream.range(0, x.length).boxed().toList();
        }

        /** The places of some ratings, by their user. */
        Map<Integer, List<Integer>> byUser(Collection<Integer> some) {
            Map<Integer, List<Integer>> byUser = new TreeMap<>();
            some.forEach(rating -> byUser.computeIfAbsent(ratings.get(rating).user(), user -> new ArrayList<>())
                    .add(rating));
            return byUser;
        }

        /** A query of two items for each pair, which weighs the difference. */
        QuerySource queries(String name, List<Pair> pairs) {
            List<Query> queries = new ArrayList<>();
            for (Pair pair : pairs) {
                queries.add(
                        Query.of("" + queries.size(), new double[] {1, 0}, new float[][] {x[pair.high], x[pair.low]})
                                .withWeight(difference(pair)));
            }
            return QuerySource.of(name, new Dataset(queries, RatingFeatures.names()));
        }

        /** A query per user of the ratings that occur in the pairs. */
        QuerySource lists(String name, List<Pair> pairs) {
            Set<Integer> used = new LinkedHashSet<>();
            for (Pair pair : pairs) {
                used.add(pair.high);
                used.add(pair.low);
            }
            List<Query> queries = new ArrayList<>();
            byUser(used)
                    .forEach((user, own) -> queries.add(Query.of(
                            "" + user,
                            own.stream()
                                    .mapToDouble(rating -> ratings.get(rating).stars())
                                    .toArray(),
                            own.stream().map(rating -> x[rating]).toArray(float[][]::new))));
            return QuerySource.of(name, new Dataset(queries, RatingFeatures.names()));
        }

        /** Scores of all ratings, each user's as one query. */
        double[] scores(Ranker ranker) {
            double[] scores = new double[x.length];
            byUser(all()).entrySet().forEach(entry -> {
                List<Integer> own = entry.getValue();
                double[] some = ranker.scores(Query.of(
                        "" + entry.getKey(),
                        own.stream().map(rating -> x[rating]).toArray(float[][]::new)));
                for (int i = 0; i < some.length; i++) {
                    scores[own.get(i)] = some[i];
                }
            });
            return scores;
        }

        double loss(double[] scores, List<Pair> pairs) {
            double sum = 0;
            for (Pair pair : pairs) {
                double ahead = scores[pair.high] - scores[pair.low];
                sum += ahead > 0 ? 0 : ahead == 0 ? difference(pair) / 2.0 : difference(pair);
            }
            return sum / pairs.size();
        }
    }

    /** Runs everything; the cells are in the order of settings, and of sizes within. */
    public List<Cell> run(Progress progress) {
        int total = runs * sizes.size() * settings.size();
        progress.begin("movielens", "fits", total);
        List<List<List<Double>>> losses = new ArrayList<>();
        for (int k = 0; k < settings.size(); k++) {
            losses.add(
                    sizes.stream().<List<Double>>map(size -> new ArrayList<>()).toList());
        }
        double[][] seconds = new double[settings.size()][sizes.size()];
        int done = 0;
        for (int run = 0; run < runs; run++) {
            Run one = new Run(run);
            for (int s = 0; s < sizes.size(); s++) {
                for (int k = 0; k < settings.size(); k++) {
                    long start = System.nanoTime();
                    double[] scores = one.scores(settings.get(k), sizes.get(s));
                    seconds[k][s] += (System.nanoTime() - start) / 1e9 / runs;
                    losses.get(k).get(s).add(one.test.loss(scores, one.testPairs));
                    progress.at(++done);
                }
            }
        }
        List<Cell> cells = new ArrayList<>();
        for (int k = 0; k < settings.size(); k++) {
            for (int s = 0; s < sizes.size(); s++) {
                cells.add(new Cell(settings.get(k), sizes.get(s), losses.get(k).get(s), seconds[k][s]));
            }
        }
        return cells;
    }

    /** One division into parts, with the pairs that are drawn from each. */
    private final class Run {
        private final Part train;
        private final Part valid;
        private final Part test;
        private final List<Pair> trainPairs;
        private final List<Pair> validPairs;
        private final List<Pair> testPairs;

        Run(int number) {
            List<Integer> partOf = new ArrayList<>();
            for (int rating = 0; rating < ratings.all().size(); rating++) {
                partOf.add(rating % PARTS);
            }
            Collections.shuffle(partOf, new Random(31 * how.seed() + number / PARTS));
            int tested = number % PARTS;
            int validated = (tested + 1) % PARTS;
            List<Rating> training = part(partOf, tested, validated, false);
            RatingFeatures features = new RatingFeatures(ratings, training, !ownRatings);
            train = Part.of(training, features);
            valid = Part.of(part(partOf, validated, validated, true), features);
            test = Part.of(part(partOf, tested, tested, true), features);
            Random random = new Random(1_000_003 * how.seed() + number);
            trainPairs = draw(train, Collections.max(sizes), random);
            validPairs = draw(valid, MovieLensExperiment.this.testPairs, random);
            testPairs = draw(test, MovieLensExperiment.this.testPairs, random);
        }

        /** The ratings of two parts, or all others. */
        private List<Rating> part(List<Integer> partOf, int one, int other, boolean inside) {
            return IntStream.range(0, partOf.size())
                    .filter(rating -> (partOf.get(rating) == one || partOf.get(rating) == other) == inside)
                    .mapToObj(ratings.all()::get)
                    .toList();
        }

        private List<Pair> draw(Part part, int count, Random random) {
            List<List<Integer>> users = part.byUser(part.all()).values().stream()
                    .filter(own -> own.stream()
                                    .map(rating -> part.ratings.get(rating).stars())
                                    .distinct()
                                    .count()
                            > 1)
                    .toList();
            if (users.isEmpty()) {
                throw new IllegalArgumentException(
                        "no user has two unequal ratings in a part; more ratings are needed");
            }
            List<Pair> pairs = new ArrayList<>();
            while (pairs.size() < count) {
                List<Integer> own = users.get(random.nextInt(users.size()));
                int one;
                int other;
                do {
                    one = own.get(random.nextInt(own.size()));
                    other = own.get(random.nextInt(own.size()));
                } while (part.ratings.get(one).stars()
                        <= part.ratings.get(other).stars());
                pairs.add(new Pair(one, other));
            }
            return pairs;
        }

        /** Of all ratings of the test part. */
        double[] scores(MovieLensSetting setting, int size) {
            Kind kind = setting.kind();
            if (kind == null) {
                return Arrays.stream(test.x)
                        .mapToDouble(
                                setting == MovieLensSetting.MOVIE_MEAN
                                        ? RatingFeatures::movieMean
                                        : RatingFeatures::genreMean)
                        .toArray();
            }
            List<Pair> some = trainPairs.subList(0, size);
            Trainer<?> trainer =
                    Trainer.of(setting.task()).withLearner(setting.learner()).withSettings(how);
            QuerySource training = kind == Kind.PAIRS ? train.queries("train", some) : train.lists("train", some);
            QuerySource validation =
                    kind == Kind.PAIRS ? valid.queries("valid", validPairs) : valid.lists("valid", validPairs);
            Ranker ranker = trainer.train(training, validation)
                    .predictor()
                    .as(Ranker.class)
                    .orElseThrow();
            return test.scores(ranker);
        }
    }
}
