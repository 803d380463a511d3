package io.plumbrank.task;

import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sums over instances, by candidate; those of a batch are made by one thread, and batches are added in their order. */
public final class Judgement implements Summable<Judgement> {
    private static final long serialVersionUID = 1;

    private static final Object TIED = "tied";

    @SuppressWarnings("serial") // the lists of the spine are
    private final List<Candidate> candidates;

    private final double[] shares;
    private final double[] weights;
    private final double[] risks;

    /** The weight of all instances; 0 where it is not known. */
    private final double total;

    /** What each instance adds, where it is asked for. */
    private final @Nullable HeldOutValues each;

    private double weight;
    private long rows;

    @SuppressWarnings("serial") // a number, a text or a list of them
    private @Nullable Object predicted;

    private boolean varied;

    public Judgement(List<Candidate> candidates) {
        this(candidates, 0, false);
    }

    private Judgement(List<Candidate> candidates, double total, boolean keepsEach) {
        this.total = total;
        this.each = keepsEach ? new HeldOutValues(candidates.size()) : null;
        this.candidates = candidates;
        this.shares = new double[candidates.size()];
        this.weights = new double[candidates.size()];
        this.risks = new double[candidates.size()];
    }

    /** Sums over nothing where the weight of all instances is known, so that each adds its share of the mean. */
    public Judgement ofTotal(double totalWeight) {
        return new Judgement(candidates, totalWeight, each != null);
    }

    /** Sums over nothing where what each instance adds is kept if asked for. */
    public Judgement keepingEach(boolean keeps) {
        return new Judgement(candidates, total, keeps);
    }

    /** What each instance added. */
    public HeldOutValues each() {
        return Objects.requireNonNull(each, "what each instance adds was not kept");
    }

    /** What comes next are these instances, by their numbers in the file, each for all candidates. */
    public void expect(long[] instances) {
        if (each != null) {
            each.expect(instances);
        }
    }

    /** The share of an instance in the mean, or its weight where the total is not known. */
    public double share(double weight) {
        return total > 0 ? weight / total : weight;
    }

    /** Sums of the same candidates over nothing. */
    public Judgement fresh() {
        return new Judgement(candidates, total, each != null);
    }

    public int candidates() {
        return candidates.size();
    }

    /** What a candidate was fitted to. */
    public Variant variant(int candidate) {
        return candidates.get(candidate).variant();
    }

    /**
     * One candidate on one instance.
     *
     * @param share of the mean, weight included; NaN where the measure does not count
     */
    public void add(int candidate, double share, double weight, double risk) {
        if (!Double.isNaN(share)) {
            shares[candidate] += share;
            weights[candidate] += weight;
        }
        if (each != null) {
            each.add(candidate, total > 0 ? share * total : share, weight, risk);
        }
        risks[candidate] += weight * risk;
    }

    /** One candidate's ranking of one query. */
    public void add(int candidate, Measure measure, JudgedList list, double weight, double risk) {
        add(candidate, measure.share(list, measure.evaluate(list), weight), weight, risk);
    }

    /** An instance that all candidates were judged on. */
    public void count(double weight, long rows) {
        this.weight += weight;
        this.rows += rows;
    }

    /** What the first candidate predicts for an instance. */
    public void saw(Object prediction) {
        varied |= predicted != null && !predicted.equals(prediction);
        predicted = prediction;
    }

    /** The same of a ranking: whether any two items are told apart; one item tells nothing. */
    public void sawScores(double[] scores) {
        if (Arrays.stream(scores).anyMatch(score -> score != scores[0])) {
            varied = true;
        } else if (scores.length > 1) {
            saw(TIED);
        }
    }

    /** What the first candidate predicts, where it is the same for all instances. */
    public Optional<Object> sameForAll() {
        return varied ? Optional.empty() : Optional.ofNullable(predicted);
    }

    public void add(Judgement other) {
        varied |= other.varied;
        if (other.predicted != null) {
            saw(other.predicted);
        }
        for (int c = 0; c < shares.length; c++) {
            shares[c] += other.shares[c];
            weights[c] += other.weights[c];
            risks[c] += other.risks[c];
        }
        if (each != null && other.each != null) {
            each.add(other.each);
        }
        weight += other.weight;
        rows += other.rows;
    }

    @Override
    public Judgement plus(Judgement other) {
        Judgement both = fresh();
        both.add(this);
        both.add(other);
        return both;
    }

    public long rows() {
        return rows;
    }

    /** The means of one candidate; NaN where nothing counts. */
    public Result result(int candidate) {
        double mean = total > 0 ? shares[candidate] : shares[candidate] / weights[candidate];
        return new Result(mean, risks[candidate] / weight);
    }

    /** ‖u − α‖² of the u that begins at a place of an array. */
    public static double squaredDistance(double[] u, int at, double[] alpha) {
        double squares = 0;
        for (int o = 0; o < alpha.length; o++) {
            double difference = u[at + o] - alpha[o];
            squares += difference * difference;
        }
        return squares;
    }
}
