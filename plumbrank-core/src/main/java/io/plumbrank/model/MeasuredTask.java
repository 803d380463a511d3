package io.plumbrank.model;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.measure.MeasureSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** A task whose predictions are rankings, judged by a measure of rankings. */
sealed interface MeasuredTask<I extends Instance> extends Task<I> permits ItemTask, PairTask, LabelRankingTask {
    /** What to rank for. */
    MeasureSpec measure();

    @Override
    default String measureName() {
        return measure().typed();
    }

    @Override
    default boolean largerIsBetter() {
        return measure().largerIsBetter();
    }

    /** Of items: all of every query are tied. LabelRankingTask has words of its own. */
    @Override
    default String noteOfOnePrediction(Object prediction) {
        return "The model tells no items of a query apart, so that all its rankings are ties: the features told it nothing; try"
                + " other features, another model, or a smaller lambda.";
    }

    @Override
    default int outputs() {
        return 1;
    }

    @Override
    default Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("spec", measure().text());
        facts.put("largerIsBetter", measure().largerIsBetter());
        return facts;
    }
}
