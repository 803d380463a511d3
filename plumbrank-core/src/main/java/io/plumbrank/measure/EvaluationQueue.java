package io.plumbrank.measure;

import io.plumbrank.data.InOrder;
import io.plumbrank.data.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Evaluates queries on worker threads while they are still being read. Values come out in the order in which queries
 * went in.
 */
final class EvaluationQueue implements AutoCloseable {
    private static final int BATCH = 64;

    private final List<MeasureSpec> specs;
    private final Measure[] measures;
    private final InOrder<double[][]> workers;
    private final Path judgements;

    private List<Task> batch = new ArrayList<>(BATCH);
    private final List<String> ids = new ArrayList<>();
    private double[] weights = new double[BATCH];
    /** The values of each measure, then the shares of each measure, by query. */
    private final double[][] columns;

    private int done;

    private record Task(String id, double weight, Supplier<JudgedList> list) {}

    /** @param judgements the file that grades come from, to be named when a measure cannot take one */
    EvaluationQueue(List<MeasureSpec> specs, int threads, Path judgements) {
        this.judgements = judgements;
        this.specs = specs;
        this.measures = specs.stream().map(MeasureSpec::measure).toArray(Measure[]::new);
        this.columns = new double[2 * measures.length][BATCH];
        this.workers = new InOrder<>(threads, "plumbrank-evaluator", this::append);
    }

    /** Takes a query; the list is made on a worker thread. */
    void add(String id, double weight, Supplier<JudgedList> list) {
        if (ids.size() == weights.length) {
            weights = Arrays.copyOf(weights, 2 * weights.length);
        }
        weights[ids.size()] = weight;
        ids.add(id);
        batch.add(new Task(id, weight, list));
        if (batch.size() == BATCH) {
            submit();
        }
    }

    /** Waits for all and hands out the values. */
    QueryValues finish(String run) {
        submit();
        workers.finish();
        int n = ids.size();
        double[][] trimmed = new double[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            trimmed[i] = Arrays.copyOf(columns[i], n);
        }
        return new QueryValues(
                run,
                specs,
                ids,
                Arrays.copyOf(weights, n),
                Arrays.copyOf(trimmed, measures.length),
                Arrays.copyOfRange(trimmed, measures.length, trimmed.length));
    }

    @Override
    public void close() {
        workers.close();
    }

    private void submit() {
        if (!batch.isEmpty()) {
            List<Task> work = batch;
            batch = new ArrayList<>(BATCH);
            workers.submit(() -> evaluate(work));
        }
    }

    private double[][] evaluate(List<Task> work) {
        double[][] result = new double[columns.length][work.size()];
        for (int i = 0; i < work.size(); i++) {
            Task task = work.get(i);
            try {
                evaluateInto(task, i, result);
            } catch (IllegalArgumentException e) {
                String found = "query " + InputException.quote(task.id) + ", where " + e.getMessage();
                throw new InputException(judgements.toString(), 0, found, "grades that every measure can take", e);
            }
        }
        return result;
    }

    private void evaluateInto(Task task, int column, double[][] result) {
        JudgedList list = task.list.get();
        for (int m = 0; m < measures.length; m++) {
            double value = measures[m].evaluate(list);
            boolean unweighted = specs.get(m).empty() == EmptyQuery.ONE_UNWEIGHTED && measures[m].isEmpty(list);
            result[m][column] = value;
            result[measures.length + m][column] = unweighted ? value : task.weight * value;
        }
    }

    private void append(double[][] result) {
        int count = result[0].length;
        for (int i = 0; i < columns.length; i++) {
            if (done + count > columns[i].length) {
                columns[i] = Arrays.copyOf(columns[i], Math.max(done + count, 2 * columns[i].length));
            }
            System.arraycopy(result[i], 0, columns[i], done, count);
        }
        done += count;
    }
}
