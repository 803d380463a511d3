package io.plumbrank.kind.classes;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations;
import io.plumbrank.task.Variations.Forest;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Predicting classes at the smallest expected loss: encode, fit, decode. Least squares on the encoding of the loss (RAT13, Theorem 3),
 * or log-loss on the classes with the least expected cost; see {@link ClassSurrogate} for what each promises.
 *
 * @param loss the target
 * @param surrogates what training may minimise, at least one; in a model the one that it did minimise
 * @param calibration how training fits what makes probabilities of outputs, where they are fitted by log-loss
 * @param map what makes probabilities of the outputs of a model that was fitted by log-loss
 * @param <T> a prediction
 */
public record ClassTask<T>(
        ClassLoss<T> loss, List<ClassSurrogate> surrogates, ProbabilityMap.Method calibration, ProbabilityMap map)
        implements Task<QueryInstance> {
    private static final int BATCH = 1024;

    /** @throws IllegalArgumentException if there is no surrogate */
    public ClassTask {
        surrogates = List.copyOf(surrogates);
        if (surrogates.isEmpty()) {
            throw new IllegalArgumentException("at least one surrogate is needed");
        }
    }

    /** By least squares. */
    public ClassTask(ClassLoss<T> loss) {
        this(loss, List.of(ClassSurrogate.SQUARED));
    }

    /** By the best of some surrogates, without calibration of probabilities. */
    public ClassTask(ClassLoss<T> loss, List<ClassSurrogate> surrogates) {
        this(loss, surrogates, ProbabilityMap.Method.NONE, ProbabilityMap.NONE);
    }

    /** The same with probabilities that are calibrated on held-out rows. */
    public ClassTask<T> calibratedBy(ProbabilityMap.Method method) {
        return new ClassTask<>(loss, surrogates, method, map);
    }

    public ClassTask<T> withSurrogates(List<ClassSurrogate> others) {
        return new ClassTask<>(loss, others, calibration, map);
    }

    public ClassTask<T> withMap(ProbabilityMap other) {
        return new ClassTask<>(loss, surrogates, calibration, other);
    }

    private Object writeReplace() {
        return loss instanceof MatrixLoss matrix
                ? new Written(matrix.factorization(), "", surrogates, calibration, map)
                : new Written(null, loss.toString(), surrogates, calibration, map);
    }

    /** What is sent to other machines: the loss by its factors, or as text. */
    private record Written(
            @Nullable Factorization factors,
            String text,
            List<ClassSurrogate> surrogates,
            ProbabilityMap.Method calibration,
            ProbabilityMap map)
            implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            ClassLoss<?> loss = factors == null ? ClassLosses.parse(text) : MatrixLoss.of(factors);
            return new ClassTask<>(loss, surrogates, calibration, map);
        }
    }

    /** What a model was fitted by. */
    ClassSurrogate minimised() {
        return surrogates.get(0);
    }

    /** Whether the outputs of a model are probabilities of all classes. */
    public boolean holdsProbabilities() {
        return minimised() == ClassSurrogate.LOGISTIC;
    }

    @Override
    public String measureName() {
        return loss.toString();
    }

    @Override
    public boolean largerIsBetter() {
        return false;
    }

    @Override
    public Variations variations(Scope scope) {
        boolean open = surrogates.size() > 1;
        return new Variations(
                open ? withSurrogates(List.of(ClassSurrogate.SQUARED)) : this,
                open ? withSurrogates(List.of(ClassSurrogate.LOGISTIC)) : null,
                null,
                this,
                null,
                null,
                new Forest(this, Map.of(), true),
                null);
    }

    @Override
    public Instances.Shape shape() {
        return Instances.Shape.ROWS;
    }

    @Override
    public int outputs() {
        return surrogates.stream()
                .mapToInt(surrogate -> surrogate.outputs(loss))
                .sum();
    }

    @Override
    public String surrogate() {
        return minimised().text();
    }

    @Override
    public QueryInstances training(QuerySource source) {
        return QueryInstances.ofRows(source, outputs(), row -> encode(label(source, row)), this::training);
    }

    /** The targets of all surrogates, one after another. */
    private double[] encode(int label) {
        double[] all = new double[outputs()];
        int at = 0;
        for (ClassSurrogate surrogate : surrogates) {
            double[] own = targets(surrogate, label);
            System.arraycopy(own, 0, all, at, own.length);
            at += own.length;
        }
        return all;
    }

    private double[] targets(ClassSurrogate surrogate, int label) {
        double[] targets = new double[surrogate.outputs(loss)];
        surrogate.targetsInto(loss, label, targets);
        return targets;
    }

    /**
     * The class of a row.
     *
     * @throws InputException if its label is no class, or it is a query of several items
     */
    public int label(QueryInstance row) {
        return label(row.from().source(), row.query());
    }

    private int label(QuerySource source, Query row) {
        if (row.size() != 1) {
            throw new InputException(
                    source.file().toString(),
                    row.firstLine(),
                    row.size() + " items in query " + InputException.quote(row.id()),
                    "one row, with a class of its own");
        }
        double label = row.label(0);
        int number = (int) label;
        if (number != label || number < 0 || number >= loss.classes()) {
            throw new InputException(
                    source.file().toString(),
                    row.firstLine(),
                    "label " + label,
                    "the number of a class, from 0 to " + (loss.classes() - 1)
                            + "; the labels of the loss read names and other numbers");
        }
        return number;
    }

    @Override
    public List<Variant> variants(Instances<QueryInstance> train, @Nullable Instances<QueryInstance> held) {
        List<Variant> variants = new ArrayList<>();
        int from = 0;
        for (ClassSurrogate surrogate : surrogates) {
            int size = surrogate.outputs(loss);
            variants.add(new Variant(variants.size(), instanceLoss(surrogate), from, size));
            from += size;
        }
        return variants;
    }

    private static InstanceLoss instanceLoss(ClassSurrogate surrogate) {
        if (surrogate == ClassSurrogate.SQUARED) {
            return InstanceLoss.leastSquares(surrogate.text());
        }
        return new InstanceLoss(
                surrogate.text(),
                null,
                true,
                () -> surrogate::gradientInto,
                () -> (u, targets, outputs, gradient, bend) -> {
                    surrogate.gradientInto(u, targets, outputs, gradient);
                    surrogate.curvatureInto(u, outputs, bend);
                });
    }

    @Override
    public boolean choosesByRisk(InstanceLoss surrogate) {
        return surrogate.text().equals(ClassSurrogate.LOGISTIC.text());
    }

    @Override
    public void judge(List<QueryInstance> rows, Outputs outputs, Judgement judgement) {
        for (int c = 0; c < judgement.candidates(); c++) {
            ClassSurrogate surrogate = surrogates.get(judgement.variant(c).number());
            int size = surrogate.outputs(loss);
            double[] u = outputs.u()[c];
            List<T> predictions = surrogate.decodeAll(loss, map, u, rows.size());
            for (int i = 0; i < rows.size(); i++) {
                QueryInstance row = rows.get(i);
                int label = label(row);
                double cost = loss.given(label, predictions.get(i));
                judgement.add(c, row.weight() * cost, row.weight(), risk(surrogate, label, u, i * size));
                if (c == 0) {
                    judgement.saw(predictions.get(i));
                }
            }
        }
        rows.forEach(row -> judgement.count(row.weight(), 1));
    }

    /** ψ of the u of a model that begins at a place of an array; log-loss of probabilities as they are calibrated. */
    public double risk(int label, double[] u, int at) {
        return risk(minimised(), label, u, at);
    }

    private double risk(ClassSurrogate surrogate, int label, double[] u, int at) {
        return surrogate == ClassSurrogate.SQUARED
                ? Judgement.squaredDistance(u, at, targets(surrogate, label))
                : map.logLoss(u, at, loss.classes(), label);
    }

    /** Decodes the outputs of a model. */
    public List<T> decodeAll(double[] u, int rows) {
        return minimised().decodeAll(loss, map, u, rows);
    }

    @Override
    public ClassTask<T> trained(Variant variant, Instances<QueryInstance> train) {
        return new ClassTask<>(loss, List.of(surrogates.get(variant.number())), calibration, map);
    }

    @Override
    public ClassTask<T> tuned(Instances<QueryInstance> judged, HeldOut heldOut) {
        if (!holdsProbabilities() || calibration == ProbabilityMap.Method.NONE) {
            return this;
        }
        List<QueryInstance> all = judged.load();
        int n = loss.classes();
        double[] u = new double[Math.multiplyExact(all.size(), n)];
        Map<Integer, List<Integer>> byFold = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            byFold.computeIfAbsent(heldOut.fold(i), fold -> new ArrayList<>()).add(i);
        }
        byFold.forEach((fold, numbers) -> {
            for (int from = 0; from < numbers.size(); from += BATCH) {
                List<Integer> some = numbers.subList(from, Math.min(from + BATCH, numbers.size()));
                Outputs outputs = heldOut.score(some.stream().map(all::get).toList(), fold);
                for (int i = 0; i < some.size(); i++) {
                    System.arraycopy(outputs.u()[0], i * n, u, some.get(i) * n, n);
                }
            }
        });
        ProbabilityMap.Rows rows = new ProbabilityMap.Rows(
                u,
                all.stream().mapToInt(this::label).toArray(),
                all.stream().mapToDouble(QueryInstance::weight).toArray());
        return withMap(calibration.fit(rows));
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, outputs());
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        return minimised().guarantee(loss);
    }
}
