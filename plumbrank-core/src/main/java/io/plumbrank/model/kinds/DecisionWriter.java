package io.plumbrank.model.kinds;

import io.plumbrank.model.PredictionFormat;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.classes.ExpectedCosts;
import java.util.List;
import java.util.function.Consumer;
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

    private final ClassLoss<T> loss;
    private final PredictionFormat format;
    private final Consumer<String> text;
    private final ExpectedCosts<T> costs;
    private long row;

    /** @param format {@link PredictionFormat#TSV} or {@link PredictionFormat#JSONL} */
    public DecisionWriter(ClassLoss<T> loss, PredictionFormat format, Consumer<String> text) {
        this.loss = loss;
        this.format = format;
        this.text = text;
        this.costs = ExpectedCosts.of(loss);
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
        text.accept(format.withId(line(++row, costs.decide(probabilities)), id));
    }

    private String line(long number, ExpectedCosts.Decision<T> decision) {
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
                + "}\n";
    }
}
