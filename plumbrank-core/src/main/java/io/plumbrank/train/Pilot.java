package io.plumbrank.train;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.LeftOut;
import io.plumbrank.train.TrainingRun.Files;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits kinds of models to samples of the training data: to estimate how long each takes on all data, on this machine, and to compare
 * them where there is no time to fit all of them to all data.
 */
final class Pilot {
    /** Rows times outputs from which kinds are timed before they are tried; below, all take seconds. */
    private static final double LARGE = 20_000;

    /** Into how many parts instances fall; a sample has some of them. */
    private static final int PARTS = 60;

    /** The parts of samples that are timed, each if the one before took too little to tell. */
    private static final int[] TIMED = {1, 4, 15};

    private static final long LEAST_ROWS = 250;

    /** A fit of so many seconds is long enough to tell how long others take. */
    private static final double TELLING = 0.5;

    /** The time that timing may take, and that a race may take, as shares of the time that is left for trials. */
    private static final double SHARE_OF_TIMING = 0.1;

    private static final double SHARE_OF_RACE = 0.35;

    private static final int FIFTHS = 5;

    /** The parts that a race fits, a tenth of all; as many others judge it. */
    private static final int RACED = 6;

    private static final long RACED_ROWS = 50_000;
    private static final long RACED_INSTANCES = 1_000;

    /** How many standard errors behind the best one a kind is that drops out. */
    private static final double SIGNIFICANT = 2;

    private final Files files;
    private final Function<Contenders.Size, List<Contender>> kinds;
    private final Contenders.Size size;
    private final Folds folds;
    private final BudgetClock clock;
    private final double share;

    /**
     * @param kinds names the contenders for data of a size
     * @param size of all data
     * @param share of the clock's time, which trials may take
     */
    Pilot(
            Files files,
            Function<Contenders.Size, List<Contender>> kinds,
            Contenders.Size size,
            long seed,
            BudgetClock clock,
            double share) {
        this.files = files;
        this.kinds = kinds;
        this.size = size;
        this.folds = new Folds(PARTS, seed);
        this.clock = clock;
        this.share = share;
    }

    /** Whether so many rows, each with so many outputs, take long enough to be tried on samples first. */
    static boolean isWorthwhile(long rows, int outputs) {
        return rows * (double) Math.max(1, outputs) >= LARGE;
    }

    /** The kinds with what each is estimated to take: the time of a sample, times the ratio of the work. */
    List<Contender> timed(List<Contender> all) {
        List<Contender> timed = new ArrayList<>(all);
        boolean[] known = new boolean[all.size()];
        double[] times = new double[all.size()];
        double limit = SHARE_OF_TIMING * clock.left(share);
        for (int count : TIMED) {
            if (size.rows() * count / PARTS < LEAST_ROWS) {
                continue;
            }
            Files sample = new Files(sample(files.train(), 0, count), sampleOfValid(count));
            Contenders.Size own = size(count, size.fits());
            for (int kind = 0; kind < known.length; kind++) {
                double begun = clock.elapsed();
                double most = limit / (known.length - kind);
                if (!known[kind] && most > 0) {
                    Contender small = like(all.get(kind), own);
                    known[kind] = fit(small, sample, () -> begun + most - clock.elapsed()) == null
                            || clock.elapsed() - begun > TELLING;
                    double took = clock.elapsed() - begun;
                    limit -= took;
                    times[kind] = took / small.seconds();
                }
            }
        }
        // what there was no time to try takes as much longer than usual as the slowest of the others
        double slowest = Arrays.stream(times).max().orElse(0);
        for (int kind = 0; kind < times.length; kind++) {
            double own = times[kind] > 0 ? times[kind] : Math.max(1, slowest);
            timed.set(kind, all.get(kind).taking(own * all.get(kind).seconds()));
        }
        return timed;
    }

    /** Whether there is no time for all of them, and a tenth of the data tells which are better. */
    boolean isRaced(List<Contender> all, long instances) {
        return size.rows() >= RACED_ROWS
                && instances >= RACED_INSTANCES
                && all.stream().mapToDouble(Contender::seconds).sum() > clock.left(share);
    }

    /** A fifth of the training data as a validation file for the others. */
    Files split() {
        Folds fifths = new Folds(FIFTHS, folds.seed());
        return new Files(
                new FoldSource(files.train(), fifths, 0, false).loaded(),
                new FoldSource(files.train(), fifths, 0, true).loaded());
    }

    /** The kinds with what they take by a validation file, where estimates are those over folds. */
    List<Contender> foldless(List<Contender> overFolds) {
        Contenders.Size other = new Contenders.Size(
                size.rows() * FIFTHS / (FIFTHS - 1), size.features(), FIFTHS + 1, size.guided(), size.gaps());
        return overFolds.stream()
                .map(kind -> kind.taking(kind.seconds()
                        * like(kind, size).seconds()
                        / like(kind, other).seconds()))
                .toList();
    }

    /**
     * The outcome of a race.
     *
     * @param kept from the best on, with what each is estimated to take
     * @param dropped those that are significantly behind the best
     */
    record Race(List<Contender> kept, List<LeftOut> dropped) {}

    private record Runner(Contender kind, Contender estimated, Choice choice) {}

    /**
     * Compares kinds on a tenth of the instances, judged on another tenth or on as much of the validation file.
     *
     * @param first the kind that is tried in any case, and counts as one to be behind
     */
    Race race(Contender first, List<Contender> all, Function<List<Choice>, Contest> contest) {
        QuerySource judges = files.valid() == null ? sample(files.train(), RACED, RACED) : sampleOfValid(RACED);
        Files tenth = new Files(sample(files.train(), 0, RACED), judges);
        Contenders.Size own = size(RACED, 1);
        double end = clock.elapsed() + SHARE_OF_RACE * clock.left(share);
        List<LeftOut> dropped = new ArrayList<>();
        List<Runner> runners = new ArrayList<>();
        double total = all.stream().mapToDouble(Contender::seconds).sum();
        for (Contender kind : IntStream.range(-1, all.size())
                .mapToObj(i -> i < 0 ? first : all.get(i))
                .toList()) {
            Contender small = kind.equals(first) ? first : like(kind, own);
            double begun = clock.elapsed();
            double until = begun + (total > 0 ? (end - begun) * Math.max(kind.seconds(), total / 20) / total : 0);
            Choice choice = fit(small, tenth, () -> Math.min(clock.left(share), until - clock.elapsed()));
            total -= kind.seconds();
            if (choice != null) {
                double took = (clock.elapsed() - begun) * kind.seconds() / Math.max(1e-9, small.seconds());
                runners.add(new Runner(kind, kind.taking(took), choice));
            } else {
                dropped.add(new LeftOut(kind.name(), "a tenth of the data took all its time"));
            }
        }
        if (runners.isEmpty()) {
            return new Race(List.of(), dropped);
        }
        Contest.Verdict verdict =
                contest.apply(runners.stream().map(Runner::choice).toList()).decide();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < runners.size(); i++) {
            Estimate behind = verdict.standings().get(i).behind();
            if (runners.get(i).kind.equals(first)) {
                continue;
            }
            if (behind.mean() > SIGNIFICANT * behind.error()) {
                dropped.add(new LeftOut(
                        runners.get(i).kind.name(),
                        String.format(
                                Locale.ROOT,
                                "on a tenth of the data it was %.4f ± %.4f behind the best",
                                behind.mean(),
                                behind.reach())));
            } else {
                kept.add(i);
            }
        }
        kept.sort(Comparator.comparingDouble(
                i -> verdict.standings().get(i).behind().mean()));
        return new Race(kept.stream().map(i -> runners.get(i).estimated).toList(), dropped);
    }

    /** A contender of this kind for fewer data. */
    private Contender like(Contender kind, Contenders.Size own) {
        return kinds.apply(own).stream()
                .filter(small -> small.name().equals(kind.name()))
                .findFirst()
                .orElse(kind);
    }

    /** Null where it was not done in time, or the sample is too small for it. */
    private static @Nullable Choice fit(Contender kind, Files files, DoubleSupplier left) {
        try {
            return TrainingRun.of(kind.trainer(), files, true, new BudgetWatch(Progress.NONE, left))
                    .choose();
        } catch (BudgetWatch.Over | InputException e) {
            return null;
        }
    }

    private Contenders.Size size(int count, int fits) {
        return new Contenders.Size(size.rows() * count / PARTS, size.features(), fits, size.guided(), size.gaps());
    }

    private @Nullable QuerySource sampleOfValid(int count) {
        return files.valid() == null ? null : sample(files.valid(), 0, count);
    }

    private QuerySource sample(QuerySource all, int first, int count) {
        List<Query> taken = new ArrayList<>();
        long[] next = {0};
        all.visit(query -> {
            int part = folds.of(next[0]++);
            if (part >= first && part < first + count) {
                taken.add(query);
            }
        });
        return new Sample(all, taken);
    }

    /** Some instances of a file, in memory. */
    private static final class Sample extends ForwardingSource {
        private final List<Query> queries;

        Sample(QuerySource source, List<Query> queries) {
            super(source);
            this.queries = queries;
        }

        @Override
        public void visit(Consumer<Query> visitor) {
            queries.forEach(visitor);
        }

        @Override
        public Dataset load() {
            return new Dataset(queries, featureNames());
        }

        @Override
        public long knownRows() {
            return queries.stream().mapToLong(Query::size).sum();
        }
    }
}
