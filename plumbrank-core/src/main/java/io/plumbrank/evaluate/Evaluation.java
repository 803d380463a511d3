package io.plumbrank.evaluate;

import io.plumbrank.measure.MeasureSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One or more runs evaluated against the same judgements: means with bootstrap intervals over the queries of each run, and
 * paired tests of every further run against the first on the queries that both have.
 */
public final class Evaluation {
    private final List<QueryValues> runs;
    private final List<String> notes;

    /**
     * @param runs at least one, all with the same measures
     * @param notes what a user should know about how the numbers came about, a sentence each
     */
    public Evaluation(List<QueryValues> runs, List<String> notes) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("an evaluation needs at least one run");
        }
        this.runs = List.copyOf(runs);
        this.notes = List.copyOf(notes);
    }

    /**
     * How intervals and tests are made.
     *
     * @param resamples of the bootstrap
     * @param permutations random sign patterns of the randomisation test
     * @param level coverage of the interval
     * @param seed of both
     * @param threads how many work on them; results do not depend on it
     */
    public record Resamples(int resamples, int permutations, double level, long seed, int threads) {
        public Resamples {
            if (resamples < 1 || permutations < 1) {
                throw new IllegalArgumentException(
                        "resamples must be at least 1, got " + resamples + " and " + permutations);
            }
            if (!(level > 0 && level < 1)) {
                throw new IllegalArgumentException("level must be between 0 and 1, got " + level);
            }
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
        }

        /** 1,000 resamples, 10,000 sign patterns, 95 %, all processors. */
        public static Resamples defaults(long seed) {
            return new Resamples(1_000, 10_000, 0.95, seed, Runtime.getRuntime().availableProcessors());
        }

        public Resamples withThreads(int threads) {
            return new Resamples(resamples, permutations, level, seed, threads);
        }
    }

    /**
     * A measure of a run.
     *
     * @param mean over queries, or the sum of a count
     * @param low lower end of the bootstrap interval; NaN for a count, and where fewer than two queries weigh something
     * @param high upper end; NaN where low is
     * @param queries how many queries count
     */
    public record Summary(MeasureSpec measure, String run, double mean, double low, double high, int queries) {}

    /**
     * A run against the first run, on the queries that both have and that weigh something. Where there are none, nothing is
     * compared: the numbers are NaN, and Holm's correction does not count it.
     *
     * @param difference mean of this run minus mean of the baseline on those queries, by weight
     * @param p of the tests of the weighted differences
     * @param holm the same after Holm's correction over all comparisons of the evaluation
     * @param queries how many queries are compared
     */
    public record Comparison(
            MeasureSpec measure,
            String baseline,
            String run,
            double difference,
            PValues p,
            PValues holm,
            int queries) {}

    /**
     * Two-sided p of two tests.
     *
     * @param randomization of the paired randomisation test
     * @param t of the paired t-test; NaN for a single query too
     */
    public record PValues(double randomization, double t) {}

    /**
     * The runs of both, the other's last; names that come again are numbered.
     *
     * @throws IllegalArgumentException if the measures differ
     */
    public Evaluation with(Evaluation other) {
        if (!measures().equals(other.measures())) {
            throw new IllegalArgumentException("evaluations by " + measures() + " and by " + other.measures());
        }
        List<QueryValues> all = new ArrayList<>(runs);
        all.addAll(other.runs);
        List<String> names =
                Evaluator.numbered(all.stream().map(QueryValues::run).toList());
        for (int i = 0; i < names.size(); i++) {
            all.set(i, all.get(i).withRun(names.get(i)));
        }
        List<String> said = new ArrayList<>(notes);
        other.notes.stream().filter(note -> !said.contains(note)).forEach(said::add);
        return new Evaluation(all, said);
    }

    /** These runs in another order: the baseline of all comparisons comes first. */
    public Evaluation withBaseline(int run) {
        List<QueryValues> ordered = new ArrayList<>(runs);
        Collections.rotate(ordered.subList(0, run + 1), 1);
        return new Evaluation(ordered, notes);
    }

    /**
     * Evaluations of the same runs on different queries, such as the test parts of folds, as one; names of queries begin with the
     * number of their part.
     *
     * @throws IllegalArgumentException if there is none, or runs or measures differ
     */
    public static Evaluation joined(List<Evaluation> parts) {
        List<QueryValues> joined = new ArrayList<>();
        for (int run = 0; run < parts.get(0).runs.size(); run++) {
            int number = run;
            joined.add(QueryValues.joined(
                    parts.stream().map(part -> part.runs.get(number)).toList()));
        }
        return new Evaluation(
                joined,
                parts.stream().flatMap(part -> part.notes.stream()).distinct().toList());
    }

    /** Both tests of paired differences. */
    public static PValues test(double[] differences, Resamples how) {
        return new PValues(
                Resampling.randomizationTest(differences, how.permutations(), how.seed(), how.threads()),
                PairedTests.tTest(differences));
    }

    /** The p of several tests after Holm's correction over all of them. */
    public static List<PValues> holm(List<PValues> raw) {
        double[] randomization = PairedTests.holm(
                raw.stream().mapToDouble(PValues::randomization).toArray());
        double[] t = PairedTests.holm(raw.stream().mapToDouble(PValues::t).toArray());
        List<PValues> corrected = new ArrayList<>();
        for (int i = 0; i < t.length; i++) {
            corrected.add(new PValues(randomization[i], t[i]));
        }
        return corrected;
    }

    public List<QueryValues> runs() {
        return runs;
    }

    /** What a user should know about how the numbers came about. */
    public List<String> notes() {
        return notes;
    }

    public List<MeasureSpec> measures() {
        return runs.get(0).measures();
    }

    /** Means and intervals, measure by measure, run by run. */
    public List<Summary> summaries(Resamples how) {
        List<Summary> summaries = new ArrayList<>();
        for (int m = 0; m < measures().size(); m++) {
            for (QueryValues run : runs) {
                double[] interval = {Double.NaN, Double.NaN};
                if (!measures().get(m).isCount()) {
                    double[][] columns = run.sharesAndWeights(m);
                    interval = Resampling.bootstrapInterval(
                            columns[0], columns[1], how.resamples(), how.level(), how.seed(), how.threads());
                }
                summaries.add(
                        new Summary(measures().get(m), run.run(), run.mean(m), interval[0], interval[1], run.count(m)));
            }
        }
        return summaries;
    }

    /** Every run but the first against the first, measure by measure; counts are not compared. */
    public List<Comparison> comparisons(Resamples how) {
        List<Comparison> raw = new ArrayList<>();
        QueryValues baseline = runs.get(0);
        for (int m = 0; m < measures().size(); m++) {
            if (measures().get(m).isCount()) {
                continue;
            }
            for (QueryValues run : runs.subList(1, runs.size())) {
                QueryValues.Pairs pairs = baseline.pairs(m, run);
                double[] d = pairs.differences();
                PValues p = test(d, how);
                raw.add(new Comparison(measures().get(m), baseline.run(), run.run(), pairs.mean(), p, p, d.length));
            }
        }
        List<PValues> holm = holm(raw.stream().map(Comparison::p).toList());
        List<Comparison> corrected = new ArrayList<>();
        for (Comparison each : raw) {
            corrected.add(new Comparison(
                    each.measure,
                    each.baseline,
                    each.run,
                    each.difference,
                    each.p,
                    holm.get(corrected.size()),
                    each.queries));
        }
        return corrected;
    }
}
