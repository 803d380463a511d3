package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A kind of task: its name in model files, how it is written and read, what predicts with it, and its words for people. One package per
 * kind holds all of it, and {@link ServiceLoader} finds it, so that a kind of your own is a package and a line
 * {@code provides io.plumbrank.model.TaskKind with …}. Stateless and thread-safe.
 *
 * @param <T> the tasks of this kind
 */
public interface TaskKind<T extends Task<?>> {
    /** The value of {@code kind} in model files. */
    String name();

    Class<T> type();

    /** Writes the fields of a task and λ, after {@code kind} and before the scorer. */
    void write(T task, double lambda, JsonGenerator json) throws IOException;

    /**
     * Reads the fields of a task.
     *
     * @throws IllegalArgumentException if a field is missing or wrong
     */
    T read(Fields json);

    Class<? extends Predictor> predictorType();

    /** The predictor of a model of this kind. */
    Predictor predictor(Model model, T task);

    /** How labelled data are read for a task. */
    default Reading labelled(T task) {
        return Reading.queries(Labels.numbers());
    }

    /** The heading above values of its measure. */
    default String heading(T task) {
        return task.measureName();
    }

    /** The heading above values that trials were compared by. */
    default String headingOfTrials(T task) {
        return task.choosing().isByMeasure() ? heading(task) : task.choosing().criterion();
    }

    /** What a model was trained on and for, in words that complete "Trained on …". */
    String summary(T task, Model model);

    /** What a user should know about the training data, whole sentences. */
    default List<String> notes(T task, Instances<?> train) {
        return List.of();
    }

    /** Why the chosen candidate won, whole sentences. */
    default List<String> notesOnChoice(T task, List<Trial> tried) {
        return List.of();
    }

    /**
     * The note where all training instances have one prediction, a whole sentence.
     *
     * @param prediction as {@link Task#judgeFinally} showed it
     */
    String noteOfOnePrediction(T task, Object prediction);

    /** What it is worth to predict the same for all instances, by name, instance by instance as {@link Model#judge} has it. */
    default Map<String, Model.Judged> constants(T task, QuerySource data) {
        return Map.of();
    }

    /** How the decoder that chose differs from the decoder of the model, a whole sentence. */
    default Optional<String> decodingNote(T task) {
        return Optional.empty();
    }

    /** How outputs are decoded, in a word. */
    default String decoder(T task) {
        return "argmin";
    }

    /** The dimension of its loss, for a row, item or pair. */
    default long dimension(T task) {
        return task.outputs();
    }

    /** Facts for scripts: JSON names and values, which are texts, numbers, booleans or lists of texts. */
    default Map<String, Object> facts(T task) {
        return Map.of();
    }

    /** The kinds on the class path or module path, by name. */
    static List<TaskKind<?>> all() {
        return Found.KINDS;
    }

    /**
     * The kind of a task, which takes this task and others of its kind.
     *
     * @throws IllegalArgumentException if no kind on the class path or module path knows it
     */
    @SuppressWarnings("unchecked") // type() is the class of its tasks
    static TaskKind<Task<?>> of(Task<?> task) {
        return (TaskKind<Task<?>>) all().stream()
                .filter(kind -> kind.type().isInstance(task))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no TaskKind is provided for " + task.getClass()));
    }

    /**
     * The kind with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static TaskKind<?> named(String name) {
        return all().stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown kind '" + name
                        + "'; one from outside needs its jar on the class path or module path"));
    }

    /** Looked up once. */
    final class Found {
        private static final List<TaskKind<?>> KINDS =
                ServiceLoader.load(TaskKind.class, TaskKind.class.getClassLoader()).stream()
                        .<TaskKind<?>>map(ServiceLoader.Provider::get)
                        // of two with one name ours first
                        .sorted(Comparator.<TaskKind<?>, String>comparing(TaskKind::name)
                                .thenComparing(
                                        kind -> !kind.getClass().getName().startsWith("io.plumbrank.")))
                        .toList();

        private Found() {}
    }
}
