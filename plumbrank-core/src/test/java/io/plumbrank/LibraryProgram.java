package io.plumbrank;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.train.Training;
import java.nio.file.Path;

/** What a user of the library may do; {@link LibraryPageTest} gives it the jars. */
public final class LibraryProgram {
    private LibraryProgram() {}

    /** @param arguments the training data, and where the model goes */
    public static void main(String[] arguments) {
        Training<Ranker> training = Plumbrank.forMeasure("ndcg@10").train(QuerySource.of(Path.of(arguments[0])));
        ModelFile.write(training.model(), Path.of(arguments[1]));
        Ranker.read(Path.of(arguments[1])).rank(Query.of("q", new float[][] {{0.1f, 0.2f}, {0.9f, 0.4f}}));
        training.model().guarantee().sentences();
    }
}
