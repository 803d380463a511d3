package io.plumbrank.kind.classes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Reading;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import io.plumbrank.model.kinds.TaskFields;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.probabilities.ProbabilityMap;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Trial;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Classes at the smallest expected cost: {@code class} in model files. */
public final class ClassKind implements TaskKind<ClassTask<?>> {
    private static final int MOST_NAMED = 10;
    private static final int MOST_OF_LOSS = 60;

    @Override
    public String name() {
        return "class";
    }

    @Override
    @SuppressWarnings("unchecked") // the type of a prediction is the loss's own
    public Class<ClassTask<?>> type() {
        return (Class<ClassTask<?>>) (Class<?>) ClassTask.class;
    }

    @Override
    public void write(ClassTask<?> task, double lambda, JsonGenerator json) throws IOException {
        json.writeStringField("surrogate", task.surrogate());
        json.writeNumberField("lambda", lambda);
        LossFields.loss(task.loss(), json);
        task.map().write(json);
    }

    @Override
    public ClassTask<?> read(Fields json) {
        ClassTask<?> task = new ClassTask<>(LossFields.loss(json), ClassSurrogate.parse(json.text("surrogate")))
                .withMap(ProbabilityMap.read(json));
        TaskFields.requireDerived(json, "surrogate", task.surrogate());
        return task;
    }

    @Override
    public Class<? extends Predictor> predictorType() {
        return Classifier.class;
    }

    @Override
    public Classifier predictor(Model model, ClassTask<?> task) {
        return new Classifier(model, task);
    }

    @Override
    public Reading labelled(ClassTask<?> task) {
        return Reading.rows(ClassLabels.of(task.loss()));
    }

    @Override
    public String heading(ClassTask<?> task) {
        return "mean loss";
    }

    @Override
    public String summary(ClassTask<?> task, Model model) {
        return model.provenance().rows() + " rows, for " + name(task.loss()) + "; " + task.outputs()
                + (task.outputs() == 1 ? " output" : " outputs")
                + (task.map().equals(ProbabilityMap.NONE)
                        ? ""
                        : ", probabilities calibrated by " + task.map().text());
    }

    /** The text of the loss; of a long one, such as a tree of many leaves, its beginning and the number of classes. */
    private static String name(ClassLoss<?> loss) {
        String text = loss.toString();
        return text.length() <= MOST_OF_LOSS
                ? text
                : text.substring(0, MOST_OF_LOSS) + "… (" + loss.classes() + " classes)";
    }

    /** Classes that no row has, unless there are more classes than rows. */
    @Override
    public List<String> notes(ClassTask<?> task, Instances<?> train) {
        QueryInstances.Seen seen = ((QueryInstances) train).seen();
        int[] without = IntStream.range(0, task.loss().classes())
                .filter(y -> !seen.hasClass(y))
                .toArray();
        if (without.length == 0 || task.loss().classes() > seen.rows()) {
            return List.of();
        }
        String names = IntStream.of(without)
                .limit(MOST_NAMED)
                .mapToObj(y -> InputException.quote(task.loss().className(y)))
                .collect(Collectors.joining(", "));
        int more = without.length - MOST_NAMED;
        return List.of("No row of the training data has the class" + (without.length == 1 ? " " : "es ") + names
                + (more > 0 ? " and " + more + " more" : "") + " of the loss.");
    }

    @Override
    public List<String> notesOnChoice(ClassTask<?> task, List<Trial> tried) {
        if (task.surrogates().size() < 2) {
            return List.of();
        }
        Trial best = tried.stream().filter(Trial::chosen).findFirst().orElseThrow();
        StringBuilder text = new StringBuilder("Of the surrogates, " + best.surrogate() + " cost least on validation");
        for (ClassSurrogate surrogate : task.surrogates()) {
            OptionalDouble least = tried.stream()
                    .filter(trial -> trial.surrogate().equals(surrogate.text()))
                    .mapToDouble(trial -> trial.valid().measure())
                    .min();
            if (least.isPresent()) {
                text.append(String.format(
                                Locale.ROOT,
                                "%s %s, %d output%s: %.4g",
                                surrogate == task.surrogates().get(0) ? " (" : ";",
                                surrogate.text(),
                                surrogate.outputs(task.loss()),
                                surrogate.outputs(task.loss()) == 1 ? "" : "s",
                                least.getAsDouble())
                        .replace("( ", "("));
            }
        }
        return List.of(
                text
                        + "). Log-loss probabilities tend to win with few classes and enough rows, where the shape of the softmax helps;"
                        + " least squares with many classes whose costs have few dimensions, where it estimates fewer numbers.");
    }

    @Override
    public String noteOfOnePrediction(ClassTask<?> task, Object prediction) {
        return note(task, prediction);
    }

    @SuppressWarnings("unchecked") // judge() showed one of T
    private static <T> String note(ClassTask<T> task, Object prediction) {
        return "The model predicts '" + task.loss().predictionName((T) prediction)
                + "' for all rows: given these features, no other prediction costs less. Try other features or another"
                + " kind of model; for trees also a larger early_stopping_rounds.";
    }

    @Override
    public String decoder(ClassTask<?> task) {
        return task.holdsProbabilities() ? "least expected cost" : "argmin";
    }

    @Override
    public long dimension(ClassTask<?> task) {
        return task.loss().dimension();
    }

    @Override
    public Map<String, Object> facts(ClassTask<?> task) {
        return Map.of("encodedSize", task.outputs());
    }
}
