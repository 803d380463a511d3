package io.plumbrank.train;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.task.HeldOutValues;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What boosting reached after each round on instances that it was not fitted to: the round is a choice like any other, and its
 * price is told only where all rounds are known. The runs of folds are laid side by side; one that ended stays as it was.
 */
final class RoundValues<I extends Instance> {
    private final @Nullable Folds folds;
    private final Map<Integer, Runs<I>> runs = new TreeMap<>();

    /** @param folds that stop runs in turn; null where a file stops the only one */
    RoundValues(@Nullable Folds folds) {
        this.folds = folds;
    }

    /** Those of a variant, in order and by the very list of instances that stops each. */
    private static final class Runs<I> {
        private final List<Run> inOrder = new ArrayList<>();
        private final Map<List<I>, Run> byInstances = new IdentityHashMap<>();
    }

    /** One boosting. */
    private static final class Run {
        private final long[] numbers;
        private final List<HeldOutValues> rounds = new ArrayList<>();
        private boolean begun;

        Run(long[] numbers) {
            this.numbers = numbers;
        }
    }

    /** The numbers in the file of instances that stop a run. */
    long[] numbers(Variant variant, List<I> instances) {
        return run(variant, instances).numbers;
    }

    private Run run(Variant variant, List<I> instances) {
        Runs<I> own = runs.computeIfAbsent(variant.number(), number -> new Runs<>());
        return own.byInstances.computeIfAbsent(instances, list -> {
            Run next = new Run(numbersOf(own.inOrder.size(), list.size()));
            own.inOrder.add(next);
            return next;
        });
    }

    private long[] numbersOf(int fold, int count) {
        long[] numbers = new long[count];
        long number = 0;
        for (int i = 0; i < count; i++, number++) {
            while (folds != null && folds.of(number) != fold) {
                number++;
            }
            numbers[i] = number;
        }
        return numbers;
    }

    /** Takes a round; the first time outputs are all 0, before boosting, and that is none. */
    void add(Variant variant, List<I> instances, HeldOutValues values) {
        Run run = run(variant, instances);
        if (run.begun) {
            run.rounds.add(values.trimmed());
        }
        run.begun = true;
    }

    /** All rounds of all variants as candidates; null where there are none. */
    @Nullable
    HeldOutValues all() {
        List<HeldOutValues> candidates = new ArrayList<>();
        for (Runs<I> each : runs.values()) {
            List<Run> own = each.inOrder;
            if (own.stream().anyMatch(run -> run.rounds.isEmpty())) {
                return null;
            }
            int most = own.stream().mapToInt(run -> run.rounds.size()).max().orElse(0);
            for (int round = 0; round < most; round++) {
                HeldOutValues sum = new HeldOutValues(1);
                for (Run run : own) {
                    sum.add(run.rounds.get(Math.min(round, run.rounds.size() - 1)));
                }
                candidates.add(sum.trimmed());
            }
        }
        return candidates.isEmpty() ? null : HeldOutValues.sideBySide(candidates);
    }
}
