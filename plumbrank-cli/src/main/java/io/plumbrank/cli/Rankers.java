package io.plumbrank.cli;

import io.plumbrank.model.ForeignModels;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.QueryScorer;
import java.nio.file.Path;
import java.util.Optional;

/** Reads models for commands that take those of other tools, or rankers only. */
final class Rankers {
    private Rankers() {}

    /** What {@code plumbrank train} wrote, or a {@link QueryScorer} of another tool. */
    static Object any(Path file) {
        Optional<QueryScorer> foreign = ForeignModels.read(file);
        return foreign.isPresent() ? foreign.get() : ModelFile.read(file);
    }

    /** Whatever ranks by scores. */
    static QueryScorer scorer(Path file, CommonOptions common) {
        Object read = any(file);
        if (read instanceof QueryScorer ranker) {
            return ranker;
        }
        if (read instanceof PairRankerModel) {
            throw common.usage(file + " ranks by pairs and has no scores; give a ranker of another --surrogate");
        }
        throw common.usage(file + " is a model of classes; give one that plumbrank train --measure wrote");
    }
}
