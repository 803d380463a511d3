package io.plumbrank.runs;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.preferences.Preferences;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.trec.Qrels;
import io.plumbrank.trec.TrecItems;
import io.plumbrank.trec.TrecRun;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Evaluates runs in TREC's format. Runs are streamed: memory holds the judgements and the values, not the run.
 *
 * <pre>{@code
 * Evaluator evaluator = new Evaluator(
 *         MeasureSpec.parseList("ndcg@10,map", Conventions.plumbrank()), ReadOptions.defaults());
 * Evaluation evaluation = new RunEvaluator(evaluator, false)
 *         .runs(Path.of("qrels.txt"), List.of(Path.of("a.run"), Path.of("b.run")));
 * evaluation.summaries(Evaluation.Resamples.defaults(1));
 * }</pre>
 *
 * @param evaluator the measures, and how files are read
 * @param complete judged queries that a run lacks count as empty result lists, as in {@code trec_eval -c}; else they are
 *     left out
 */
public record RunEvaluator(Evaluator evaluator, boolean complete) {
    /**
     * Runs against judgements, both in TREC's formats.
     *
     * @throws InputException if a file is not as it should be, or a run shares no query with the judgements
     */
    public Evaluation runs(Path qrelsFile, List<Path> runFiles) {
        Qrels qrels = Qrels.read(qrelsFile, evaluator.read());
        List<String> notes = new ArrayList<>();
        Evaluator.noteSkipped(notes, qrelsFile, qrels.skippedLines());
        Evaluator resolved = evaluator.resolved(qrelsFile, qrels::maxGrade, notes);
        evaluator.noteIrrelevant(notes, qrelsFile, qrels.maxGrade());
        return runs(RunLabels.of(qrelsFile, qrels), resolved, runFiles, notes);
    }

    /**
     * Runs in TREC's format against preferences; an item that a run lacks is below all others.
     *
     * @throws InputException if a file is not as it should be, or a run shares no query with the preferences
     * @throws IllegalArgumentException if a measure needs grades
     */
    public Evaluation runs(Preferences preferences, List<Path> runFiles) {
        Evaluator over = new Evaluator(
                evaluator.measures().stream().map(MeasureSpec::overPreferences).toList(), evaluator.read());
        List<String> notes = new ArrayList<>();
        Evaluator.noteSkipped(notes, preferences.file(), preferences.skippedLines());
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
        Evaluator resolved = evaluator.resolved(data, notes);
        return runs(RunLabels.of(data), resolved, runFiles, notes);
    }

    private Evaluation runs(RunLabels labels, Evaluator resolved, List<Path> runFiles, List<String> notes) {
        List<Path> files = List.copyOf(runFiles);
        List<QueryValues> values = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        for (Path file : files) {
            TrecRun run = new TrecRun(file, evaluator.read());
            values.add(Evaluator.streamedOrLoaded(file, load -> evaluate(labels, run, resolved, notes, load)));
            tags.add(run.tag());
            Evaluator.noteSkipped(notes, file, run.skippedLines());
        }
        return new Evaluation(named(values, tags, files), notes);
    }

    private QueryValues evaluate(RunLabels labels, TrecRun run, Evaluator resolved, List<String> notes, boolean load) {
        Set<String> missing = new LinkedHashSet<>(labels.queries());
        int[] unjudged = {0};
        JudgedShares shares = new JudgedShares(resolved.measures());
        QueryValues values = resolved.lists(labels.file(), run.tag(), lists -> {
            Consumer<TrecItems> visitor = retrieved -> {
                if (missing.remove(retrieved.queryId())) {
                    String query = retrieved.queryId();
                    lists.accept(
                            query,
                            labels.weight().applyAsDouble(query),
                            () -> shares.seen(labels.judged().apply(retrieved).rankedBy(retrieved.values())));
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
                missing.forEach(query -> lists.accept(
                        query,
                        labels.weight().applyAsDouble(query),
                        () -> labels.nothing().apply(query).rankedBy(RunLabels.NO_GRADES)));
            }
        });
        if (labels.graded()) {
            shares.sentences().forEach(sentence -> notes.add(run.file() + ": " + sentence));
        }
        if (unjudged[0] > 0) {
            notes.add(run.file() + ": " + count(unjudged[0], "query", "queries") + " without " + labels.what()
                    + " left out");
        }
        if (!missing.isEmpty()) {
            notes.add(run.file() + ": " + count(missing.size(), "judged query", "judged queries")
                    + " missing from the run and "
                    + (complete ? "counted as empty" : "left out; a complete evaluation counts them as empty"));
        }
        return values.inOrderOf(List.copyOf(labels.queries()));
    }

    /** A run goes by its tag; runs that share one go by their files, and the same file again by its file and a number. */
    private static List<QueryValues> named(List<QueryValues> values, List<String> tags, List<Path> files) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boolean unique = Collections.frequency(tags, tags.get(i)) == 1;
            names.add(unique ? tags.get(i) : files.get(i).toString());
        }
        List<String> numbered = Evaluator.numbered(names);
        List<QueryValues> named = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            named.add(values.get(i).withRun(numbered.get(i)));
        }
        return named;
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
