package io.plumbrank.model;

import io.plumbrank.util.InputException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Reads models that another tool wrote. {@link ServiceLoader} finds it: {@code plumbrank-export} brings XGBoost's and RankLib's, and yours
 * is a class and a line {@code provides io.plumbrank.model.ModelImport with …}. Stateless and thread-safe.
 */
public interface ModelImport {
    /**
     * The predictor in a file of that tool; empty if the content does not begin as one.
     *
     * @param name the file, for messages
     * @throws InputException if it begins as one, but is damaged or cannot be used
     */
    Optional<Predictor> read(byte[] content, String name);

    /** All on the class path or module path. */
    static List<ModelImport> all() {
        return Found.IMPORTS;
    }

    /** Looked up once. */
    final class Found {
        private static final List<ModelImport> IMPORTS =
                ServiceLoader.load(ModelImport.class, ModelImport.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();

        private Found() {}
    }
}
