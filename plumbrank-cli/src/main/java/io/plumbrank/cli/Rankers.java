package io.plumbrank.cli;

import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.RankerModel;
import java.nio.file.Path;

/** Reads models for commands that are about rankers only. */
final class Rankers {
    private Rankers() {}

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
