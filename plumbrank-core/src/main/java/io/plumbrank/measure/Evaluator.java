package io.plumbrank.measure;

import io.plumbrank.data.InputException;
import io.plumbrank.data.Qrels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.QueryVisitor;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.ScatteredQueryException;
import io.plumbrank.data.TrecItems;
import io.plumbrank.data.TrecRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Evaluates files. Runs are streamed: memory holds the judgements and the values, not the run.
 *
 * <pre>{@code
 * Evaluator evaluator = new Evaluator(
 *         MeasureSpec.parseList("ndcg@10,map", Conventions.plumbrank()), false, ReadOptions.defaults());
 * Evaluation evaluation = evaluator.runs(Path.of("qrels.txt"), List.of(Path.of("a.run"), Path.of("b.run")));
 * evaluation.summaries(Evaluation.Resamples.defaults(1));
 * }</pre>
 *
 * @param measures what to evaluate, at least one
 * @param complete judged queries that a run lacks count as empty result lists, as in {@code trec_eval -c}; else they are
 *     left out
 * @param read how files are read
 */
public record Evaluator(List<MeasureSpec> measures, boolean complete, ReadOptions read) {
    private static final double[] NONE = {};

    public Evaluator {
        measures = List.copyOf(measures);
        if (measures.isEmpty()) {
            throw new IllegalArgumentException("at least one measure is needed");
        }
    }

    /**
     * Runs against judgements, both in TREC's formats.
     *
     * @throws InputException if a file is not as it should be, or a run shares no query with the judgements
     */
    public Evaluation runs(Path qrelsFile, List<Path> runFiles) {
        Qrels qrels = Qrels.read(qrelsFile, read);
        List<String> notes = new ArrayList<>();
        noteSkipped(notes, qrelsFile, qrels.skippedLines());
        List<MeasureSpec> resolved = resolve(qrels::maxGrade, notes);
        List<Path> files = List.copyOf(runFiles);
        List<QueryValues> values = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        for (Path file : files) {
            TrecRun run = new TrecRun(file, read);
            values.add(evaluate(qrels, qrelsFile, run, resolved, notes));
            tags.add(run.tag());
            noteSkipped(notes, file, run.skippedLines());
        }
        return new Evaluation(named(values, tags, files), notes);
    }

    /**
     * Columns of a data file as scores, against the labels of the same file. Scores are features, and so 32-bit floats.
     *
     * @param scores names of features as {@link QuerySource#featureIndex} knows them; each is a run
     * @throws InputException if the file is not as it should be, has no such feature, or an item lacks a score
     */
    public Evaluation data(QuerySource source, List<String> scores) {
        int[] columns = scores.stream().mapToInt(source::featureIndex).toArray();
        List<String> notes = new ArrayList<>();
        List<MeasureSpec> resolved = resolve(() -> maxLabel(source), notes);
        List<EvaluationQueue> queues = new ArrayList<>();
        try {
            forEachQuery(
                    source,
                    () -> {
                        queues.forEach(EvaluationQueue::close);
                        queues.clear();
                        for (int i = 0; i < columns.length; i++) {
                            queues.add(new EvaluationQueue(resolved, read.threads(), source.file()));
                        }
                    },
                    query -> {
                        for (int i = 0; i < columns.length; i++) {
                            int column = columns[i];
                            String name = scores.get(i);
                            queues.get(i)
                                    .add(query.id(), query.weight(), () -> judged(source.file(), query, column, name));
                        }
                    });
            noteSkipped(notes, source.file(), source.skippedLines());
            List<QueryValues> values = new ArrayList<>();
            for (int i = 0; i < columns.length; i++) {
                values.add(queues.get(i).finish(scores.get(i)));
            }
            return new Evaluation(values, notes);
        } finally {
            queues.forEach(EvaluationQueue::close);
        }
    }

    /** Streams a file, or loads it when its queries are scattered; {@code begin} runs before the first query, each time. */
    private static void forEachQuery(QuerySource source, Runnable begin, QueryVisitor visitor) {
        begin.run();
        try {
            source.visit(visitor);
        } catch (ScatteredQueryException e) {
            begin.run();
            source.load().queries().forEach(visitor::visit);
        }
    }

    private static double maxLabel(QuerySource source) {
        double[] max = {Double.NEGATIVE_INFINITY};
        forEachQuery(source, () -> {}, query -> {
            for (int item = 0; item < query.size(); item++) {
                max[0] = Math.max(max[0], query.label(item));
            }
        });
        return max[0];
    }

    private static JudgedList judged(Path file, Query query, int column, String name) {
        double[] scores = new double[query.size()];
        for (int item = 0; item < scores.length; item++) {
            scores[item] = query.feature(item, column);
            if (Double.isNaN(scores[item])) {
                throw new InputException(
                        file.toString(),
                        0,
                        "no value of " + InputException.quote(name) + " for item "
                                + InputException.quote(query.itemId(item)) + " of query "
                                + InputException.quote(query.id()),
                        "a score for every item");
            }
        }
        return JudgedList.ofScores(
                scores, query.labels(), NONE, (a, b) -> compareAsBytes(query.itemId(a), query.itemId(b)));
    }

    private static int compareAsBytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private QueryValues evaluate(
            Qrels qrels, Path qrelsFile, TrecRun run, List<MeasureSpec> resolved, List<String> notes) {
        try {
            return evaluate(qrels, qrelsFile, run, resolved, notes, false);
        } catch (ScatteredQueryException e) {
            return evaluate(qrels, qrelsFile, run, resolved, notes, true);
        }
    }

    private QueryValues evaluate(
            Qrels qrels, Path qrelsFile, TrecRun run, List<MeasureSpec> resolved, List<String> notes, boolean load) {
        Set<String> found = new HashSet<>();
        int[] unjudged = {0};
        try (EvaluationQueue queue = new EvaluationQueue(resolved, read.threads(), qrelsFile)) {
            Consumer<TrecItems> visitor = retrieved -> {
                TrecItems judged = qrels.judgements(retrieved.queryId());
                if (judged == null) {
                    unjudged[0]++;
                } else {
                    found.add(retrieved.queryId());
                    queue.add(retrieved.queryId(), 1, () -> JudgedList.of(judged, retrieved));
                }
            };
            if (load) {
                run.load().forEach(visitor);
            } else {
                run.visit(visitor);
            }
            if (found.isEmpty()) {
                throw new InputException(
                        run.file().toString(),
                        0,
                        "no query that " + qrelsFile + " judges",
                        "the same query names in both files");
            }
            int missing = 0;
            for (TrecItems judged : qrels.queries()) {
                if (!found.contains(judged.queryId())) {
                    missing++;
                    if (complete) {
                        queue.add(judged.queryId(), 1, () -> JudgedList.ofScores(NONE, NONE, judged.values(), null));
                    }
                }
            }
            if (unjudged[0] > 0) {
                notes.add(run.file() + ": " + count(unjudged[0], "query", "queries") + " without judgements left out");
            }
            if (missing > 0) {
                notes.add(run.file() + ": " + count(missing, "judged query", "judged queries")
                        + " missing from the run and "
                        + (complete ? "counted as empty" : "left out (--complete counts them)"));
            }
            return queue.finish(run.tag())
                    .inOrderOf(qrels.queries().stream().map(TrecItems::queryId).toList());
        }
    }

    /** ERR needs the largest grade there can be: what was given, else what the data hold, and then it is said. */
    private List<MeasureSpec> resolve(DoubleSupplier maxGrade, List<String> notes) {
        if (measures.stream().noneMatch(MeasureSpec::needsMaxGrade)) {
            return measures;
        }
        double max = maxGrade.getAsDouble();
        notes.add("largest grade " + max + " taken from the data (err(max=…) sets it)");
        return measures.stream()
                .map(spec -> spec.needsMaxGrade() ? spec.withMaxGrade(max) : spec)
                .toList();
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private static void noteSkipped(List<String> notes, Path file, long lines) {
        if (lines > 0) {
            notes.add(file + ": " + count(lines, "bad line", "bad lines") + " passed over");
        }
    }

    /** A run goes by its tag; runs that share one go by their files. */
    private static List<QueryValues> named(List<QueryValues> values, List<String> tags, List<Path> files) {
        List<QueryValues> named = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boolean unique = Collections.frequency(tags, tags.get(i)) == 1;
            named.add(values.get(i).withRun(unique ? tags.get(i) : files.get(i).toString()));
        }
        return named;
    }
}
