package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The models by name. A file that was replaced is read aside and takes the place of the old model at once. What cannot be read, is a
 * model of another kind, or wants other features is refused, and the old one goes on. Where the reason may pass, as memory that is
 * short, the file is tried again, each time after twice as long. Thread-safe; one thread looks for new files.
 */
final class ModelStore {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);

    private final List<ModelSource> sources;
    private final Function<ModelSource, ServedModel> reader;
    private final Map<String, ServedModel> models = new ConcurrentHashMap<>();
    private final Map<String, FileStamp> stamps = new LinkedHashMap<>();
    private final Map<String, Retry> retries = new HashMap<>();
    private final boolean otherFeatures;

    /** Receives what became of new files. */
    interface Listener {
        void reloaded(ServedModel old, ServedModel taken);

        void refused(String name, String reason);
    }

    /** A file that is tried again, unless it is replaced before. */
    private static final class Retry {
        private long wait = FIRST_RETRY.toNanos();
        private long at = System.nanoTime() + wait;

        boolean isDue() {
            return System.nanoTime() - at >= 0;
        }

        void again() {
            wait = Math.min(2 * wait, LAST_RETRY.toNanos());
            at = System.nanoTime() + wait;
        }
    }

    /**
     * Reads all models.
     *
     * @param reader reads one, and throws what {@link ServedModel#read} throws
     * @param otherFeatures whether a new file may have other features than the model it replaces
     * @throws InputException if one cannot be read
     * @throws IllegalArgumentException if there is none, or two have one name
     */
    ModelStore(List<ModelSource> sources, Function<ModelSource, ServedModel> reader, boolean otherFeatures) {
        this.sources = List.copyOf(sources);
        this.reader = reader;
        this.otherFeatures = otherFeatures;
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no model to serve");
        }
        for (ModelSource source : sources) {
            stamps.put(source.name(), FileStamp.of(source.file()));
            if (models.put(source.name(), reader.apply(source)) != null) {
                throw new IllegalArgumentException(
                        "two models have the name '" + source.name() + "': give one another, as in NAME=FILE");
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
            String name = source.name();
            FileStamp now = FileStamp.of(source.file());
            Retry retry = retries.get(name);
            boolean replaced = !now.equals(stamps.put(name, now));
            if (!replaced && (retry == null || !retry.isDue())) {
                continue;
            }
            try {
                ServedModel old = get(name);
                ServedModel taken = read(source, old);
                models.put(name, taken);
                retries.remove(name);
                listener.reloaded(old, taken);
            } catch (InputException | IllegalArgumentException e) {
                retries.remove(name);
                listener.refused(name, "" + e.getMessage());
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                if (replaced || retry == null) {
                    retries.put(name, new Retry());
                } else {
                    retry.again();
                }
                listener.refused(name, reason(source, e));
            }
        }
    }

    private static String reason(ModelSource source, Throwable fault) {
        String file = source.file().toString();
        return fault instanceof OutOfMemoryError
                ? file + ": the memory does not hold this model beside the old one; the server tries again"
                : file + ": " + fault + "; the server tries again";
    }

    private ServedModel read(ModelSource source, ServedModel old) {
        ServedModel read = reader.apply(source);
        String file = source.file().toString();
        if (!read.predictor().kind().equals(old.predictor().kind())) {
            throw new InputException(
                    file, 0, read.predictor().words(), old.predictor().words() + ", as before");
        }
        if (!otherFeatures && !read.layout().takesAll(old.layout())) {
            throw new InputException(
                    file,
                    0,
                    "a model with " + read.layout().words(),
                    old.layout().words() + ", as before, or the option --allow-other-features");
        }
        return read;
    }
}
