package io.plumbrank.measure;

import io.plumbrank.util.InOrder;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Evaluates queries on worker threads while they are still being read, for one run or for several that share them. Values
 * come out in the order in which queries went in.
 */
final class EvaluationQueue implements AutoCloseable {
    private static final int BATCH = 64;

    private final List<MeasureSpec> specs;
    private final Measure[] measures;
    private final int runs;
    private final InOrder<double[][]> workers;
    private final Path judgements;

    private List<Task> batch = new ArrayList<>(BATCH);
    private final List<String> ids = new ArrayList<>();
    private double[] weights = new double[BATCH];
    /** Run by run the values of each measure, then the shares of each measure, by query. */
    private final double[][] columns;

    private int done;
    private boolean faulty;

    private record Task(String id, long firstLine, double weight, IntFunction<JudgedList> lists) {}

    /**
     * @param judgements the file that grades come from, to be named when a measure cannot take one
     * @param runs how many lists each query has
     */
    EvaluationQueue(List<MeasureSpec> specs, int threads, Path judgements, int runs) {
        this.judgements = judgements;
        this.specs = specs;
        this.measures = specs.stream().map(MeasureSpec::measure).toArray(Measure[]::new);
        this.runs = runs;
        this.columns = new double[runs * 2 * measures.length][BATCH];
        this.workers = new InOrder<>(threads, "plumbrank-evaluator", this::append);
    }

    /**
     * Reads queries, each of which goes to {@link #add}. What was added before a fault in the file is evaluated before the
     * fault is thrown: a query that cannot be evaluated comes first then, whatever the number of threads.
     */
    void fill(Runnable reading) {
        try {
            reading.run();
        } catch (InputException e) {
            if (!faulty) {
                drain();
            }
            throw e;
        }
    }

    /**
     * Takes a query; the lists, one a run, are made on a worker thread.
     *
     * @param firstLine where its judgements begin in their file, or 0 if that is not known
     */
    void add(String id, long firstLine, double weight, IntFunction<JudgedList> lists) {
        if (ids.size() == weights.length) {
            weights = Arrays.copyOf(weights, 2 * weights.length);
        }
        weights[ids.size()] = weight;
        ids.add(id);
        batch.add(new Task(id, firstLine, weight, lists));
        if (batch.size() == BATCH) {
            submit();
        }
    }

    /** A query as messages name it. */
    static String named(String id, long firstLine) {
        return "query " + InputException.quote(id) + (firstLine == 0 ? "" : " (from line " + firstLine + " on)");
    }

    /** Waits for all and hands out the values, run by run. */
    List<QueryValues> finish(List<String> names) {
        drain();
        List<QueryValues> values = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            int first = run * 2 * measures.length;
            values.add(new QueryValues(
                    names.get(run),
                    specs,
                    ids,
                    Arrays.copyOf(weights, ids.size()),
                    trimmed(first, first + measures.length),
                    trimmed(first + measures.length, first + 2 * measures.length)));
        }
        return values;
    }

    @Override
    public void close() {
        workers.close();
    }

    private double[][] trimmed(int from, int to) {
        double[][] trimmed = Arrays.copyOfRange(columns, from, to);
        Arrays.setAll(trimmed, i -> Arrays.copyOf(trimmed[i], ids.size()));
        return trimmed;
    }

    private void drain() {
        submit();
        workers.finish();
    }

    private void submit() {
        if (batch.isEmpty()) {
            return;
        }
        List<Task> work = batch;
        batch = new ArrayList<>(BATCH);
        faulty = true;
        workers.submit(() -> evaluate(work));
        faulty = false;
    }

    private double[][] evaluate(List<Task> work) {
        double[][] result = new double[columns.length][work.size()];
        for (int i = 0; i < work.size(); i++) {
            Task task = work.get(i);
            try {
                for (int run = 0; run < runs; run++) {
                    evaluateInto(task, run, i, result);
                }
            } catch (GradeException e) {
                String found = named(task.id, task.firstLine) + ", where " + e.getMessage();
                String expected = "grades that every measure can take";
                throw new InputException(judgements.toString(), task.firstLine, found, expected, e);
            }
        }
        return result;
    }

    private void evaluateInto(Task task, int run, int column, double[][] result) {
        JudgedList list = task.lists.apply(run);
        int first = run * 2 * measures.length;
        for (int m = 0; m < measures.length; m++) {
            double value = measures[m].evaluate(list);
            result[first + m][column] = value;
            result[first + measures.length + m][column] = measures[m].share(list, value, task.weight);
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
