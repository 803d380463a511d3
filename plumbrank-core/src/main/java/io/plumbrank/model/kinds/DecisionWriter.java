package io.plumbrank.model.kinds;

import io.plumbrank.model.PredictionFormat;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.classes.ExpectedCosts;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions row by row: the prediction, what it costs on average, and the same of the runner-up, which is empty where there is no
 * other prediction, or too many to look at. One thread.
 *
 * @param <T> a prediction
 */
public final class DecisionWriter<T> {
    /** The first line of tables. */
    public static final String HEADER = "row\tprediction\texpectedCost\trunnerUp\trunnerUpCost\n";

    private static final int MOST_COSTS = 1_000;

    private final ClassLoss<T> loss;
    private final PredictionFormat format;
    private final Consumer<String> text;
    private final ExpectedCosts<T> costs;
    private final List<String> classes;

    /** The names of all predictions; none where there are too many to write the cost of each. */
    private final List<String> names;

    private long row;

    /** @param format {@link PredictionFormat#TSV} or {@link PredictionFormat#JSONL} */
    public DecisionWriter(ClassLoss<T> loss, PredictionFormat format, Consumer<String> text) {
        this.loss = loss;
        this.format = format;
        this.text = text;
        this.costs = ExpectedCosts.of(loss);
        this.classes =
                IntStream.range(0, loss.classes()).mapToObj(loss::className).toList();
        this.names = loss.isListable() && loss.predictions().size() <= MOST_COSTS
                ? loss.predictions().stream().map(loss::predictionName).toList()
                : List.of();
    }

    /** Ends what has no row, as it has a header all the same. */
    public void end() {
        if (row == 0 && format == PredictionFormat.TSV) {
            text.accept(HEADER);
        }
    }

    /**
     * Decides by the probabilities of the classes, and writes.
     *
     * @param id the name of the row; null where rows have none
     */
    public void write(@Nullable String id, double[] probabilities) {
        if (row == 0 && format == PredictionFormat.TSV) {
            text.accept(format.withId(HEADER, id == null ? null : "id"));
        }
        text.accept(format.withId(line(++row, costs.decide(probabilities), probabilities), id));
    }

    private String line(long number, ExpectedCosts.Decision<T> decision, double[] probabilities) {
        String name = loss.predictionName(decision.prediction());
        T other = decision.runnerUp();
        String otherName = other == null ? "" : loss.predictionName(other);
        format.requireFit("the loss", List.of(name, otherName));
        if (format == PredictionFormat.TSV) {
            return number + "\t" + name + "\t" + decision.cost() + "\t" + otherName + "\t"
                    + (other == null ? "" : decision.runnerUpCost()) + "\n";
        }
        return "{\"row\":" + number + ",\"prediction\":" + PredictionFormat.quoted(name) + ",\"expectedCost\":"
                + decision.cost()
                + (other == null
                        ? ""
                        : ",\"runnerUp\":" + PredictionFormat.quoted(otherName) + ",\"runnerUpCost\":"
                                + decision.runnerUpCost())
                + (names.isEmpty() ? "" : numbers("expectedCosts", names, costs.costs(probabilities)))
                + numbers("probabilities", classes, probabilities)
                + "}\n";
    }

    private static String numbers(String key, List<String> names, double[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> PredictionFormat.quoted(names.get(i)) + ":" + values[i])
                .collect(Collectors.joining(",", ",\"" + key + "\":{", "}"));
    }
}
