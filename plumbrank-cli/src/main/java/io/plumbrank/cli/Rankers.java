package io.plumbrank.cli;

import io.plumbrank.model.ForeignModels;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.QueryScorer;
import io.plumbrank.model.RankerModel;
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

    static RankerModel read(Path file, CommonOptions common) {
        Model read = ModelFile.read(file);
        if (read instanceof RankerModel ranker) {
            return ranker;
        }
        if (read instanceof PairRankerModel) {
            throw common.usage(file + " ranks by pairs and has no scores; give a ranker of another --surrogate");
        }
        throw common.usage(file + " is a model of classes; give one that plumbrank train --measure wrote");
    }
}
