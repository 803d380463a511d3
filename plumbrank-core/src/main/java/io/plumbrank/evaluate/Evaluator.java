package io.plumbrank.evaluate;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.preferences.Preferences;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.data.trec.Qrels;
import io.plumbrank.data.trec.TrecItems;
import io.plumbrank.data.trec.TrecRun;
import io.plumbrank.evaluate.EvaluationPass.Task;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.Gain;
import io.plumbrank.measure.settings.Numbers;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

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
        List<MeasureSpec> resolved = resolve(qrelsFile, qrels::maxGrade, notes);
        return runs(RunLabels.of(qrelsFile, qrels), resolved, runFiles, notes);
    }

    /**
     * Runs in TREC's format against preferences; an item that a run lacks is below all others.
     *
     * @throws InputException if a file is not as it should be, or a run shares no query with the preferences
     * @throws IllegalArgumentException if a measure needs grades
     */
    public Evaluation runs(Preferences preferences, List<Path> runFiles) {
        List<MeasureSpec> over =
                measures.stream().map(MeasureSpec::overPreferences).toList();
        List<String> notes = new ArrayList<>();
        noteSkipped(notes, preferences.file(), preferences.skippedLines());
        return runs(RunLabels.of(preferences), over, runFiles, notes);
    }

    /**
     * Runs in TREC's format against the labels of data whose items have the same names; an item of a run that the data lack has no
     * label, and one that the run lacks is not retrieved.
     *
     * @throws InputException if a file is not as it should be, or a run shares no query with the data
     */
    public Evaluation runs(QuerySource data, List<Path> runFiles) {
        List<String> notes = new ArrayList<>();
        List<MeasureSpec> resolved = resolve(data.file(), () -> maxLabel(data), notes);
        return runs(RunLabels.of(data), resolved, runFiles, notes);
    }

    private Evaluation runs(RunLabels labels, List<MeasureSpec> resolved, List<Path> runFiles, List<String> notes) {
        List<Path> files = List.copyOf(runFiles);
        List<QueryValues> values = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        for (Path file : files) {
            TrecRun run = new TrecRun(file, read);
            values.add(streamedOrLoaded(file, load -> evaluate(labels, run, resolved, notes, load)));
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
        return rankers(source, scores, query -> {
            double[][] scored = scores(source.file(), query, columns, scores);
            return column -> scored[column];
        });
    }

    /**
     * A column of a data file as a ranker.
     *
     * @param score the name of a feature as {@link QuerySource#featureIndex} knows it
     * @throws InputException if there is no such feature; the ranker throws it where an item lacks a score
     */
    public static Function<Query, double[]> column(QuerySource source, String score) {
        int[] column = {source.featureIndex(score)};
        return query -> scores(source.file(), query, column, List.of(score))[0];
    }

    /**
     * Rankers on labelled data.
     *
     * @param names of the rankers, each a run
     * @param rankers give the items of a query their scores, from any thread
     * @throws InputException if the file is not as it should be
     */
    public Evaluation rankers(QuerySource source, List<String> names, List<Function<Query, double[]>> rankers) {
        return rankers(source, names, query -> ranker -> rankers.get(ranker).apply(query));
    }

    /**
     * Rankers that share work on a query.
     *
     * @param names of the rankers, each a run
     * @param scoring a query's scores of each ranker; asked for a query in the calling thread, in the order of the file, and for
     *     its rankers one after another in one worker
     * @throws InputException if the file is not as it should be
     */
    public Evaluation rankers(QuerySource source, List<String> names, Function<Query, IntFunction<double[]>> scoring) {
        List<String> notes = new ArrayList<>();
        List<MeasureSpec> resolved = resolve(source.file(), () -> maxLabel(source), notes);
        List<QueryValues> values = streamedOrLoaded(source.file(), load -> {
            EvaluationPass pass = new EvaluationPass(resolved, read.threads(), source.file(), numbered(names));
            return pass.of(tasks -> forEachQuery(source, load, query -> {
                IntFunction<double[]> scores = scoring.apply(query);
                tasks.accept(new Task(query.id(), query.firstLine(), query.weight(), () -> {
                    Judgements labels = Judgements.of(query);
                    return run -> labels.rankedBy(scores.apply(run));
                }));
            }));
        });
        noteSkipped(notes, source.file(), source.skippedLines());
        notes.addAll(source.notes());
        return new Evaluation(values, notes);
    }

    /**
     * Reads a file as a stream, or once more into memory where its queries are scattered.
     *
     * @param reading from a stream on false, from memory on true
     */
    private static <T> T streamedOrLoaded(Path file, Function<Boolean, T> reading) {
        try {
            return reading.apply(false);
        } catch (ScatteredQueryException e) {
            if (QuerySource.isReadOnce(file)) {
                throw e;
            }
            return reading.apply(true);
        }
    }

    private static void forEachQuery(QuerySource source, boolean load, Consumer<Query> visitor) {
        if (load) {
            source.load().queries().forEach(visitor);
        } else {
            source.visit(visitor);
        }
    }

    private static double maxLabel(QuerySource source) {
        if (QuerySource.isReadOnce(source.file())) {
            String expected = "err(max=…) with the largest grade, which else must be read before the rest";
            throw new InputException(source.file().toString(), 0, "a pipe, which can be read only once", expected);
        }
        return streamedOrLoaded(source.file(), load -> {
            double[] max = {Double.NEGATIVE_INFINITY};
            forEachQuery(source, load, query -> {
                for (int item = 0; item < query.size(); item++) {
                    max[0] = Math.max(max[0], query.label(item));
                }
            });
            return max[0];
        });
    }

    private static double[][] scores(Path file, Query query, int[] columns, List<String> names) {
        double[][] scores = new double[columns.length][query.size()];
        for (int item = 0; item < query.size(); item++) {
            for (int i = 0; i < columns.length; i++) {
                scores[i][item] = query.feature(item, columns[i]);
                if (Double.isNaN(scores[i][item])) {
                    throw new InputException(
                            file.toString(),
                            query.firstLine(),
                            "no value of " + InputException.quote(names.get(i)) + " for item "
                                    + InputException.quote(query.itemId(item)) + " of "
                                    + Task.named(query.id(), query.firstLine()),
                            "a score for every item");
                }
            }
        }
        return scores;
    }

    private QueryValues evaluate(
            RunLabels labels, TrecRun run, List<MeasureSpec> resolved, List<String> notes, boolean load) {
        Set<String> missing = new LinkedHashSet<>(labels.queries());
        int[] unjudged = {0};
        EvaluationPass pass = new EvaluationPass(resolved, read.threads(), labels.file(), List.of(run.tag()));
        List<QueryValues> values = pass.of(tasks -> {
            Consumer<TrecItems> visitor = retrieved -> {
                if (missing.remove(retrieved.queryId())) {
                    tasks.accept(task(
                            labels, retrieved.queryId(), () -> labels.judged().apply(retrieved), retrieved.values()));
                } else {
                    unjudged[0]++;
                }
            };
            if (load) {
                run.load().forEach(visitor);
            } else {
                run.visit(visitor);
            }
            if (missing.size() == labels.queries().size()) {
                throw new InputException(
                        run.file().toString(),
                        0,
                        "no query that " + labels.file() + " judges",
                        "the same query names in both files");
            }
            if (complete) {
                missing.forEach(query ->
                        tasks.accept(task(labels, query, () -> labels.nothing().apply(query), RunLabels.NO_GRADES)));
            }
        });
        if (unjudged[0] > 0) {
            notes.add(run.file() + ": " + count(unjudged[0], "query", "queries") + " without " + labels.what()
                    + " left out");
        }
        if (!missing.isEmpty()) {
            notes.add(run.file() + ": " + count(missing.size(), "judged query", "judged queries")
                    + " missing from the run and "
                    + (complete ? "counted as empty" : "left out; a complete evaluation counts them as empty"));
        }
        return values.get(0).inOrderOf(List.copyOf(labels.queries()));
    }

    private static Task task(RunLabels from, String query, Supplier<Judgements> labels, double[] scores) {
        double weight = from.weight().applyAsDouble(query);
        return new Task(query, 0, weight, () -> only -> labels.get().rankedBy(scores));
    }

    /** ERR needs the largest grade there can be: what was given, else what the data hold, and then it is said. */
    private List<MeasureSpec> resolve(Path judgements, DoubleSupplier maxGrade, List<String> notes) {
        if (measures.stream().noneMatch(MeasureSpec::needsMaxGrade)) {
            return measures;
        }
        double max = Math.max(0, maxGrade.getAsDouble());
        if (max > Gain.LARGEST_EXPONENT) {
            throw new InputException(
                    judgements.toString(),
                    0,
                    "largest grade " + Numbers.text(max),
                    "at most " + Numbers.text(Gain.LARGEST_EXPONENT) + ", where the scale of err(max=…) ends");
        }
        notes.add("largest grade " + Numbers.text(max) + " taken from the data (err(max=…) sets it)");
        return measures.stream()
                .map(spec -> spec.needsMaxGrade() ? spec.withMaxGrade(max) : spec)
                .toList();
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private static void noteSkipped(List<String> notes, Path file, long lines) {
        if (lines > 0) {
            notes.add(file + ": " + count(lines, "bad line", "bad lines") + " ignored");
        }
    }

    /** A run goes by its tag; runs that share one go by their files, and the same file again by its file and a number. */
    private static List<QueryValues> named(List<QueryValues> values, List<String> tags, List<Path> files) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boolean unique = Collections.frequency(tags, tags.get(i)) == 1;
            names.add(unique ? tags.get(i) : files.get(i).toString());
        }
        List<String> numbered = numbered(names);
        List<QueryValues> named = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            named.add(values.get(i).withRun(numbered.get(i)));
        }
        return named;
    }

    /** The names, with {@code (2)}, {@code (3)} … behind one that comes again. */
    static List<String> numbered(List<String> names) {
        Set<String> used = new LinkedHashSet<>();
        for (String name : names) {
            String free = name;
            for (int number = 2; !used.add(free); number++) {
                free = name + " (" + number + ")";
            }
        }
        return List.copyOf(used);
    }
}
