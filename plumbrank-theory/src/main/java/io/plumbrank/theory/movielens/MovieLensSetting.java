package io.plumbrank.theory.movielens;

import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.learn.trees.TreeEngine;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A way to rank movies, with what DMJ10's Table 1 says of it where it is in there. */
public enum MovieLensSetting {
    /** By the mean rating of the movie; learns nothing. */
    MOVIE_MEAN(null, MovieLensSetting::nothing),
    /** By the user's mean rating in the movie's genres; learns nothing. */
    GENRE_MEAN(null, MovieLensSetting::nothing),
    /** RankSVM on pairs, weighted by the difference of ratings. */
    HINGE(Kind.PAIRS, () -> ofPairs("ranksvm"), .478, .477, .480, .477, .474),
    /** RankNet's loss on the same pairs. */
    LOGISTIC(Kind.PAIRS, () -> ofPairs("ranknet"), .479, .478, .478, .477, .474),
    /** DMJ10's value-regularised linear loss on the same pairs, in closed form. */
    LINEAR(Kind.PAIRS, () -> ofPairs("linear-value"), .465, .464, .462, .463, .461),
    /** Least squares for NDCG, on the ratings that occur in the pairs. */
    SQUARED(Kind.LISTS, MovieLensSetting::ofLists),
    /** Least squares on the differences of all pairs of these ratings, decoded by Algorithm 1. */
    PAIRS(Kind.LISTS, MovieLensSetting::byPairs),
    /** Least squares on pairs as earlier versions had it, without the factor r(r − 1)/2 of a user of r ratings. */
    PAIRS_PLAIN(Kind.LISTS, () -> byPairs().withPlain()),
    /** Boosted trees in place of the linear function, with least squares for NDCG. */
    TREES(Kind.LISTS, MovieLensSetting::ofLists);

    /** The numbers of training pairs of Table 1. */
    static final List<Integer> SIZES = List.of(20_000, 40_000, 80_000, 120_000, 160_000);

    private final @Nullable Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // makes a task anew each time
    private final Supplier<Task<?>> task;

    private final double[] paper;

    MovieLensSetting(@Nullable Kind kind, Supplier<Task<?>> task, double... paper) {
        this.kind = kind;
        this.task = task;
        this.paper = paper;
    }

    /** What it is trained on. */
    enum Kind {
        /** Each pair is a query of two items. */
        PAIRS,
        /** Each user is a query of the movies in the pairs. */
        LISTS
    }

    @Nullable
    Kind kind() {
        return kind;
    }

    Task<?> task() {
        return task.get();
    }

    Learner learner() {
        return this == TREES ? new TreeLearner(Map.of(TreeLearner.ENGINE, TreeEngine.OWN)) : FeatureLearner.linear();
    }

    private static Task<?> nothing() {
        throw new IllegalStateException("a mean learns nothing");
    }

    private static Task<?> ofLists() {
        return ItemTask.of(MeasureSpec.parse("ndcg@10")).withSurrogates(Surrogates.parse("squared"));
    }

    private static PairTask byPairs() {
        return PairTask.of(MeasureSpec.parse("pd(weight=difference)")).withDecoder("algorithm1", Duration.ZERO);
    }

    private static Task<?> ofPairs(String surrogate) {
        return ItemTask.of(MeasureSpec.parse("pd")).withSurrogates(Surrogates.parse(surrogate));
    }

    /** What the paper has for so many training pairs. */
    public OptionalDouble paper(int size) {
        int column = SIZES.indexOf(size);
        return paper.length == 0 || column < 0 ? OptionalDouble.empty() : OptionalDouble.of(paper[column]);
    }

    public boolean isInPaper() {
        return paper.length > 0;
    }

    /** Its name for users, such as {@code movie-mean}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException if there is none of that name */
    public static MovieLensSetting parse(String text) {
        return Arrays.stream(values())
                .filter(setting -> setting.text().equals(text.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no setting '" + text + "'; there are "
                        + String.join(
                                ", ",
                                Arrays.stream(values())
                                        .map(MovieLensSetting::text)
                                        .toList())));
    }
}
