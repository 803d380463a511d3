package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Vectors;
import java.util.List;

/** A loss whose predictions are the classes. */
interface GuessLoss extends ClassLoss<Integer> {
    @Override
    default String predictionName(Integer prediction) {
        return className(prediction);
    }

    @Override
    default List<Integer> predictions() {
        return Vectors.range(classes());
    }
}
