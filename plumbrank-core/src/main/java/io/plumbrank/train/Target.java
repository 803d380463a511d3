package io.plumbrank.train;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Progress;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A system that is to run the model.
 *
 * @param name in words
 * @param check throws {@link InputException} where the system cannot run what predicts
 */
record Target(String name, Consumer<Predictor> check) {
    /** Rows on which a kind of model is fitted to ask whether it can run. */
    private static final int ROWS = 300;

    /** Of a file the first instances, in memory. */
    static QuerySource sample(QuerySource train) {
        List<Query> first = new ArrayList<>();
        int[] rows = {0};
        train.visitUntil(query -> {
            first.add(query);
            rows[0] += query.size();
            return rows[0] >= ROWS;
        });
        return QuerySource.of("sample", new Dataset(first, train.featureNames()));
    }

    /**
     * Why the system cannot run models of a kind, in words; null where it can, or where the sample is too small to fit one.
     *
     * @param kind what fits them
     * @param sample on which one is fitted
     */
    @Nullable
    String obstacle(Trainer<?> kind, QuerySource sample) {
        Predictor predictor;
        try {
            TrainingRun<?> run = TrainingRun.of(kind, new TrainingRun.Files(sample, null), false, Progress.NONE);
            predictor = run.finish(run.choose(), null, null).predictor();
        } catch (InputException e) {
            return null;
        }
        return obstacle(predictor);
    }

    /** Why the system cannot run it, in words; null where it can. */
    @Nullable
    String obstacle(Predictor predictor) {
        try {
            check.accept(predictor);
            return null;
        } catch (InputException e) {
            return name + " does not take " + e.found();
        }
    }
}
