package io.plumbrank.evaluate;

import io.plumbrank.data.QueryFault;
import io.plumbrank.evaluate.QueryValues.OfQuery;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Batches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Evaluates queries on worker threads while they are still being read, for one run or for several that share them. Values
 * come out in the order in which queries went in.
 *
 * @param judgements the file that grades come from, to be named when a measure cannot take one
 * @param runs their names
 */
record EvaluationPass(List<MeasureSpec> measures, int threads, Path judgements, List<String> runs) {
    private static final int BATCH = 64;

    /**
     * One query.
     *
     * @param firstLine where its judgements begin in their file, or 0 if that is not known
     * @param lists gives the list of each run; called on a worker thread
     */
    record Task(String id, long firstLine, double weight, Supplier<IntFunction<JudgedList>> lists) {
        /** The query as messages name it. */
        static String named(String id, long firstLine) {
            return "query " + InputException.quote(id) + (firstLine == 0 ? "" : " (from line " + firstLine + " on)");
        }
    }

    /** The values of each run. */
    List<QueryValues> of(Consumer<Consumer<Task>> queries) {
        List<List<OfQuery>> rows = new ArrayList<>();
        Batches.<Task, List<List<OfQuery>>>inOrder(
                queries,
                BATCH,
                threads,
                "plumbrank-evaluator",
                batch -> batch.items().stream().map(this::evaluate).toList(),
                rows::addAll);
        return IntStream.range(0, runs.size())
                .mapToObj(run -> new QueryValues(
                        runs.get(run),
                        measures,
                        rows.stream().map(each -> each.get(run)).toList()))
                .toList();
    }

    /** The values of a query, run by run. */
    private List<OfQuery> evaluate(Task task) {
        try {
            IntFunction<JudgedList> lists = task.lists.get();
            return IntStream.range(0, runs.size())
                    .mapToObj(run -> OfQuery.of(measures, task.id, task.weight, lists.apply(run)))
                    .toList();
        } catch (QueryFault e) {
            throw e.in(judgements);
        } catch (GradeException e) {
            String found = Task.named(task.id, task.firstLine) + ", where " + e.getMessage();
            String expected = "grades that every measure can take";
            throw new InputException(judgements.toString(), task.firstLine, found, expected, e);
        }
    }
}
