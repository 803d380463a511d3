package io.plumbrank.cli;

import io.plumbrank.model.ModelFile;
import io.plumbrank.model.RankerModel;
import java.nio.file.Path;

/** Reads models for commands that are about rankers only. */
final class Rankers {
    private Rankers() {}

    static RankerModel read(Path file, CommonOptions common) {
        if (ModelFile.read(file) instanceof RankerModel ranker) {
            return ranker;
        }
        throw common.usage(file + " is a model of classes; give one that plumbrank train --measure wrote");
    }
}
