package io.plumbrank.theory.conditions;

import io.plumbrank.target.NoiseCondition;
import java.util.List;

/**
 * Where a distribution breaks a noise condition.
 *
 * @param condition the one that is broken
 * @param items the 0-based items at which it is broken, in the order of the condition's letters; a whole cycle for
 *     {@link NoiseCondition#DAG}
 * @param sentence the same for people, with the numbers; items are 1-based
 */
public record Breach(NoiseCondition condition, List<Integer> items, String sentence) {
    public Breach {
        items = List.copyOf(items);
    }
}
