package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.trees.TreeProblem.Checkpoints;
import io.plumbrank.model.AutoTrainer.Scope;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a better model than {@link AutoTrainer} finds: beside its kinds of models, boosted trees with other parameters, views of
 * items and surrogates, and with fewer features.
 *
 * <p>Settings are tried by successive halving: nine are fitted to a quarter of the queries, with few rounds, the best three to half of
 * them, and the best of these to all; then nine others, of which every second is near the best so far. After the first nine, groups of
 * features are left out of the best setting, the cheapest first, for as long as that costs no more than one standard error. Of all that
 * was fitted to all queries the simplest within one standard error of the best is chosen, as {@link Contest} does it.
 *
 * <p>What halving and features are decided by decides nothing else: a fifth of the training queries judges them, and without a
 * validation file this fifth has no part in the choice that follows or in the figure that is reported.
 *
 * <pre>{@code
 * Search search = SearchTrainer.of(ItemTask.of(MeasureSpec.parse("ndcg@10"))).search(QuerySource.of(Path.of("train.txt")));
 * Model model = search.training().model();
 * }</pre>
 *
 * <p>The result is a function of the data, the configuration and the seed unless the budget is a time; and the trials of a larger
 * budget begin with those of a smaller one.
 *
 * @param task what is to be predicted, and how well
 * @param settings seed, threads, folds and regularisations
 * @param budget how many trials, or how long; a trial is one setting on one part of the data
 * @param scope what is open beside the kind of model
 * @param kept where trials that are done are kept; null for nowhere
 */
public record SearchTrainer(
        Task<?> task,
        Settings settings,
        Budget budget,
        Scope scope,
        @Nullable Kept kept) {
    private static final int USUAL_TRIALS = 45;

    /** @throws IllegalArgumentException if there is no search for the task */
    public SearchTrainer {
        if (!(task instanceof ItemTask || task instanceof ClassTask<?>)) {
            throw new IllegalArgumentException(
                    "a search is for rankings by scores and for loss matrices; for pairs and rankings of labels leave it out");
        }
    }

    /** With the usual settings and budget, and kept nowhere. */
    public static SearchTrainer of(Task<?> task) {
        AutoTrainer auto = AutoTrainer.of(task);
        return new SearchTrainer(task, auto.settings(), usualBudget(), auto.scope(), null);
    }

    /** All kinds of models, features, and settings drawn twice. */
    public static Budget usualBudget() {
        return Budget.ofTrials(USUAL_TRIALS);
    }

    /** The same with other settings. */
    public SearchTrainer withSettings(Settings others) {
        return new SearchTrainer(task, others, budget, scope, kept);
    }

    /** The same with another budget. */
    public SearchTrainer withBudget(Budget other) {
        return new SearchTrainer(task, settings, other, scope, kept);
    }

    /** The same with trials that are kept. */
    public SearchTrainer keptIn(Kept place) {
        return new SearchTrainer(task, settings, budget, scope, place);
    }

    /**
     * Where trials are kept while a search goes on.
     *
     * @param directory where the file is; made if it is not there
     * @param resume whether to go on from the trials that are there, if there are any
     */
    public record Kept(Path directory, boolean resume) {
        /** The name of the file in the directory. */
        public static final String FILE = "search.checkpoint";

        /** That of a model while it is searched for, beside where it will be. */
        public static Kept beside(Path model, boolean resume) {
            return new Kept(Checkpoints.beside(model, resume).directory(), resume);
        }

        Path file() {
            return directory.resolve(FILE);
        }

        /**
         * Deletes what was kept, and the directory unless somebody else has files there.
         *
         * @return whether the directory is gone
         */
        public boolean delete() throws IOException {
            Files.deleteIfExists(file());
            try {
                Files.deleteIfExists(directory);
                return true;
            } catch (DirectoryNotEmptyException e) {
                return false;
            }
        }
    }

    /** Searches, and chooses over folds of the data. */
    public Search search(QuerySource train) {
        return search(train, null, Progress.NONE, new AtomicBoolean());
    }

    /** Searches, and chooses by the validation data. */
    public Search search(QuerySource train, QuerySource valid) {
        return search(train, valid, Progress.NONE, new AtomicBoolean());
    }

    /**
     * Searches.
     *
     * @param train labelled data, which are loaded
     * @param valid labelled data to choose by; null for cross-validation
     * @param stop what ends the search when it becomes true: the best so far is the model
     * @throws InputException if a file is not as it should be, there is too little to learn from, the measure is undefined on all that
     *     validates, or the trials that were kept are those of another search
     */
    public Search search(QuerySource train, @Nullable QuerySource valid, Progress progress, AtomicBoolean stop) {
        BudgetClock clock = new BudgetClock(budget, stop, System::nanoTime);
        return search(new TrainingRun.Files(train.loaded(), valid == null ? null : valid.loaded()), progress, clock);
    }

    /** By a clock that is given. */
    Search search(TrainingRun.Files loaded, Progress progress, BudgetClock clock) {
        return new SearchRun(this, loaded, progress, clock).search();
    }
}
