package io.plumbrank.theory.search;

import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A random search in rounds: the tasks of a round know what the rounds before found, and nothing of each other, and each draws
 * from a stream of its own. So threads change nothing.
 */
final class Rounds<R> implements AutoCloseable {
    /** Tasks of a round that is meant to learn from the one before; with more, the search would learn less often. */
    static final int TASKS = 4;

    private final SplittableRandom seeds;
    private final List<R> found = new ArrayList<>();
    private final InOrder<R> workers;

    Rounds(long seed, int threads) {
        this.seeds = new SplittableRandom(seed);
        this.workers = new InOrder<>(threads, "plumbrank-search", found::add);
    }

    @FunctionalInterface
    interface Task<R> {
        R run(int number, Random random);
    }

    /** Runs the tasks 0 … count − 1; what they found, in this order. */
    List<R> run(int count, Task<R> task) {
        found.clear();
        for (int k = 0; k < count; k++) {
            int number = k;
            Random random = new Random(seeds.nextLong());
            workers.submit(() -> task.run(number, random));
        }
        workers.finish();
        return List.copyOf(found);
    }

    @Override
    public void close() {
        workers.close();
    }
}
