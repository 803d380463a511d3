package io.plumbrank.learn.descent;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.FeatureSpec;
import io.plumbrank.learn.ridge.RidgeFit;
import io.plumbrank.learn.sums.BlockSums;
import io.plumbrank.util.internal.InOrder;
import io.plumbrank.util.internal.Sorting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Fits linear functions of very many features: rows stay as sparse as they come, squares are minimised by conjugate gradients for all λ
 * at once ({@link SparseSquares}) and other convex losses by L-BFGS. Each fit is on one thread; those without a fold go side by side.
 */
public final class WideFit<I extends Instance> {
    /**
     * From so many on where at most one value in {@link #SPARSE} is present: with 10 of 1,000 features in 5,000 rows the closed form took
     * 12 seconds and this 3, with 10 of 500 it was 4 and 2.
     */
    private static final int LEAST_SPARSE = 1000;

    private static final int SPARSE = 16;

    /** Rows that the closed form could stream must not take more of the heap than this. */
    private static final int SHARE_OF_HEAP = 8;

    private final FeatureSpec spec;
    private final Instances<I> instances;
    private final Plan<I> plan;
    private final boolean squares;
    private final boolean items;
    private final double[] lambdas;
    private final List<Double> weights = new ArrayList<>();

    /** @param plan with squares alone, or with one other loss */
    public WideFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        this.spec = spec;
        this.instances = instances;
        this.plan = plan;
        this.squares = RidgeFit.suits(plan.variants());
        this.items = instances.shape() == Instances.Shape.ITEMS;
        this.lambdas = plan.lambdas(grid());
    }

    /** One per decade, where the closed form has two: the losses are flat between them. From where to where as with fewer features. */
    private double[] grid() {
        int least = squares ? -8 : items ? -4 : -6;
        int most = squares ? items ? 4 : 2 : items ? 5 : 1;
        return IntStream.rangeClosed(least, most)
                .mapToDouble(power -> StrictMath.pow(10, power))
                .toArray();
    }

    /** Whether the first rows have so many features that this is the way, and what is asked for can be had so. */
    public static <I extends Instance> boolean suits(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        if (!spec.isLinear() || instances.shape().isPaired() || plan.holdout().leavesOutEach()) {
            return false;
        }
        int[] width = new int[1];
        long[] rows = new long[2];
        long[] values = new long[1];
        // how wide rows are that leave out zeros depends on how a file was cut, and what decides must not
        boolean padded = instances.padding() != Padding.MISSING;
        instances.visitUntil(instance -> {
            width[0] = padded ? width[0] : Math.max(width[0], instance.width());
            rows[0] += instance.rows();
            if ((padded || instance.width() >= LEAST_SPARSE) && width[0] < RowScorer.WIDE) {
                rows[1] += instance.rows();
                instance.visitValues((row, feature, x) -> {
                    values[0]++;
                    width[0] = Math.max(width[0], feature + 1);
                });
            }
            return width[0] >= RowScorer.WIDE || rows[0] >= BlockSums.BLOCK_ROWS;
        });
        if (width[0] < LEAST_SPARSE || width[0] >= RowScorer.WIDE) {
            return width[0] >= RowScorer.WIDE;
        }
        if (instances.blocks().isPresent()) {
            return false; // blocks give the same bits on every machine, however much memory it has
        }
        double perRow = values[0] / (double) rows[1];
        double bytes = 8 * perRow * instances.knownRows();
        return SPARSE * perRow <= width[0]
                && instances.knownRows() >= 0
                && bytes <= Runtime.getRuntime().maxMemory() / (double) SHARE_OF_HEAP;
    }

    /** The solutions without one fold, or of all: by candidate and output. */
    private record Solved(double[] intercepts, double[][] weights, String[] notes) {}

    public Fitted fit() {
        SparseRows rows = load();
        List<Candidate> candidates = plan.candidates(lambdas);
        Holdout<I> holdout = plan.holdout();
        int parts = holdout.hasFolds() ? holdout.parts() : 0;
        announce(rows, candidates, 1 + parts);
        rows.finish();
        plan.laps().lap("load");
        plan.progress().begin("fit");
        List<Solved> solved = new ArrayList<>();
        int threads = plan.settings().threads();
        try (InOrder<Solved> workers = new InOrder<>(threads, "plumbrank-wide", solved::add)) {
            for (int fold = 0; fold < parts; fold++) {
                int without = fold;
                workers.submit(() -> solve(rows, instance -> holdout.part(instance) != without));
            }
            workers.submit(() -> solve(rows, instance -> true));
            workers.finish();
        }
        plan.laps().lap("fit");
        Solved whole = solved.remove(solved.size() - 1);
        HeldOut heldOut = holdout.heldOut(
                () -> stacked(rows, whole, candidates), fold -> stacked(rows, solved.get(fold), candidates));
        return new Fitted(candidates, heldOut, c -> one(rows, whole, candidates, c), c -> {
            String note = whole.notes[c];
            return note.isEmpty() ? List.of() : List.of(note);
        });
    }

    private SparseRows load() {
        plan.progress().begin("load", Progress.ROWS, instances.knownRows());
        SparseRows rows = new SparseRows(items ? 1 : instances.outputs(), instances.padding());
        double[] weightOfFold = new double[plan.holdout().parts()];
        InstanceLoss loss = plan.variants().get(0).loss();
        instances.visit(instance -> {
            DescentFit.requireNoWeights(instances, instance, loss);
            int number = weights.size();
            weights.add(instance.weight());
            for (int row = 0; row < instance.rows(); row++) {
                weightOfFold[plan.holdout().part(number)] += instance.weight() * instance.rowWeight(row);
            }
            rows.add(instance, number, !squares && instance.hasRowWeights());
            plan.progress().at(rows.rows());
        });
        if (Arrays.stream(weightOfFold).anyMatch(weight -> !(weight > 0))) {
            throw plan.tooFew(instances, weights.size());
        }
        return rows;
    }

    /** Says what will be done and what it takes, or what to do where that is more than there is. */
    private void announce(SparseRows rows, List<Candidate> candidates, int fits) {
        int numbers = candidates.stream()
                .mapToInt(candidate -> candidate.variant().size())
                .sum();
        int side = Math.min(fits, plan.settings().threads());
        // weights of all candidates twice, for scoring, and what a fit works with
        double perFit = squares ? 2.0 * lambdas.length + 6 : 30.0 * numbers / lambdas.length;
        double work = 8.0 * rows.width() * (2.0 * numbers * fits + perFit * side);
        double bytes = 8.0 * rows.values() + (32.0 + 8.0 * rows.outputs()) * rows.rows() + work;
        double heap = Runtime.getRuntime().maxMemory();
        String words = String.format(
                Locale.ROOT,
                "%d features in %d rows of %.1f values: sparse rows, %s for %d lambdas, about %.0f MB",
                rows.width(),
                rows.rows(),
                rows.values() / (double) rows.rows(),
                squares ? "conjugate gradients" : "L-BFGS",
                lambdas.length,
                bytes / 1e6);
        if (bytes > heap) {
            throw instances.fault(
                    String.format(Locale.ROOT, "%s, but a heap of %.0f MB", words, heap / 1e6),
                    "room for it: give the JVM more memory (-Xmx), name fewer lambdas, or take fewer folds");
        }
        plan.progress().plan(words);
    }

    private Solved solve(SparseRows rows, IntPredicate in) {
        int[] groups = rows.groupsOf(in);
        return squares ? bySquares(rows, groups) : byDescent(rows, groups, in);
    }

    private Solved bySquares(SparseRows rows, int[] groups) {
        List<Double> intercepts = new ArrayList<>();
        List<double[]> all = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Variant variant : plan.variants()) {
            InstanceLoss.Squares form = variant.loss().squares();
            if (form == null) {
                throw new IllegalArgumentException(variant.loss().text() + " is no square");
            }
            SparseSquares problem = new SparseSquares(rows, groups, form.centred(), spec.standardise());
            double perRow = items ? form.lossFactor() * problem.lossPerRow() : 1;
            double[] shifts =
                    Arrays.stream(lambdas).map(lambda -> lambda / perRow).toArray();
            List<SparseSquares.Path> paths = new ArrayList<>();
            for (int o = 0; o < variant.size(); o++) {
                int output = items ? 0 : variant.from() + o;
                paths.add(problem.solve(output, items ? form.targetFactor() : 1, shifts));
            }
            for (int l = 0; l < lambdas.length; l++) {
                double residual = 0;
                for (SparseSquares.Path path : paths) {
                    intercepts.add(path.intercepts()[l]);
                    all.add(path.weights()[l]);
                    residual = Math.max(residual, path.residuals()[l]);
                }
                notes.add(String.format(
                        Locale.ROOT,
                        "The %d features were fitted by conjugate gradients, to a relative residual of %.1e%s.",
                        rows.width(),
                        residual,
                        residual > DescentLearner.TOLERANCE ? "; a larger lambda would come closer" : ""));
            }
        }
        return new Solved(
                intercepts.stream().mapToDouble(Double::doubleValue).toArray(),
                all.toArray(double[][]::new),
                notes.toArray(String[]::new));
    }

    private Solved byDescent(SparseRows rows, int[] groups, IntPredicate in) {
        Variant variant = plan.variants().get(0);
        InstanceLoss loss = variant.loss();
        int outputs = items ? 1 : variant.size();
        SparseObjective objective = new SparseObjective(
                rows, groups, spec.standardise(), loss.loss().get(), items ? 0 : variant.from(), outputs);
        double weight = IntStream.range(0, weights.size())
                .filter(in)
                .mapToDouble(weights::get)
                .sum();
        double[] intercepts = new double[lambdas.length * outputs];
        double[][] all = new double[lambdas.length * outputs][];
        String[] notes = new String[lambdas.length];
        Descent descent = new Descent(objective, new double[objective.size()]);
        for (int l : Sorting.descending(lambdas, lambdas.length)) {
            Descent.End end = objective.minimise(
                    descent,
                    lambdas[l] * weight / objective.totalWeight,
                    DescentLearner.MOST_ITERATIONS,
                    items ? DescentLearner.TOLERANCE : DescentFit.ROW_TOLERANCE,
                    iterations -> {});
            System.arraycopy(objective.intercepts(end.point()), 0, intercepts, l * outputs, outputs);
            System.arraycopy(objective.weights(end.point()), 0, all, l * outputs, outputs);
            notes[l] = end.converged() ? "" : DescentFit.unfinished(loss);
        }
        return new Solved(intercepts, all, notes);
    }

    private RowScorer stacked(SparseRows rows, Solved solved, List<Candidate> candidates) {
        List<Slice> slices = new ArrayList<>();
        int at = 0;
        for (Candidate candidate : candidates) {
            int size = candidate.variant().size();
            slices.add(new Slice(at, size));
            at += size;
        }
        return new RowScorer(LinearScorer.of(rows.reference(), solved.intercepts, solved.weights), slices);
    }

    private RowScorer one(SparseRows rows, Solved solved, List<Candidate> candidates, int c) {
        Slice slice = stacked(rows, solved, candidates).slices().get(c);
        return RowScorer.of(LinearScorer.of(
                rows.reference(),
                Arrays.copyOfRange(solved.intercepts, slice.from(), slice.from() + slice.size()),
                Arrays.copyOfRange(solved.weights, slice.from(), slice.from() + slice.size())));
    }
}
