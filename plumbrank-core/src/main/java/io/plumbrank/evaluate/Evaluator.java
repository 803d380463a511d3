package io.plumbrank.evaluate;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.evaluate.EvaluationPass.Task;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.Numbers;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Evaluates rankers on labelled data, which are streamed.
 *
 * <pre>{@code
 * Evaluator evaluator = new Evaluator(
 *         MeasureSpec.parseList("ndcg@10,map", Conventions.plumbrank()), ReadOptions.defaults());
 * Evaluation evaluation = evaluator.data(QuerySource.of(Path.of("scored.csv")), List.of("bm25"));
 * evaluation.summaries(Evaluation.Resamples.defaults(1));
 * }</pre>
 *
 * @param measures what to evaluate, at least one
 * @param read how files are read
 */
public record Evaluator(List<MeasureSpec> measures, ReadOptions read) {
    public Evaluator {
        measures = List.copyOf(measures);
        if (measures.isEmpty()) {
            throw new IllegalArgumentException("at least one measure is needed");
        }
    }

    /** Takes lists that are made elsewhere, query by query. */
    @FunctionalInterface
    public interface Lists {
        /**
         * Takes the list of a query.
         *
         * @param weight how much the query counts
         * @param list the list with its labels; called on a worker thread
         */
        void accept(String query, double weight, Supplier<JudgedList> list);
    }

    /**
     * Lists that are made elsewhere, against judgements that are known.
     *
     * @param judgements the file that judgements come from
     * @param run the name of what made the lists
     * @param lists gives them
     */
    public QueryValues lists(Path judgements, String run, Consumer<Lists> lists) {
        return new EvaluationPass(measures, read.threads(), judgements, List.of(run))
                .of(tasks -> lists.accept(
                        (query, weight, list) -> tasks.accept(new Task(query, 0, weight, () -> only -> list.get()))))
                .get(0);
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
        List<MeasureSpec> resolved = resolved(source, notes).measures;
        double[] largest = {Double.NEGATIVE_INFINITY};
        List<QueryValues> values = streamedOrLoaded(source.file(), load -> {
            EvaluationPass pass = new EvaluationPass(resolved, read.threads(), source.file(), numbered(names));
            return pass.of(tasks -> forEachQuery(source, load, query -> {
                IntFunction<double[]> scores = scoring.apply(query);
                for (int item = 0; item < query.size(); item++) {
                    largest[0] = Math.max(largest[0], query.label(item));
                }
                tasks.accept(new Task(query.id(), query.firstLine(), query.weight(), () -> {
                    Judgements labels = Judgements.of(query);
                    return run -> labels.rankedBy(scores.apply(run));
                }));
            }));
        });
        noteIrrelevant(notes, source.file(), largest[0]);
        noteSkipped(notes, source.file(), source.skippedLines());
        notes.addAll(source.notes());
        return new Evaluation(values, notes);
    }

    /**
     * Reads a file as a stream, or once more into memory where its queries are scattered.
     *
     * @param reading from a stream on false, from memory on true
     */
    public static <T> T streamedOrLoaded(Path file, Function<Boolean, T> reading) {
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

    /** Takes the largest grade that ERR needs from data; see {@link #resolved(Path, DoubleSupplier, List)}. */
    public Evaluator resolved(QuerySource source, List<String> notes) {
        return resolved(source.file(), () -> maxLabel(source), notes);
    }

    /**
     * Gives measures the largest grade that there is where they need one and name none.
     *
     * @param judgements the file that the grades are in
     * @param maxGrade finds the largest
     * @param notes takes a note where it was needed
     * @throws InputException if it is too large for a measure
     */
    public Evaluator resolved(Path judgements, DoubleSupplier maxGrade, List<String> notes) {
        if (measures.stream().noneMatch(MeasureSpec::needsMaxGrade)) {
            return this;
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
        return new Evaluator(
                measures.stream()
                        .map(spec -> spec.needsMaxGrade() ? spec.withMaxGrade(max) : spec)
                        .toList(),
                read);
    }

    /**
     * Adds a note where every grade is below the relevance threshold of a measure, which is then 0 or undefined whatever is ranked.
     *
     * @param largest grade; NaN where items have none
     */
    public void noteIrrelevant(List<String> notes, Path judgements, double largest) {
        List<String> blind = measures.stream()
                .filter(spec -> !spec.isGraded() && !spec.isCount())
                .filter(spec -> !spec.relevance().test(largest))
                .map(MeasureSpec::typed)
                .toList();
        if (Double.isFinite(largest) && !blind.isEmpty()) {
            notes.add(judgements + ": no item is relevant for " + String.join(", ", blind) + ": the largest grade is "
                    + Numbers.text(largest) + ", and map(rel=…) sets from which grade on an item is relevant");
        }
    }

    /** Adds a note on bad lines that were ignored. */
    public static void noteSkipped(List<String> notes, Path file, long lines) {
        if (lines > 0) {
            notes.add(file + ": " + lines + (lines == 1 ? " bad line" : " bad lines") + " ignored");
        }
    }

    /** The names, with {@code (2)}, {@code (3)} … behind one that comes again. */
    public static List<String> numbered(List<String> names) {
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
