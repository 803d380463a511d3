package org.example.extend;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss.Squares;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * k nearest neighbours: f(x) is the mean of the targets of the k rows that are nearest to x, in units of each feature's standard
 * deviation, a missing value at the mean. It tends to E[α | x] when k grows and k/n shrinks (Stone 1977), which is what least squares
 * aims at; so it serves every task whose surrogate is squares: items, classes, rankings of labels, and kinds of your own.
 *
 * <p>The model keeps all rows, and scores in time that grows with them: for thousands of rows, not for millions.
 *
 * @param k how many neighbours; a row of weight 2 is two of them
 */
public record Neighbours(int k) implements Learner {
    public Neighbours {
        if (k < 1) {
            throw new IllegalArgumentException("k must be at least 1, got " + k);
        }
    }

    /** 1, 4, 16 and 64 neighbours, for {@code Trainer.withLearners} to choose from. */
    public static List<Neighbours> toChooseFrom() {
        return List.of(new Neighbours(1), new Neighbours(4), new Neighbours(16), new Neighbours(64));
    }

    @Override
    public String text() {
        return "neighbours(k=" + k + ")";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("k", Integer.toString(k));
    }

    @Override
    public void require(Instances.Shape shape, int outputs) {
        if (shape.isPaired()) {
            throw new IllegalArgumentException("nearest neighbours score rows, not pairs: take a surrogate by scores");
        }
    }

    @Override
    public <I extends Instance> Fitted fit(Instances<I> instances, Plan<I> plan) {
        if (instances.hasGaps()) {
            throw instances.fault("rows that do not know all of their targets", "whole ones for nearest neighbours");
        }
        for (Variant variant : plan.variants()) {
            if (variant.loss().squares() == null) {
                throw instances.fault(
                        "the surrogate " + variant.loss().text(), "one of squares, which nearest neighbours minimise");
            }
        }
        Rows rows = Rows.of(instances, plan.holdout());
        if (rows.parts.stream().distinct().count() < plan.holdout().parts()) {
            throw plan.tooFew(instances, rows.x.size() + " rows with a positive weight");
        }
        plan.laps().lap("load");
        List<Candidate> candidates = plan.candidates(new double[] {0}); // nothing is regularised but by k
        List<HeldOut> heldOut = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Variant variant = candidate.variant();
            heldOut.add(plan.holdout()
                    .heldOut(
                            () -> scorer(rows, variant, part -> true),
                            fold -> scorer(rows, variant, part -> part != fold)));
        }
        return new Fitted(
                candidates,
                HeldOut.sideBySide(heldOut),
                c -> scorer(rows, candidates.get(c).variant(), part -> true),
                c -> List.of());
    }

    /** Fitted to the rows of some parts, the folds. Squares that are centred in each query have the same minimiser, up to a constant. */
    private RowScorer scorer(Rows rows, Variant variant, IntPredicate parts) {
        Squares squares = Objects.requireNonNull(variant.loss().squares());
        return RowScorer.of(rows.scorer(k, variant, squares.targetFactor(), parts));
    }

    /** The training data, row by row, with the fold of each. */
    private record Rows(List<float[]> x, List<double[]> targets, List<Double> weights, List<Integer> parts) {
        static <I extends Instance> Rows of(Instances<I> instances, Holdout<I> holdout) {
            Rows rows = new Rows(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            int outputs = instances.outputs();
            int[] number = {0};
            instances.visit(instance -> {
                int part = holdout.part(number[0]++);
                int width = instance.width();
                float[] x = instance.x(width);
                double[] targets = instance.targets();
                for (int row = 0; row < instance.rows(); row++) {
                    double weight = instance.weight() * instance.rowWeight(row);
                    if (weight > 0) {
                        rows.x.add(Arrays.copyOfRange(x, row * width, (row + 1) * width));
                        rows.targets.add(Arrays.copyOfRange(targets, row * outputs, (row + 1) * outputs));
                        rows.weights.add(weight);
                        rows.parts.add(part);
                    }
                }
            });
            return rows;
        }

        MeanOfNearest scorer(int k, Variant variant, double factor, IntPredicate in) {
            int inputs = x.stream().mapToInt(row -> row.length).max().orElse(0);
            int[] chosen = IntStream.range(0, x.size())
                    .filter(row -> in.test(parts.get(row)))
                    .toArray();
            double[] counts = IntStream.of(chosen).mapToDouble(weights::get).toArray();
            float[][] wide = new float[chosen.length][inputs];
            double[][] aims = new double[chosen.length][variant.size()];
            for (int i = 0; i < chosen.length; i++) {
                float[] row = x.get(chosen[i]);
                Arrays.fill(wide[i], Float.NaN);
                System.arraycopy(row, 0, wide[i], 0, row.length);
                for (int o = 0; o < variant.size(); o++) {
                    aims[i][o] = factor * targets.get(chosen[i])[variant.from() + o];
                }
            }
            FeatureReference reference = reference(wide, counts, inputs);
            double[][] places = new double[chosen.length][];
            Arrays.setAll(places, i -> MeanOfNearest.place(wide[i], 0, reference));
            return new MeanOfNearest(k, reference, places, aims, counts);
        }

        /** The mean and the standard deviation of each feature, by the weights of the rows that have it. */
        private static FeatureReference reference(float[][] rows, double[] weights, int inputs) {
            float[] means = new float[inputs];
            double[] deviations = new double[inputs];
            for (int j = 0; j < inputs; j++) {
                double weight = 0;
                double sum = 0;
                double squares = 0;
                for (int row = 0; row < rows.length; row++) {
                    if (!Float.isNaN(rows[row][j])) {
                        weight += weights[row];
                        sum += weights[row] * rows[row][j];
                        squares += weights[row] * rows[row][j] * rows[row][j];
                    }
                }
                double mean = weight > 0 ? sum / weight : 0;
                double variance = weight > 0 ? squares / weight - mean * mean : 0;
                means[j] = (float) mean;
                deviations[j] = variance > 1e-12 * mean * mean ? Math.sqrt(variance) : 0;
            }
            return FeatureReference.of(means, deviations);
        }
    }

    /** The fitted function. */
    public static final class MeanOfNearest implements Scorer {
        private static final long serialVersionUID = 1;

        final int k;
        final FeatureReference reference;
        final double[][] places;
        final double[][] targets;
        final double[] weights;

        /**
         * @param places of the training rows, as {@link #place} gives them
         * @param targets of the same rows
         * @param weights of the same rows
         */
        MeanOfNearest(int k, FeatureReference reference, double[][] places, double[][] targets, double[] weights) {
            boolean square = places.length > 0
                    && places.length == targets.length
                    && places.length == weights.length
                    && Arrays.stream(places).allMatch(place -> place.length == reference.inputs())
                    && Arrays.stream(targets).allMatch(target -> target.length == targets[0].length)
                    && Arrays.stream(weights).allMatch(weight -> weight > 0);
            if (k < 1 || !square) {
                throw new IllegalArgumentException("rows, targets and weights of neighbours that do not go together");
            }
            this.k = k;
            this.reference = reference;
            this.places = places;
            this.targets = targets;
            this.weights = weights;
        }

        /** Where a row lies: its distance from the reference in standard deviations, 0 where it is missing. */
        static double[] place(float[] x, int at, FeatureReference reference) {
            double[] place = new double[reference.inputs()];
            reference.shiftInto(x, at, place.length, 0, place);
            for (int j = 0; j < place.length; j++) {
                place[j] = reference.scale(j) > 0 ? place[j] / reference.scale(j) : 0;
            }
            return place;
        }

        @Override
        public int inputs() {
            return reference.inputs();
        }

        @Override
        public int outputs() {
            return targets[0].length;
        }

        @Override
        public void scoreInto(float[] x, double[] u) {
            if (x.length != inputs()) {
                throw new IllegalArgumentException(
                        "a row of " + x.length + " features, but the scorer was fitted to " + inputs());
            }
            if (u.length != outputs()) {
                throw new IllegalArgumentException(outputs() + " outputs, but room for " + u.length);
            }
            scoreInto(x, 1, u);
        }

        @Override
        public void scoreInto(float[] x, int rows, double[] u) {
            if ((long) rows * inputs() > x.length || (long) rows * outputs() > u.length) {
                throw new IllegalArgumentException("arrays that are too short for " + rows + " rows");
            }
            for (int row = 0; row < rows; row++) {
                meanInto(place(x, row * inputs(), reference), u, row * outputs());
            }
        }

        /** All rows that are as near as the k-th count, and not those that happen to be first in the file. */
        private void meanInto(double[] place, double[] u, int at) {
            double[] distances = new double[places.length];
            for (int row = 0; row < places.length; row++) {
                for (int j = 0; j < place.length; j++) {
                    double difference = places[row][j] - place[j];
                    distances[row] += difference * difference;
                }
            }
            int[] nearest = IntStream.range(0, places.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(row -> distances[row]))
                    .mapToInt(row -> row)
                    .toArray();
            double total = 0;
            Arrays.fill(u, at, at + outputs(), 0);
            for (int i = 0; i < nearest.length; i++) {
                if (total >= k && distances[nearest[i]] > distances[nearest[i - 1]]) {
                    break;
                }
                total += weights[nearest[i]];
                for (int o = 0; o < outputs(); o++) {
                    u[at + o] += weights[nearest[i]] * targets[nearest[i]][o];
                }
            }
            for (int o = 0; o < outputs(); o++) {
                u[at + o] /= total;
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof MeanOfNearest that
                    && k == that.k
                    && reference.equals(that.reference)
                    && Arrays.deepEquals(places, that.places)
                    && Arrays.deepEquals(targets, that.targets)
                    && Arrays.equals(weights, that.weights);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.deepHashCode(places) + Arrays.deepHashCode(targets);
        }
    }

    /** Writes the fitted function to model files and reads it; the services line names this class. */
    public static final class Codec implements ScorerCodec<MeanOfNearest> {
        @Override
        public String name() {
            return "neighbours";
        }

        @Override
        public Class<MeanOfNearest> type() {
            return MeanOfNearest.class;
        }

        @Override
        public void write(MeanOfNearest scorer, JsonGenerator json) throws IOException {
            json.writeNumberField("k", scorer.k);
            scorer.reference.write(json);
            JsonArrays.rows("places", scorer.places, json);
            JsonArrays.rows("targets", scorer.targets, json);
            JsonArrays.numbers("weights", scorer.weights, json);
        }

        @Override
        public MeanOfNearest read(Fields json) {
            return new MeanOfNearest(
                    json.size("k"),
                    FeatureReference.read(json),
                    json.rows("places"),
                    json.rows("targets"),
                    json.numbers("weights"));
        }
    }
}
