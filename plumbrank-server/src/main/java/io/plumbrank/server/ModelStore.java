package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The models by name. A file that was replaced is read aside and takes the place of the old model at once; what cannot be read,
 * or is a model of another kind, is refused, and the old one goes on. Thread-safe; one thread looks for new files.
 */
final class ModelStore {
    private final List<ModelSource> sources;
    private final @Nullable Integer base;
    private final Map<String, ServedModel> models = new ConcurrentHashMap<>();
    private final Map<String, FileStamp> stamps = new LinkedHashMap<>();

    /** Hears of new files. */
    interface Listener {
        /** @param refused why; null where the model was taken */
        void reloaded(String name, @Nullable String refused);
    }

    /**
     * Reads all models.
     *
     * @throws InputException if one cannot be read
     * @throws IllegalArgumentException if there is none, or two have one name
     */
    ModelStore(List<ModelSource> sources, @Nullable Integer base) {
        this.sources = List.copyOf(sources);
        this.base = base;
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no model to serve");
        }
        for (ModelSource source : sources) {
            stamps.put(source.name(), FileStamp.of(source.file()));
            if (models.put(source.name(), ServedModel.read(source, base)) != null) {
                throw new IllegalArgumentException(
                        "two models go by the name '" + source.name() + "': give one another, as in NAME=FILE");
            }
        }
    }

    /** In the order in which they were given. */
    Collection<ServedModel> all() {
        return sources.stream().map(source -> get(source.name())).toList();
    }

    /**
     * A model by its name; the only one where there is no name.
     *
     * @throws ServiceException if there is none
     */
    ServedModel get(@Nullable String name) {
        if (name == null) {
            if (sources.size() > 1) {
                throw StrictJson.bad(
                        "several models are served: say which, \"model\": one of " + String.join(", ", names()));
            }
            return get(sources.get(0).name());
        }
        ServedModel model = models.get(name);
        if (model == null) {
            throw new ServiceException(
                    Code.UNKNOWN_MODEL,
                    "no model is called " + InputException.quote(name) + DidYouMean.hint(name, names()));
        }
        return model;
    }

    List<String> names() {
        return sources.stream().map(ModelSource::name).toList();
    }

    /** Looks once whether files were replaced. */
    void refresh(Listener listener) {
        for (ModelSource source : sources) {
            try {
                FileStamp now = FileStamp.of(source.file());
                if (now.equals(stamps.put(source.name(), now))) {
                    continue;
                }
                replace(source);
                listener.reloaded(source.name(), null);
            } catch (InputException | UncheckedIOException | IllegalArgumentException e) {
                listener.reloaded(source.name(), "" + e.getMessage());
            }
        }
    }

    private void replace(ModelSource source) {
        ServedModel old = get(source.name());
        ServedModel read = ServedModel.read(source, base);
        if (read.kind() != old.kind()) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    read.predictor().words(),
                    old.predictor().words() + ", as before");
        }
        models.put(source.name(), read);
    }
}
